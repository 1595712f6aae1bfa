//! Whether a file is framed as an ONNX model, before anything reads it.
//!
//! Every field of a message says how long it is. The reader of networks believes that: a length
//! beyond the end of a foreign or a cut file has it read for ever, or ask for more memory than
//! there is. So all lengths are compared with what is there, message by message.

/// Messages within each other; a network within a network is rare.
const DEPTH_MAX: u32 = 32;
/// The network among the fields of a model.
const GRAPH: u64 = 7;

/// A kind of message, of which some fields are messages, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Model,
    Graph,
    Node,
    Attribute,
    Tensor,
    Value,
    Type,
    TensorType,
    Shape,
    /// None of its fields is looked into.
    Flat,
}

impl Kind {
    /// What a field is, where it is a message.
    fn field(self, number: u64) -> Option<Kind> {
        Some(match (self, number) {
            (Kind::Model, GRAPH) | (Kind::Attribute, 6 | 11) => Kind::Graph,
            (Kind::Model, 8 | 14) | (Kind::Tensor, 13) | (Kind::Shape, 1) => Kind::Flat,
            (Kind::Graph, 1) => Kind::Node,
            (Kind::Graph, 5) | (Kind::Attribute, 5 | 10) => Kind::Tensor,
            (Kind::Graph, 11..=13) => Kind::Value,
            (Kind::Node, 5) => Kind::Attribute,
            (Kind::Value, 2) => Kind::Type,
            (Kind::Type, 1) => Kind::TensorType,
            (Kind::TensorType, 2) => Kind::Shape,
            _ => return None,
        })
    }
}

/// Says what is wrong with the frame of a file.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let mut has_graph = false;
    message(bytes, Kind::Model, DEPTH_MAX, &mut |number| {
        has_graph |= number == GRAPH
    })?;
    match has_graph {
        true => Ok(()),
        false => Err("no ONNX file: it holds no network".to_owned()),
    }
}

fn message(
    mut rest: &[u8],
    kind: Kind,
    depth: u32,
    hear: &mut dyn FnMut(u64),
) -> Result<(), String> {
    let cut = || "no ONNX file, or one that is cut short".to_owned();
    let deeper = depth
        .checked_sub(1)
        .ok_or("networks within each other too deep")?;
    while !rest.is_empty() {
        let tag = varint(&mut rest).ok_or_else(cut)?;
        let number = tag >> 3;
        let length = match tag & 7 {
            0 => {
                varint(&mut rest).ok_or_else(cut)?;
                0
            }
            1 => 8,
            2 => varint(&mut rest).ok_or_else(cut)?,
            5 => 4,
            _ => return Err(cut()),
        };
        let length = usize::try_from(length).map_err(|_| cut())?;
        let (content, behind) = rest.split_at_checked(length).ok_or_else(cut)?;
        if let Some(inner) = kind.field(number).filter(|_| tag & 7 == 2) {
            message(content, inner, deeper, &mut |_| {})?;
            hear(number);
        }
        rest = behind;
    }
    Ok(())
}

/// Seven bits a byte, the lowest first.
fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, behind) = rest.split_first()?;
        *rest = behind;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A model of one network with one node, which is called `x`.
    const GOOD: [u8; 9] = [0x08, 8, 0x3A, 5, 0x0A, 3, 0x1A, 1, b'x'];

    #[test]
    fn lengths_are_compared_with_what_is_there() {
        assert_eq!(check(&GOOD), Ok(()));
        for length in 0..GOOD.len() {
            // What ends behind the version holds no network.
            assert!(check(&GOOD[..length]).is_err(), "{length}");
        }
        // A name that is longer than its node, a node longer than its network.
        for (at, length) in [(7, 2), (5, 4), (3, 6)] {
            let mut longer = GOOD;
            longer[at] = length;
            assert!(check(&longer).is_err(), "{at}");
        }
        // The largest length there is.
        let mut huge = vec![0x08, 8, 0x3A];
        huge.extend([0xFF; 9]);
        huge.push(1);
        assert!(check(&huge).is_err());
    }

    #[test]
    fn networks_within_each_other_have_a_limit() {
        let mut bytes = GOOD[4..].to_vec();
        for _ in 0..30 {
            // A network of an attribute of a node of a network.
            for tag in [0x32, 0x2A, 0x0A] {
                let mut outer = vec![tag];
                outer.push(bytes.len() as u8 & 0x7F | 0x80);
                outer.push((bytes.len() >> 7) as u8);
                outer.extend(&bytes);
                bytes = outer;
            }
        }
        let mut model = vec![
            0x3A,
            bytes.len() as u8 & 0x7F | 0x80,
            (bytes.len() >> 7) as u8,
        ];
        model.extend(bytes);
        assert!(check(&model).unwrap_err().contains("too deep"));
    }

    proptest! {
        #[test]
        fn any_bytes_come_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = check(&bytes);
        }
    }
}
