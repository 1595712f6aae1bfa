//! Which addresses may be connected to.
//!
//! A page from the web is fetched from the web: whatever leads to this machine, to its network or
//! to no place at all is refused, after the name was looked up and before the connection is made.
//! The blocks are those of the IANA registries of special-purpose addresses (RFC 6890 and what
//! amends it). All of a name's addresses must be good: a name that has a public and a private one
//! is a trap or a mistake.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 blocks that are no places on the internet: address, length of the prefix, why.
const INNER_V4: [([u8; 4], u32, &str); 17] = [
    ([0, 0, 0, 0], 8, "an unspecified address"),
    ([10, 0, 0, 0], 8, "a private address"),
    (
        [100, 64, 0, 0],
        10,
        "an address behind a provider's translation",
    ),
    ([127, 0, 0, 0], 8, "an address of this machine"),
    // A server of the platform for its own machines; the others' are link-local.
    ([168, 63, 129, 16], 32, "an address of a cloud platform"),
    ([169, 254, 0, 0], 16, "a link-local address"),
    ([172, 16, 0, 0], 12, "a private address"),
    ([192, 0, 0, 0], 24, "a reserved address"),
    ([192, 0, 2, 0], 24, "an address for documentation"),
    ([192, 88, 99, 0], 24, "an address of a translator"),
    ([192, 168, 0, 0], 16, "a private address"),
    ([198, 18, 0, 0], 15, "an address for benchmarks"),
    ([198, 51, 100, 0], 24, "an address for documentation"),
    ([203, 0, 113, 0], 24, "an address for documentation"),
    ([224, 0, 0, 0], 4, "a multicast address"),
    ([255, 255, 255, 255], 32, "a broadcast address"),
    ([240, 0, 0, 0], 4, "a reserved address"),
];

/// IPv6 blocks that are no places on the internet, or lead on to an IPv4 address: whoever chooses
/// them could choose an inner one. The last one is all that is not given out for the internet.
const INNER_V6: [([u16; 8], u32, &str); 19] = [
    ([0, 0, 0, 0, 0, 0, 0, 0], 128, "an unspecified address"),
    ([0, 0, 0, 0, 0, 0, 0, 1], 128, "an address of this machine"),
    ([0, 0, 0, 0, 0, 0xffff, 0, 0], 96, "a mapped IPv4 address"),
    (
        [0, 0, 0, 0, 0xffff, 0, 0, 0],
        96,
        "a translated IPv4 address",
    ),
    ([0, 0, 0, 0, 0, 0, 0, 0], 96, "a compatible IPv4 address"),
    (
        [0x64, 0xff9b, 0, 0, 0, 0, 0, 0],
        96,
        "a translated IPv4 address",
    ),
    (
        [0x64, 0xff9b, 1, 0, 0, 0, 0, 0],
        48,
        "a translated IPv4 address",
    ),
    (
        [0x100, 0, 0, 0, 0, 0, 0, 0],
        64,
        "an address that drops everything",
    ),
    (
        [0x2001, 0, 0, 0, 0, 0, 0, 0],
        32,
        "a tunnelled IPv4 address",
    ),
    (
        [0x2001, 2, 0, 0, 0, 0, 0, 0],
        48,
        "an address for benchmarks",
    ),
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, "a reserved address"),
    (
        [0x2001, 0xdb8, 0, 0, 0, 0, 0, 0],
        32,
        "an address for documentation",
    ),
    (
        [0x2002, 0, 0, 0, 0, 0, 0, 0],
        16,
        "a tunnelled IPv4 address",
    ),
    ([0x3ffe, 0, 0, 0, 0, 0, 0, 0], 16, "a reserved address"),
    (
        [0x3fff, 0, 0, 0, 0, 0, 0, 0],
        20,
        "an address for documentation",
    ),
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, "a private address"),
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, "a link-local address"),
    ([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, "a site-local address"),
    ([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, "a multicast address"),
];

/// All that is given out for the internet.
const GLOBAL_V6: ([u16; 8], u32) = ([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// Ports of web servers; another one belongs to another service.
pub(super) fn is_web_port(port: u16) -> bool {
    matches!(port, 80 | 443 | 8000..=8999)
}

/// Why an address is no place on the internet; `None` for one that is.
pub(super) fn inner(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => inner_v4(address),
        IpAddr::V6(address) => inner_v6(address),
    }
}

fn inner_v4(address: Ipv4Addr) -> Option<&'static str> {
    let bits = address.to_bits();
    INNER_V4.iter().find_map(|&(block, length, why)| {
        let differ = bits ^ Ipv4Addr::from(block).to_bits();
        (differ.leading_zeros() >= length).then_some(why)
    })
}

fn inner_v6(address: Ipv6Addr) -> Option<&'static str> {
    let within = |block: [u16; 8], length: u32| {
        let differ = address.to_bits() ^ Ipv6Addr::from(block).to_bits();
        differ.leading_zeros() >= length
    };
    let named = INNER_V6
        .iter()
        .find(|&&(block, length, _)| within(block, length));
    match named {
        Some(&(_, _, why)) => Some(why),
        None if within(GLOBAL_V6.0, GLOBAL_V6.1) => None,
        None => Some("an address that is not given out for the internet"),
    }
}
