//! The drawing of a map.

use backchannel::map::render::render;
use backchannel::map::{Map, library};

#[test]
fn bc_102_a_drawing_shows_every_territory_and_zone() {
    for id in library::names() {
        let map = library::find(id).expect("a name from the list");
        let svg = render(&map);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("http://localhost"));
        for (index, _) in map.file().territories.iter().enumerate() {
            assert!(svg.contains(&format!("<path id=\"t{index}\"")));
        }
        for zone in &map.file().zones {
            assert!(svg.contains(&zone.name.replace('\'', "&#39;")), "{}", zone.name);
        }
    }
}

#[test]
fn bc_102_a_negative_reward_is_shown_in_red() {
    let map = library::find("broken-empire").expect("it is in the library");
    assert!(render(&map).contains("<tspan class=\"bad\" font-weight=\"700\">-3 troops</tspan>"));
}

#[test]
fn bc_102_a_name_cannot_break_out_of_the_drawing() {
    let mut file = library::find("wherrymouth").expect("it is in the library").file().clone();
    file.name = "</svg><script>alert(1)</script>".into();
    file.territories[0].name = "\"><img src=x>".into();
    let svg = render(&Map::new(file).expect("odd names are still names"));
    assert!(!svg.contains("<script") && !svg.contains("<img") && !svg.contains("<IMG"));
}
