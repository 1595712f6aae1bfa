//! A cross-encoder of the BERT family as an ONNX file, as exporters write it: the same weights
//! as in its safetensors file, in a graph of public operators.

/// A tensor: name, shape, values.
pub type Tensor = (String, Vec<usize>, Vec<f32>);

/// Of the operators that the graph uses.
const OPSET: u64 = 17;
const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// A message of protocol buffers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn int(mut self, field: u64, value: u64) -> Self {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    fn float(mut self, field: u64, value: f32) -> Self {
        self.varint(field << 3 | 5);
        self.0.extend(value.to_le_bytes());
        self
    }

    fn bytes(mut self, field: u64, bytes: &[u8]) -> Self {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    fn text(self, field: u64, text: &str) -> Self {
        self.bytes(field, text.as_bytes())
    }
}

/// What an operator is told beside its inputs.
enum Attribute {
    Int(&'static str, i64),
    Ints(&'static str, &'static [u64]),
    Float(&'static str, f32),
}

impl Attribute {
    fn message(&self) -> Message {
        let message = Message::default();
        match self {
            Self::Float(name, value) => message.text(1, name).float(2, *value).int(20, 1),
            Self::Int(name, value) => message
                .text(1, name)
                .int(3, value.cast_unsigned())
                .int(20, 2),
            Self::Ints(name, values) => {
                let message = message.text(1, name);
                let all = values.iter().fold(message, |all, value| all.int(8, *value));
                all.int(20, 7)
            }
        }
    }
}

/// A graph while it is written.
struct Graph<'t> {
    nodes: Message,
    constants: Message,
    tensors: &'t [Tensor],
    count: usize,
}

impl Graph<'_> {
    fn node(&mut self, op: &str, inputs: &[&str], attributes: &[Attribute]) -> String {
        self.count += 1;
        let output = format!("v{}", self.count);
        let mut node = Message::default();
        for input in inputs {
            node = node.text(1, input);
        }
        node = node.text(2, &output).text(4, op);
        for attribute in attributes {
            node = node.bytes(5, &attribute.message().0);
        }
        self.nodes = std::mem::take(&mut self.nodes).bytes(1, &node.0);
        output
    }

    fn constant(&mut self, kind: u64, shape: &[usize], data: &[u8]) -> String {
        self.count += 1;
        let name = format!("c{}", self.count);
        let mut tensor = Message::default();
        for size in shape {
            tensor = tensor.int(1, *size as u64);
        }
        tensor = tensor.int(2, kind).text(8, &name).bytes(9, data);
        self.constants = std::mem::take(&mut self.constants).bytes(5, &tensor.0);
        name
    }

    fn floats(&mut self, shape: &[usize], values: &[f32]) -> String {
        let data: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        self.constant(FLOAT, shape, &data)
    }

    fn ints(&mut self, shape: &[usize], values: &[i64]) -> String {
        let data: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        self.constant(INT64, shape, &data)
    }

    fn get(&self, name: &str) -> (Vec<usize>, Vec<f32>) {
        let found = self.tensors.iter().find(|(other, ..)| other == name);
        let (_, shape, values) = found.expect(name);
        (shape.clone(), values.clone())
    }

    fn weight(&mut self, name: &str) -> String {
        let (shape, values) = self.get(name);
        self.floats(&shape, &values)
    }

    /// A layer as a product and a sum; exporters turn its weights round.
    fn linear(&mut self, x: &str, name: &str) -> String {
        let (shape, values) = self.get(&format!("{name}.weight"));
        let (rows, columns) = (shape[0], shape[1]);
        let turned = |at: usize| values[at % rows * columns + at / rows];
        let turned: Vec<f32> = (0..values.len()).map(turned).collect();
        let weight = self.floats(&[columns, rows], &turned);
        let bias = self.weight(&format!("{name}.bias"));
        let product = self.node("MatMul", &[x, &weight], &[]);
        self.node("Add", &[&product, &bias], &[])
    }

    fn norm(&mut self, x: &str, name: &str, epsilon: f32) -> String {
        let scale = self.weight(&format!("{name}.LayerNorm.weight"));
        let shift = self.weight(&format!("{name}.LayerNorm.bias"));
        let attributes = [
            Attribute::Int("axis", -1),
            Attribute::Float("epsilon", epsilon),
        ];
        self.node("LayerNormalization", &[x, &scale, &shift], &attributes)
    }

    fn gelu(&mut self, x: &str) -> String {
        let root = self.floats(&[], &[std::f32::consts::SQRT_2]);
        let (one, half) = (self.floats(&[], &[1.0]), self.floats(&[], &[0.5]));
        let divided = self.node("Div", &[x, &root], &[]);
        let erf = self.node("Erf", &[&divided], &[]);
        let sum = self.node("Add", &[&erf, &one], &[]);
        let product = self.node("Mul", &[x, &sum], &[]);
        self.node("Mul", &[&product, &half], &[])
    }

    fn attention(&mut self, x: &str, layer: &str, heads: usize, mask: &str) -> String {
        let (shape, _) = self.get(&format!("{layer}.attention.self.query.weight"));
        let (hidden, width) = (shape[0] as i64, shape[0] / heads);
        let split = self.ints(&[4], &[0, 0, heads as i64, width as i64]);
        let [query, key, value] = ["query", "key", "value"].map(|part| {
            let name = format!("{layer}.attention.self.{part}");
            let all = self.linear(x, &name);
            let apart = self.node("Reshape", &[&all, &split], &[]);
            let order: &[u64] = if part == "key" {
                &[0, 2, 3, 1]
            } else {
                &[0, 2, 1, 3]
            };
            self.node("Transpose", &[&apart], &[Attribute::Ints("perm", order)])
        });
        let scale = self.floats(&[], &[1.0 / (width as f32).sqrt()]);
        let scores = self.node("MatMul", &[&query, &key], &[]);
        let scaled = self.node("Mul", &[&scores, &scale], &[]);
        let masked = self.node("Add", &[&scaled, mask], &[]);
        let shares = self.node("Softmax", &[&masked], &[Attribute::Int("axis", -1)]);
        let read = self.node("MatMul", &[&shares, &value], &[]);
        let order = Attribute::Ints("perm", &[0, 2, 1, 3]);
        let joined = self.node("Transpose", &[&read], &[order]);
        let flat = self.ints(&[3], &[0, 0, hidden]);
        let joined = self.node("Reshape", &[&joined, &flat], &[]);
        self.linear(&joined, &format!("{layer}.attention.output.dense"))
    }

    fn embeddings(&mut self, segments: bool, epsilon: f32) -> String {
        let table = |name: &str| format!("bert.embeddings.{name}_embeddings.weight");
        let words = self.weight(&table("word"));
        let words = self.node("Gather", &[&words, "input_ids"], &[]);
        let shape = self.node("Shape", &["input_ids"], &[]);
        let (zero, one) = (self.ints(&[], &[0]), self.ints(&[], &[1]));
        let length = self.node("Gather", &[&shape, &one], &[]);
        let range = self.node("Range", &[&zero, &length, &one], &[]);
        let positions = self.weight(&table("position"));
        let positions = self.node("Gather", &[&positions, &range], &[]);
        let mut sum = self.node("Add", &[&words, &positions], &[]);
        if segments {
            let types = self.weight(&table("token_type"));
            let types = self.node("Gather", &[&types, "token_type_ids"], &[]);
            sum = self.node("Add", &[&sum, &types], &[]);
        }
        self.norm(&sum, "bert.embeddings", epsilon)
    }

    /// Nothing for what is read, and much below it for padding.
    fn mask(&mut self) -> String {
        let to = Attribute::Int("to", FLOAT.cast_signed());
        let mask = self.node("Cast", &["attention_mask"], &[to]);
        let (one, least) = (self.floats(&[], &[1.0]), self.floats(&[], &[-10_000.0]));
        let padding = self.node("Sub", &[&one, &mask], &[]);
        let below = self.node("Mul", &[&padding, &least], &[]);
        let axes = self.ints(&[2], &[1, 2]);
        self.node("Unsqueeze", &[&below, &axes], &[])
    }
}

/// What of a model is written.
#[derive(Clone, Copy)]
pub struct Written {
    /// Heads of its attention.
    pub heads: usize,
    /// What its norms add to a variance.
    pub epsilon: f32,
    /// Whether it is told which of two texts a token is of.
    pub segments: bool,
    /// Whether it has a head, or gives the vectors of the tokens.
    pub head: bool,
}

/// The file of a model whose tensors are called as in a safetensors file of a
/// `BertForSequenceClassification`.
pub fn cross_encoder(tensors: &[Tensor], written: Written) -> Vec<u8> {
    let mut graph = Graph {
        nodes: Message::default(),
        constants: Message::default(),
        tensors,
        count: 0,
    };
    let Written {
        heads,
        epsilon,
        segments,
        head,
    } = written;
    let mask = graph.mask();
    let mut x = graph.embeddings(segments, epsilon);
    for layer in 0.. {
        let layer = format!("bert.encoder.layer.{layer}");
        if !tensors
            .iter()
            .any(|(name, ..)| name.starts_with(&format!("{layer}.")))
        {
            break;
        }
        let attended = graph.attention(&x, &layer, heads, &mask);
        let sum = graph.node("Add", &[&attended, &x], &[]);
        let norm = graph.norm(&sum, &format!("{layer}.attention.output"), epsilon);
        let wide = graph.linear(&norm, &format!("{layer}.intermediate.dense"));
        let wide = graph.gelu(&wide);
        let narrow = graph.linear(&wide, &format!("{layer}.output.dense"));
        let sum = graph.node("Add", &[&narrow, &norm], &[]);
        x = graph.norm(&sum, &format!("{layer}.output"), epsilon);
    }
    if head {
        let first = graph.ints(&[], &[0]);
        let first = graph.node("Gather", &[&x, &first], &[Attribute::Int("axis", 1)]);
        let pooled = graph.linear(&first, "bert.pooler.dense");
        let pooled = graph.node("Tanh", &[&pooled], &[]);
        x = graph.linear(&pooled, "classifier");
    }
    let output = if head { "logits" } else { "last_hidden_state" };
    let last = Message::default()
        .text(1, &x)
        .text(2, output)
        .text(4, "Identity");
    let mut whole = Message(std::mem::take(&mut graph.nodes.0)).bytes(1, &last.0);
    whole = whole.text(2, "cross-encoder");
    whole.0.extend(graph.constants.0);
    let mut inputs = vec!["input_ids", "attention_mask"];
    inputs.extend(segments.then_some("token_type_ids"));
    for name in inputs {
        whole = whole.bytes(11, &value(name, INT64).0);
    }
    whole = whole.bytes(12, &value(output, FLOAT).0);
    let opset = Message::default().text(1, "").int(2, OPSET);
    let model = Message::default().int(1, 8).text(2, "test");
    model.bytes(7, &whole.0).bytes(8, &opset.0).0
}

/// An input or an output of two dimensions of any size.
fn value(name: &str, kind: u64) -> Message {
    let any = |name: &str| Message::default().text(2, name);
    let shape = Message::default()
        .bytes(1, &any("batch").0)
        .bytes(1, &any("sequence").0);
    let tensor = Message::default().int(1, kind).bytes(2, &shape.0);
    let of_type = Message::default().bytes(1, &tensor.0);
    Message::default().text(1, name).bytes(2, &of_type.0)
}
