//! The server of the protocol: which tools, resources and prompts there are.

use std::sync::Arc;

use http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, Prompt, PromptArgument,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate, Role, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use schemars::JsonSchema;

use crate::api::Api;
use crate::arguments as a;
use crate::caller::Caller;
use crate::remembered::RememberedKeys;
use crate::reply::{Failed, Outcome, result};

/// The names of the tools.
pub const TOOLS: [&str; 12] = [
    "tables",
    "create_table",
    "sit",
    "look",
    "menu",
    "act",
    "say",
    "offer",
    "answer",
    "wait",
    "rules",
    "judge",
];

/// What a model is told first.
const INSTRUCTIONS: &str = "Negotiation games, refereed. Find or create a table (`tables`, `create_table`, `sit`), \
    then repeat: `wait` until something is up to you, `look` at the position, choose from the `menu`, and `act` with a \
    number and the menu's `seq`. Deals are made with `offer` and `answer`, which tell what they would cost before they \
    are sent; there is no free text, only signals (`say`). A refusal names a clause, and `rules` has its text.";

const PROMPT: &str = "play_this_seat";

/// The tools, on top of the API.
#[derive(Clone)]
pub struct Desk {
    api: Arc<dyn Api>,
    keys: Arc<RememberedKeys>,
}

impl Desk {
    pub fn new(api: Arc<dyn Api>) -> Desk {
        Desk { api, keys: Arc::new(RememberedKeys::default()) }
    }

    fn caller<'a>(&'a self, context: &'a RequestContext<RoleServer>) -> Caller<'a> {
        Caller { api: &*self.api, keys: &self.keys, from: context.extensions.get::<Parts>() }
    }
}

impl Caller<'_> {
    async fn run(&self, call: CallToolRequestParams) -> Option<Outcome> {
        macro_rules! tool {
            ($run:expr) => {
                match a::read(call.arguments) {
                    Ok(arguments) => $run(self, arguments).await,
                    Err(text) => Err(Failed::new(text)),
                }
            };
        }
        Some(match &*call.name {
            "tables" => tool!(Caller::tables),
            "create_table" => tool!(Caller::create_table),
            "sit" => tool!(Caller::sit),
            "look" => tool!(Caller::look),
            "menu" => tool!(Caller::menu),
            "act" => tool!(Caller::act),
            "say" => tool!(Caller::say),
            "offer" => tool!(Caller::offer),
            "answer" => tool!(Caller::answer),
            "wait" => tool!(Caller::wait),
            "rules" => tool!(Caller::rules),
            "judge" => tool!(Caller::judge),
            _ => return None,
        })
    }
}

fn tools() -> Vec<Tool> {
    let look = true;
    let change = false;
    vec![
        tool::<a::Tables>(
            "tables",
            look,
            "Lists open tables, or your own with what waits for you.",
        ),
        tool::<a::CreateTable>(
            "create_table",
            change,
            "Starts a quick game against bots, or opens a table with settings of your own, on which you have a seat.",
        ),
        tool::<a::Sit>(
            "sit",
            change,
            "Takes a seat. The owner of a table can also fill the free seats with bots, and start.",
        ),
        tool::<a::Look>(
            "look",
            look,
            "The position as your seat sees it, in text; with `structured` also as data.",
        ),
        tool::<a::Menu>(
            "menu",
            look,
            "What you may do now, numbered and in words, page by page or of one kind. Amounts in between are not listed \
             but may be sent as a typed command.",
        ),
        tool::<a::Act>(
            "act",
            change,
            "Makes a move, by the number and `seq` of the menu or as a typed command; with `preview` only says what it \
             would lead to.",
        ),
        tool::<a::Say>(
            "say",
            change,
            "Says something to a seat or to everybody, by the number and `seq` of the menu or as a typed command. Shows how \
             it reads, and sends it with `send`.",
        ),
        tool::<a::Offer>(
            "offer",
            change,
            "Proposes a deal. Tells what it would cost and block, or whether it binds, and sends it with `send`.",
        ),
        tool::<a::Answer>(
            "answer",
            change,
            "Accepts or declines an offer. Tells what that would cost, and does it with `send`.",
        ),
        tool::<a::Wait>(
            "wait",
            look,
            "Waits up to 20 seconds until a move, an offer or a signal is up to you, or the game is over. Call it again \
             if it is still waiting.",
        ),
        tool::<a::Rules>("rules", look, "The text of a clause or a section of the rules."),
        tool::<a::Judge>(
            "judge",
            look,
            "Judges a deal in a situation that you describe: whether it is legal and whether it binds.",
        ),
    ]
}

fn tool<T: JsonSchema + 'static>(
    name: &'static str,
    read_only: bool,
    description: &'static str,
) -> Tool {
    let schema =
        rmcp::model::object(serde_json::to_value(schemars::schema_for!(T)).unwrap_or_default());
    let hints = ToolAnnotations::new().read_only(read_only).destructive(false).open_world(false);
    Tool::new(name, description, schema).with_annotations(hints)
}

fn prompt() -> Prompt {
    let table =
        PromptArgument::new("table").with_description("The id of the table.").with_required(true);
    let style = PromptArgument::new("style")
        .with_description("How to play: honest, cautious, treacherous, …")
        .with_required(false);
    Prompt::new(
        PROMPT,
        Some("Play a seat at a table to the end of the game"),
        Some(vec![table, style]),
    )
}

fn prompt_text(table: &str, style: &str) -> String {
    format!(
        "Play your seat at table `{table}` to the end of the game, {style}.\n\n\
         Until the game is over: call `wait`; when something is up to you, `look` at the position and read the `menu`; \
         weigh attacks with `act` and `preview`, and deals with `offer` and `answer`, which tell what they cost; then \
         `act` with a number and the `seq` of the menu, or answer the offer. If a call is refused, read the sentence and \
         its clause (`rules`) and choose something else. Others may lie to you in signals; agreements are enforced, \
         promises are not. Tell me in one sentence why you did what you did after each turn."
    )
}

impl ServerHandler for Desk {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("backchannel", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context);
        let name = request.name.clone();
        match caller.run(request).await {
            Some(outcome) => Ok(result(outcome).into()),
            None => Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let all = self.caller(&context).rulesets().await;
        let all = all.map_err(|failed| ErrorData::internal_error(failed.text, None))?;
        let books = all.into_iter().map(|book| {
            Resource::new(format!("rules://{}", book.name), format!("{} rules", book.name))
                .with_description(format!("{}, clause by clause.", book.title))
                .with_mime_type("text/plain")
        });
        Ok(ListResourcesResult::with_all_items(books.collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let clause = ResourceTemplate::new("rules://{book}/{clause}", "clause")
            .with_description("One clause of the rules, such as rules://backchannel/BC-504.")
            .with_mime_type("text/plain");
        Ok(ListResourceTemplatesResult::with_all_items(vec![clause]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let caller = self.caller(&context);
        let found = match request.uri.strip_prefix("rules://") {
            Some(path) => caller.read_rules(path).await,
            None => Err(Failed::new("there are only rules:// resources")),
        };
        match found {
            Ok(text) => {
                let contents = vec![ResourceContents::text(text, request.uri)];
                Ok(ReadResourceResult::new(contents).into())
            }
            Err(failed) => Err(ErrorData::resource_not_found(failed.text, None)),
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![prompt()]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != PROMPT {
            return Err(ErrorData::invalid_params("there is only the prompt play_this_seat", None));
        }
        let argument = |name: &str| {
            let found = request.arguments.as_ref().and_then(|all| all.get(name)?.as_str());
            found.map(|text| text.chars().take(200).collect::<String>())
        };
        let table = argument("table")
            .ok_or_else(|| ErrorData::invalid_params("`table` is missing", None))?;
        let style = argument("style").unwrap_or_else(|| "as well as you can".to_owned());
        let message = PromptMessage::new_text(Role::User, prompt_text(&table, &style));
        Ok(GetPromptResult::new(vec![message]).into())
    }
}
