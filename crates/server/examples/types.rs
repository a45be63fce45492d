//! Prints the document that the web client's types are made from.

fn main() {
    let document = server::api::types(&games::all());
    println!("{}", serde_json::to_string_pretty(&document).expect("a document is plain data"));
}
