//! Small checkpoints of each kind, in the files that the public ones have.
//!
//! Weights come from a generator with a fixed start, so that the reference values can be made from
//! the same folder by other people's code (`tests/reference/family.py`).

use std::{fmt::Write as _, fs, path::Path};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Sizes that fit no register and no tile.
pub const HIDDEN: usize = 20;
pub const WIDE: usize = 52;
pub const HEADS: usize = 4;
pub const LAYERS: usize = 2;

/// Length of the token vectors of the one kind that has them.
pub const TOKEN_DIM: usize = 12;

/// A tensor: name, shape, values.
pub type Tensor = (String, Vec<usize>, Vec<f32>);

/// What a checkpoint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A BERT with WordPiece that pools by the mean: MiniLM.
    Sentence,
    /// A BERT with the head of a masked language model: SPLADE.
    Splade,
    /// A BERT with a unigram vocabulary and prompts: multilingual-e5.
    Prompted,
    /// An XLM-R with a dense, a sparse and a token head: BGE-M3.
    ThreeHeads,
    /// A BERT that gives a pair one score: the MiniLM rerankers.
    Cross,
    /// An XLM-R that gives a pair two labels.
    CrossPieces,
}

impl Kind {
    /// What the folder of a kind is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sentence => "sentence",
            Self::Splade => "splade",
            Self::Prompted => "prompted",
            Self::ThreeHeads => "three-heads",
            Self::Cross => "cross",
            Self::CrossPieces => "cross-pieces",
        }
    }

    /// Positions of the model; one kind has more than attention takes at a time.
    pub fn positions(self) -> usize {
        match self {
            Self::Sentence | Self::Splade => 48,
            Self::Prompted => 64,
            Self::ThreeHeads => 602,
            Self::Cross => 192,
            Self::CrossPieces => 194,
        }
    }

    fn has_pieces(self) -> bool {
        matches!(self, Self::Prompted | Self::ThreeHeads | Self::CrossPieces)
    }

    /// An XLM-R, which has one segment.
    fn is_roberta(self) -> bool {
        matches!(self, Self::ThreeHeads | Self::CrossPieces)
    }

    /// Number of tokens.
    pub fn words(self) -> usize {
        if self.has_pieces() {
            pieces().len()
        } else {
            word_pieces().len()
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Splade | Self::Cross => "bert.",
            Self::CrossPieces => "roberta.",
            _ => "",
        }
    }

    pub fn config(self) -> Value {
        let mut config = json!({
            "model_type": "bert", "hidden_act": "gelu", "hidden_size": HIDDEN,
            "intermediate_size": WIDE, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
            "max_position_embeddings": self.positions(), "layer_norm_eps": 1e-12,
            "vocab_size": self.words(), "type_vocab_size": 2, "pad_token_id": 0,
        });
        if self == Self::Splade {
            config["architectures"] = json!(["BertForMaskedLM"]);
        }
        if self == Self::Cross {
            config["architectures"] = json!(["BertForSequenceClassification"]);
            config["id2label"] = json!({"0": "LABEL_0"});
        }
        if self.is_roberta() {
            let part = match self {
                Self::CrossPieces => "ForSequenceClassification",
                _ => "Model",
            };
            config["architectures"] = json!([format!("XLMRoberta{part}")]);
            config["model_type"] = json!("xlm-roberta");
            config["type_vocab_size"] = json!(1);
            config["pad_token_id"] = json!(1);
            config["layer_norm_eps"] = json!(1e-5);
        }
        config
    }
}

/// Numbers from a generator with a fixed start.
struct Numbers(u32);

impl Numbers {
    fn tensor(&mut self, name: String, shape: &[usize], middle: f32, spread: f32) -> Tensor {
        let mut next = || {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            middle + spread * ((self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0)
        };
        let values = (0..shape.iter().product()).map(|_| next()).collect();
        (name, shape.to_vec(), values)
    }

    fn linear(&mut self, name: &str, outputs: usize, inputs: usize) -> [Tensor; 2] {
        [
            self.tensor(format!("{name}weight"), &[outputs, inputs], 0.0, 0.4),
            self.tensor(format!("{name}bias"), &[outputs], 0.0, 0.1),
        ]
    }

    fn norm(&mut self, name: &str, [scale, shift]: [&str; 2]) -> [Tensor; 2] {
        [
            self.tensor(format!("{name}.LayerNorm.{scale}"), &[HIDDEN], 1.0, 0.3),
            self.tensor(format!("{name}.LayerNorm.{shift}"), &[HIDDEN], 0.0, 0.1),
        ]
    }
}

/// The weights of a kind.
pub fn tensors(kind: Kind) -> Vec<Tensor> {
    let mut numbers = Numbers(7);
    let prefix = kind.prefix();
    let segments = kind.config()["type_vocab_size"].as_u64().unwrap() as usize;
    let tables = [
        ("word", kind.words()),
        ("position", kind.positions()),
        ("token_type", segments),
    ];
    let mut all: Vec<Tensor> = tables
        .map(|(name, rows)| {
            let name = format!("{prefix}embeddings.{name}_embeddings.weight");
            numbers.tensor(name, &[rows, HIDDEN], 0.0, 1.0)
        })
        .into();
    // Old checkpoints, of which the public SPLADE is one, name them by letters.
    let names = if kind == Kind::Splade {
        ["gamma", "beta"]
    } else {
        ["weight", "bias"]
    };
    all.extend(numbers.norm(&format!("{prefix}embeddings"), names));
    for layer in 0..LAYERS {
        let layer = format!("{prefix}encoder.layer.{layer}");
        for (name, outputs, inputs) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", WIDE, HIDDEN),
            ("output.dense", HIDDEN, WIDE),
        ] {
            all.extend(numbers.linear(&format!("{layer}.{name}."), outputs, inputs));
        }
        all.extend(numbers.norm(&format!("{layer}.attention.output"), names));
        all.extend(numbers.norm(&format!("{layer}.output"), names));
    }
    if kind == Kind::Splade {
        let head = "cls.predictions.transform";
        all.extend(numbers.linear(&format!("{head}.dense."), HIDDEN, HIDDEN));
        all.extend(numbers.norm(head, names));
        // Below zero for most words, as training leaves it.
        let bias = "cls.predictions.bias".to_owned();
        all.push(numbers.tensor(bias, &[kind.words()], -3.0, 2.0));
    }
    for (name, outputs) in match kind {
        Kind::Cross => [("bert.pooler.dense.", HIDDEN), ("classifier.", 1)].as_slice(),
        Kind::CrossPieces => &[("classifier.dense.", HIDDEN), ("classifier.out_proj.", 2)],
        _ => &[],
    } {
        all.extend(numbers.linear(name, *outputs, HIDDEN));
    }
    all
}

/// A safetensors file of some tensors.
pub fn safetensors(tensors: &[Tensor]) -> Vec<u8> {
    let (mut header, mut data) = (
        String::from("{\"__metadata__\":{\"format\":\"pt\"}"),
        Vec::new(),
    );
    for (name, shape, values) in tensors {
        let start = data.len();
        data.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [start, data.len()]});
        write!(header, ",\"{name}\":{entry}").expect("a string");
    }
    header.push('}');
    // Readers of other people want whole words.
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    [
        &(header.len() as u64).to_le_bytes(),
        header.as_bytes(),
        &data,
    ]
    .concat()
}

/// The folder of a kind, which goes away with what is returned.
pub fn checkpoint(kind: Kind) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    write_to(dir.path(), kind);
    dir
}

/// Writes the files of a kind into a folder.
pub fn write_to(dir: &Path, kind: Kind) {
    let tokenizer = if kind.has_pieces() {
        unigram()
    } else {
        word_piece()
    };
    write(dir, "tokenizer.json", tokenizer.to_string().as_bytes());
    write(dir, "config.json", kind.config().to_string().as_bytes());
    write(dir, "model.safetensors", &safetensors(&tensors(kind)));
    if kind == Kind::Prompted {
        let prompts = json!({"prompts": {"query": "query: ", "passage": "passage: "}});
        let name = "config_sentence_transformers.json";
        write(dir, name, prompts.to_string().as_bytes());
    }
    if kind == Kind::ThreeHeads {
        let mut numbers = Numbers(11);
        for (name, outputs) in [("sparse", 1), ("colbert", TOKEN_DIM)] {
            let mut linear = numbers.linear("", outputs, HIDDEN);
            // Some tokens weigh something, and some nothing.
            linear[1].2[0] = 1.0;
            let name = format!("{name}_linear.safetensors");
            write(dir, &name, &safetensors(&linear));
        }
        fs::create_dir_all(dir.join("1_Pooling")).expect("a folder");
        let pooling = json!({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false});
        write(dir, "1_Pooling/config.json", pooling.to_string().as_bytes());
    }
}

pub fn write(dir: &Path, name: &str, content: &[u8]) {
    fs::write(dir.join(name), content).expect("a file");
}

fn special(name: &str, id: u32) -> Value {
    json!({"id": id, "content": name, "single_word": false, "lstrip": false, "rstrip": false,
           "normalized": false, "special": true})
}

/// Four specials, letters in front of a word, letters inside of one.
fn word_pieces() -> Vec<String> {
    let letters = || (b'a'..=b'z').map(char::from);
    let specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
        .map(str::to_owned)
        .into_iter();
    let inside = letters().map(|letter| format!("##{letter}"));
    specials
        .chain(letters().map(String::from))
        .chain(inside)
        .collect()
}

fn word_piece() -> Value {
    let ids = word_pieces().into_iter().enumerate();
    let vocabulary: serde_json::Map<_, _> = ids.map(|(id, word)| (word, json!(id))).collect();
    json!({
        "version": "1.0",
        "truncation": {"direction": "Right", "max_length": 9, "strategy": "LongestFirst", "stride": 0},
        "padding": null,
        "added_tokens": [special("[UNK]", 1), special("[CLS]", 2), special("[SEP]", 3)],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                       "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": vocabulary},
    })
}

/// Specials as XLM-R has them, then pieces that compete: words, their parts, letters.
fn pieces() -> Vec<(String, f64)> {
    let specials = ["<s>", "<pad>", "</s>", "<unk>"].map(|name| (name.to_owned(), 0.0));
    let words = [
        "▁",
        "▁the",
        "▁query",
        "▁passage",
        ":",
        "▁de",
        "▁fox",
        "▁qui",
        "ck",
        "er",
        "ing",
        "é",
        "語",
    ];
    let words = words.iter().zip(0..);
    let words = words.map(|(piece, at)| ((*piece).to_owned(), -4.0 - f64::from(at) * 0.25));
    let letters = ('a'..='z').zip(0..);
    let letters = letters.map(|(letter, at)| (letter.to_string(), -8.0 - f64::from(at) * 0.125));
    let mask = [("<mask>".to_owned(), 0.0)];
    let all = specials.into_iter().chain(words).chain(letters);
    all.chain(mask).collect()
}

fn unigram() -> Value {
    let names = ["<s>", "<pad>", "</s>", "<unk>"];
    let mut added: Vec<Value> = names
        .iter()
        .zip(0..)
        .map(|(n, id)| special(n, id))
        .collect();
    added.push(special("<mask>", pieces().len() as u32 - 1));
    let part = |name: &str| json!({"SpecialToken": {"id": name, "type_id": 0}});
    let token = |name: &str, id: u32| json!({"id": name, "ids": [id], "tokens": [name]});
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": added,
        "normalizer": {"type": "NFKC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "WhitespaceSplit"},
            {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true}]},
        "post_processor": {"type": "TemplateProcessing",
            "single": [part("<s>"), {"Sequence": {"id": "A", "type_id": 0}}, part("</s>")],
            "pair": [part("<s>"), {"Sequence": {"id": "A", "type_id": 0}}, part("</s>"),
                     part("</s>"), {"Sequence": {"id": "B", "type_id": 0}}, part("</s>")],
            "special_tokens": {"<s>": token("<s>", 0), "</s>": token("</s>", 2)}},
        "decoder": null,
        "model": {"type": "Unigram", "unk_id": 3, "byte_fallback": false, "vocab": pieces()},
    })
}
