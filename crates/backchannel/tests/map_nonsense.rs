//! BC-102: whatever is submitted as a map, the result is a map or an error.

use backchannel::map::file::{LinkFile, LinkKind, TerritoryFile};
use backchannel::map::{Map, MapFile, MapFileError, MapProblem, library};

fn good() -> MapFile {
    library::find("wherrymouth").expect("it is in the library").file().clone()
}

fn link(from: String) -> LinkFile {
    LinkFile { from, to: "gallowgate".into(), one_way: false, kind: LinkKind::Capture }
}

#[test]
fn bc_102_a_text_that_is_no_map_is_refused_with_its_line_and_field() {
    let json = serde_json::to_string_pretty(&good()).unwrap();
    let error = Map::parse(&json.replacen("\"least\": 2", "\"least\": \"two\"", 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 6, column 18, at `seats.least`: invalid type: string \"two\", expected u8"
    );
    let error = Map::parse(&json.replacen("\"anchor\"", "\"ankor\"", 1)).unwrap_err();
    assert!(error.to_string().contains("`territories[0].ankor`: unknown field `ankor`"), "{error}");
    for text in ["", "{", "[]", "null", "{} {}", "\u{0}", &"[".repeat(100_000)] {
        assert!(matches!(Map::parse(text), Err(MapFileError::Json { .. })), "{text:.20}");
    }
}

#[test]
fn bc_102_every_error_of_a_text_is_told() {
    let mut file = good();
    file.name = "Bath".into();
    file.zones[0].territories.clear();
    let error = Map::parse(&serde_json::to_string(&file).unwrap()).unwrap_err();
    assert!(matches!(&error, MapFileError::Refused(problems) if problems.len() == 2));
    assert_eq!(error.to_string().lines().count(), 2);
}

/// Nothing malformed may panic, whatever it is.
#[test]
fn bc_102_nonsense_is_reported_and_never_panics() {
    let numbers =
        [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, -0.0, 1e-30];
    let texts = ["", "\u{0}", "🗺️", "a", "\u{202e}", "wherrymouth", "<&\"'>", &"ß".repeat(5_000)];
    let mut chance = parley::Seed::numbered(102, 0).stream(0);
    for _ in 0..400 {
        let mut file = good();
        for _ in 0..=chance.index(6) {
            let number = numbers[chance.index(numbers.len())];
            let text = texts[chance.index(texts.len())].to_owned();
            let place = chance.index(file.territories.len().max(1));
            let Some(territory) = file.territories.get_mut(place) else {
                break;
            };
            match chance.index(12) {
                0 => territory.anchor[chance.index(2)] = number,
                1 if !territory.shape.is_empty() => {
                    let point = chance.index(territory.shape.len());
                    territory.shape[point] = [number, numbers[chance.index(numbers.len())]];
                }
                2 => territory.shape.truncate(chance.index(4)),
                3 => territory.name = text,
                4 => territory.id = text,
                5 => file.size[chance.index(2)] = number,
                6 => file.links.truncate(chance.index(9)),
                7 => file.zones[0].territories.push(text),
                8 => file.links.push(link(text)),
                9 => file.territories.truncate(place),
                10 => chance.shuffle(&mut territory.shape),
                _ => territory.most = Some(chance.index(5) as u32),
            }
        }
        let report = Map::check(&file);
        for problem in report.errors.iter().chain(&report.warnings) {
            assert!(problem.to_string().contains('`'), "{problem}");
        }
        assert_eq!(Map::new(file).is_err(), !report.errors.is_empty());
    }
}

/// Sixty-four combs of the most points, all on top of each other.
#[test]
fn bc_102_the_worst_drawing_is_refused_in_good_time() {
    let teeth = (0..298u16)
        .map(|tooth| [f32::from(tooth) * 2.0 + 10.0, f32::from(tooth % 2) * 680.0 + 20.0]);
    let comb: Vec<_> = teeth.chain([[620.0, 770.0], [5.0, 770.0]]).collect();
    let mut file = good();
    let one = TerritoryFile { shape: comb, anchor: [300.0, 760.0], ..file.territories[0].clone() };
    let names = (0..64).map(|number| format!("comb-{number}"));
    file.territories = names.map(|id| TerritoryFile { id, ..one.clone() }).collect();
    let errors = Map::check(&file).errors;
    assert_eq!(
        errors.iter().filter(|error| matches!(error, MapProblem::Overlap { .. })).count(),
        63
    );
}
