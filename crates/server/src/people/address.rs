//! The network address that a request comes from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Config;
use crate::people::People;
use crate::wire::Problem;

/// The address of the client. A household or a server has a whole IPv6 network, so only the first half counts; see
/// [`network`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Address
where
    People: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(it)| it.ip());
        Ok(Address(network(client(peer, &parts.headers, &People::from_ref(state).config))))
    }
}

impl aide::OperationInput for Address {}

/// The last hop that is not one of our proxies: everything before it could be forged.
fn client(peer: IpAddr, headers: &HeaderMap, config: &Config) -> IpAddr {
    let ours = |ip: &IpAddr| config.trusted_proxies.iter().any(|net| net.contains(ip));
    if !ours(&peer) {
        return peer;
    }
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|it| it.to_str().ok());
    let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
    let hops = hops.iter().rev().map_while(|hop| hop.trim().parse::<IpAddr>().ok());
    let mut last = peer;
    for hop in hops {
        last = hop;
        if !ours(&hop) {
            break;
        }
    }
    last
}

/// What rate limits count by: an IPv4 address, or the /64 of an IPv6 address.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(it) => {
            let [a, b, c, d, ..] = it.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(peer: &str, forwarded: &str) -> String {
        let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        let config = Config { trusted_proxies, ..Config::default() };
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        client(peer.parse().unwrap(), &headers, &config).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(asked("10.0.0.1", "203.0.113.9"), "203.0.113.9");
        assert_eq!(asked("198.51.100.7", "203.0.113.9"), "198.51.100.7");
    }

    #[test]
    fn the_last_hop_before_our_proxies_counts() {
        assert_eq!(asked("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.1.1.1"), "203.0.113.9");
        assert_eq!(asked("10.0.0.1", "nonsense"), "10.0.0.1");
    }

    #[test]
    fn a_v6_network_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::3"), of("2001:db8:1:2:ffff::4"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
    }
}
