//! `backchannel mcp`: the tables as tools of the Model Context Protocol, over standard input and output.

use std::sync::Arc;

use mcp::rmcp::ServiceExt as _;
use mcp::rmcp::transport::stdio;
use mcp::{Api, Desk};
use server::serve::LocalServer;

use crate::failure::Failure;
use crate::remote::RemoteArgs;

/// Offer the tables to a language model: the Model Context Protocol over standard input and output.
///
/// docs/agents.md has the lines for the configuration of common clients.
#[derive(clap::Args)]
pub(crate) struct McpCommand {
    /// Play in this process against bots, without any server; nothing is kept.
    #[arg(long, conflicts_with = "server")]
    local: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

impl McpCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let remote = if self.local { None } else { self.remote.remote()? };
        if !self.local && remote.is_none() {
            return Err(Failure::Input(
                "--server: name a server and a --token, or use --local to play against bots here"
                    .to_owned(),
            ));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            match remote {
                Some(remote) => serve(Arc::new(remote)).await,
                None => {
                    let local = LocalServer::start(games::all()).await;
                    let local = local.map_err(|error| Failure::Input(error.to_string()))?;
                    serve(Arc::new(local.api.clone())).await
                }
            }
        });
        // A thread that reads the standard input cannot be stopped.
        runtime.shutdown_background();
        served
    }
}

/// Serves until the input ends.
async fn serve(api: Arc<dyn Api>) -> Result<(), Failure> {
    let failed = |error: String| Failure::Input(format!("the client could not be served: {error}"));
    let service = Desk::new(api).serve(stdio()).await.map_err(|error| failed(error.to_string()))?;
    service.waiting().await.map_err(|error| failed(error.to_string()))?;
    Ok(())
}
