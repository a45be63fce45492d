//! Allowed webhook addresses: hosts on the internet, and none in our own network.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::task::{Context, Poll};
use std::vec;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::BoxFuture;
use hyper_util::client::legacy::connect::dns::Name;
use tower::Service;
use url::Url;

use crate::config::Config;
use crate::secret;
use crate::store::{RecordKind, Store};
use crate::wire::{PersonId, Problem};

/// The address as it is stored; an empty one turns the webhook off.
///
/// # Errors
/// `invalid` if webhooks are off on this server, or the address is not allowed.
pub fn check(text: &str, config: &Config) -> Result<Option<String>, Problem> {
    let wrong = |sentence: &str| Err(Problem::invalid("webhook", sentence));
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if !config.webhooks {
        return wrong("This server posts nothing to other addresses.");
    }
    let Some(url) = Url::parse(text).ok().filter(|_| text.len() <= 500) else {
        return wrong("It has to be an address such as https://example.org/news.");
    };
    if url.scheme() != "https" && !(config.private_webhooks && url.scheme() == "http") {
        return wrong("It has to begin with https://.");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return wrong("It must not have a name or a password in it.");
    }
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let local =
        host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|ip| !is_public(ip));
    if local && !config.private_webhooks {
        return wrong("It has to be an address on the internet, not in a private network.");
    }
    Ok(Some(url.into()))
}

/// Whether it is a globally routable address.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(it) => is_public_v4(it),
        IpAddr::V6(it) => is_public_v6(it),
    }
}

fn is_public_v4(it: Ipv4Addr) -> bool {
    let [a, b, c, _] = it.octets();
    let special = it.is_private()
        || it.is_loopback()
        || it.is_link_local()
        || it.is_multicast()
        || it.is_documentation();
    let reserved = matches!(
        (a, b, c),
        (0 | 240..=255, ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18..=19, _)
    );
    !special && !reserved
}

fn is_public_v6(it: Ipv6Addr) -> bool {
    // Only allocated networks, and nothing that embeds an IPv4 address.
    let [first, second, ..] = it.segments();
    first & 0xe000 == 0x2000
        && first != 0x2002
        && !(first == 0x2001 && (second < 0x200 || second == 0xdb8))
}

/// Resolves names, and drops private addresses: a name may resolve differently every time.
#[derive(Clone)]
pub(crate) struct Public {
    pub all: bool,
}

impl Service<Name> for Public {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Self::Response>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let all = self.all;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.filter(|it| all || is_public(it.ip())).collect();
            if found.is_empty() {
                return Err(io::Error::other("it has no public address"));
            }
            Ok(found.into_iter())
        })
    }
}

/// The prefix of signing keys.
pub(crate) const PREFIX: &str = "whsec_";

/// A signing key, as it is shown to its owner.
pub fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(secret::random::<32>()))
}

/// Deletes the delivery record of somebody whose webhook was turned off.
pub async fn forget(store: &dyn Store, person: &PersonId) -> Result<(), Problem> {
    Ok(store.remove(RecordKind::WebhookDelivery, &person.0).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(private_webhooks: bool) -> Config {
        Config { webhooks: true, private_webhooks, ..Config::default() }
    }

    #[test]
    fn only_addresses_on_the_internet_are_taken() {
        assert!(check("https://example.org/news", &with(false)).unwrap().is_some());
        for bad in [
            "http://example.org",
            "https://localhost/x",
            "https://127.0.0.1",
            "https://10.1.2.3:8443/",
            "https://[::1]/",
            "https://[::ffff:192.168.0.1]/",
            "https://169.254.169.254/latest",
            "https://0x7f000001/",
            "https://anna:secret@example.org",
            "gopher://example.org",
            "not an address",
        ] {
            assert!(check(bad, &with(false)).is_err(), "{bad}");
        }
        assert!(check("http://192.168.0.7:8123/hook", &with(true)).is_ok());
    }

    #[test]
    fn a_server_without_webhooks_takes_none() {
        assert!(check("https://example.org", &Config::default()).is_err());
        assert_eq!(check("", &Config::default()).unwrap(), None);
    }

    #[test]
    fn private_networks_are_known() {
        for private in [
            "192.168.1.1",
            "100.64.0.1",
            "198.18.0.1",
            "fe80::1",
            "fd00::1",
            "2001:db8::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
