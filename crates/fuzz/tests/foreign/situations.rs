//! Situations, as people ask the judge about them.

use serde_json::Value;
use twilight::situation::judge;
use twilight::situation::parse;

use crate::target;

const EXAMPLES: [&str; 7] = [
    include_str!("../../../twilight/examples/abilities.json"),
    include_str!("../../../twilight/examples/leaders.json"),
    include_str!("../../../twilight/examples/moments.json"),
    include_str!("../../../twilight/examples/official.json"),
    include_str!("../../../twilight/examples/open.json"),
    include_str!("../../../twilight/examples/steps.json"),
    include_str!("../../../twilight/examples/transactions.json"),
];

fn good() -> Vec<Value> {
    let examples = EXAMPLES.iter().flat_map(|text| {
        let examples: Value = serde_json::from_str(text).expect("examples are JSON");
        examples.as_array().expect("a list").clone()
    });
    examples.collect()
}

#[test]
fn situations() {
    let good = good();
    target!("situations", |input: &[u8]| {
        // One byte is too few to pick an example.
        let Some((first, rest)) = input.split_first() else { return };
        let from = usize::from(*first) * 7 % good.len();
        let text = fuzz::document(rest, &good[from..]);
        let Ok(text) = str::from_utf8(&text) else { return };
        let situations = match parse(text) {
            Ok(situations) => situations,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        for situation in &situations {
            match judge(situation) {
                Ok(judgement) => {
                    assert!(judgement.to_string().contains("Verdict"), "{judgement}");
                    serde_json::to_vec(&judgement).expect("a judgement is plain data");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}
