//! BC-102: a map is checked before play; errors name the place and the fix.

use backchannel::map::file::{LinkFile, LinkKind, Point, ZoneFile};
use backchannel::map::{Map, MapFile, MapProblem, MapReport, library};

fn good() -> MapFile {
    library::find("wherrymouth").expect("it is in the library").file().clone()
}

/// The check of a good map with one thing changed.
fn changed(change: impl FnOnce(&mut MapFile)) -> MapReport {
    let mut file = good();
    change(&mut file);
    Map::check(&file)
}

/// Asserts that a change leads to exactly this error, in these words.
#[track_caller]
fn refused(change: impl FnOnce(&mut MapFile), expected: &str) {
    let report = changed(change);
    let errors: Vec<_> = report.errors.iter().map(MapProblem::to_string).collect();
    assert_eq!(errors, [expected]);
    assert!(report.errors.iter().all(|error| error.clause().to_string().starts_with("BC-10")));
}

/// Asserts that a change leads to this error among others.
#[track_caller]
fn refused_also(change: impl FnOnce(&mut MapFile), wanted: impl Fn(&MapProblem) -> bool) {
    let errors = changed(change).errors;
    assert!(errors.iter().any(wanted), "{errors:#?}");
}

fn link(from: &str, to: &str) -> LinkFile {
    LinkFile { from: from.into(), to: to.into(), one_way: false, kind: LinkKind::Capture }
}

fn unlink(file: &mut MapFile, id: &str) {
    file.links.retain(|link| link.from != id && link.to != id);
}

/// The good map with only its first territories, and only the links and zones between them.
fn shrink(file: &mut MapFile, count: usize) {
    file.territories.truncate(count);
    let ids: Vec<_> = file.territories.iter().map(|territory| territory.id.clone()).collect();
    file.links.retain(|link| ids.contains(&link.from) && ids.contains(&link.to));
    file.zones.retain(|zone| zone.territories.iter().all(|id| ids.contains(id)));
}

// Errors

#[test]
fn bc_102_fewer_than_six_territories_are_too_few() {
    refused_also(
        |file| shrink(file, 5),
        |error| *error == MapProblem::TooFewTerritories { count: 5 },
    );
    let error = MapProblem::TooFewTerritories { count: 5 }.to_string();
    assert_eq!(error, "`territories` holds 5, too few for a game; add 1 more to reach 6");
}

#[test]
fn bc_102_more_than_64_territories_are_too_many() {
    refused_also(
        |file| {
            let more: Vec<_> = file.territories.iter().cycle().take(49).cloned().collect();
            file.territories.extend(more);
        },
        |error| *error == MapProblem::TooManyTerritories { count: 65 },
    );
}

#[test]
fn bc_102_more_than_32_zones_are_too_many() {
    refused(
        |file| {
            file.zones = (0..33)
                .map(|number| ZoneFile { id: format!("zone-{number}"), ..file.zones[0].clone() })
                .collect();
        },
        "`zones` holds 33; take out 1 to come down to 32",
    );
}

#[test]
fn bc_102_an_id_is_plain() {
    for id in ["", "Wherry", "wherry mouth", "wherry_mouth", "whérry", &"x".repeat(41)] {
        refused(
            |file| file.id = id.into(),
            &format!("`id` is {id:?}; write 1 to 40 of the characters a-z, 0-9 and -"),
        );
    }
    refused(
        |file| file.zones[1].id = "The Quays".into(),
        "`zones[1].id` is \"The Quays\"; write 1 to 40 of the characters a-z, 0-9 and -",
    );
}

#[test]
fn bc_102_an_id_is_given_once() {
    refused(
        |file| file.zones[2].id = file.zones[0].id.clone(),
        "`zones[2].id` is \"high-town\", which is taken by `zones[0]`; give it an id of its own",
    );
    refused_also(
        |file| file.territories[3].id = file.territories[1].id.clone(),
        |error| matches!(error, MapProblem::RepeatedId { earlier, .. } if earlier == "territories[1]"),
    );
}

#[test]
fn bc_102_a_name_is_5_to_100_characters() {
    refused(
        |file| file.territories[3].name = "Bath".into(),
        "`territories[3].name` has 4 characters; give it a name of 5 to 100 characters",
    );
    refused(
        |file| file.name = String::new(),
        "`name` has 0 characters; give it a name of 5 to 100 characters",
    );
    refused(
        |file| file.zones[0].name = "é".repeat(101),
        "`zones[0].name` has 101 characters; give it a name of 5 to 100 characters",
    );
    assert_eq!(changed(|file| file.name = "é".repeat(100)), MapReport::default());
    assert_eq!(changed(|file| file.name = "Ægir’".into()), MapReport::default());
}

#[test]
fn bc_102_a_name_can_be_printed() {
    for name in ["     ", "Quays ", "The\u{0}Quays", "The\nQuays"] {
        refused(
            |file| file.zones[1].name = name.into(),
            "`zones[1].name` starts or ends with a space, or holds a character that cannot be \
             printed; retype it as plain text",
        );
    }
}

#[test]
fn bc_102_a_link_leads_to_a_territory() {
    refused(
        |file| file.links.push(link("gallowgate", "customs-ile")),
        "`links[26].to` is \"customs-ile\", which is not a territory of this map; \
         did you mean \"customs-isle\"?",
    );
    refused(
        |file| file.links[7].from = "atlantis".into(),
        "`links[7].from` is \"atlantis\", which is not a territory of this map; \
         add it to `territories` or correct the id",
    );
}

#[test]
fn bc_102_a_link_does_not_lead_to_itself() {
    refused(
        |file| file.links.push(link("gallowgate", "gallowgate")),
        "`links[26].to` links \"gallowgate\" to itself; remove the link or name another territory",
    );
}

#[test]
fn bc_102_a_link_is_drawn_once() {
    refused(
        |file| {
            let first = &file.links[0];
            file.links.push(LinkFile { one_way: true, ..link(&first.to, &first.from) });
        },
        "`links[26]` joins \"tallow-row\" and \"lantern-steps\", as `links[0]` does already; \
         remove one of the two",
    );
    let there_and_back = |file: &mut MapFile| {
        let first = file.links[0].clone();
        file.links[0].one_way = true;
        file.links.push(LinkFile { one_way: true, ..link(&first.to, &first.from) });
    };
    assert_eq!(changed(there_and_back), MapReport::default());
}

#[test]
fn bc_102_an_orphan_is_refused() {
    refused(
        |file| unlink(file, "weirgate"),
        "`territories[15]`, Weirgate, has no link at all; link it to a neighbour",
    );
}

#[test]
fn bc_102_a_territory_that_cannot_be_attacked_is_refused() {
    let expected = "`territories[15]`, Weirgate, can never be taken as no capture link leads into \
                    it; add one, or make a one-way link mutual";
    let only_out = |file: &mut MapFile| {
        unlink(file, "weirgate");
        for to in ["candlemoor", "nine-arches"] {
            file.links.push(LinkFile { one_way: true, ..link("weirgate", to) });
        }
    };
    refused(only_out, expected);
    refused(
        |file| {
            only_out(file);
            file.links.push(LinkFile { kind: LinkKind::Bombard, ..link("mint-yard", "weirgate") });
        },
        expected,
    );
}

#[test]
fn bc_102_parts_that_cannot_reach_each_other_are_refused() {
    let south = [
        "saltpan-flats",
        "drowned-chapel",
        "tanners-reach",
        "nine-arches",
        "coopers-hill",
        "weirgate",
    ];
    let is_south = |id: &String| south.contains(&&**id);
    refused(
        |file| {
            file.links.retain(|link| is_south(&link.from) == is_south(&link.to));
        },
        "`links` give no way to march from Lantern Steps to Saltpan Flats; \
         add a capture link between the two parts, or make a one-way link mutual",
    );
    refused(
        |file| {
            for link in
                file.links.iter_mut().filter(|link| is_south(&link.from) != is_south(&link.to))
            {
                if is_south(&link.from) {
                    std::mem::swap(&mut link.from, &mut link.to);
                }
                link.one_way = true;
            }
        },
        "`links` give no way to march from Saltpan Flats to Lantern Steps; \
         add a capture link between the two parts, or make a one-way link mutual",
    );
}

#[test]
fn bc_102_a_zone_lists_territories_once_each() {
    refused(
        |file| file.zones[0].territories.clear(),
        "`zones[0].territories` is empty, so nobody could hold it; list at least one territory",
    );
    refused(
        |file| file.zones[1].territories.push("mint-yard".into()),
        "`zones[1].territories[3]` is \"mint-yard\" for the second time; remove it",
    );
    refused(
        |file| file.zones[1].territories[0] = "mint-yart".into(),
        "`zones[1].territories[0]` is \"mint-yart\", which is not a territory of this map; \
         did you mean \"mint-yard\"?",
    );
}

#[test]
fn bc_102_a_reward_has_bounds() {
    refused(|file| file.zones[0].troops = 21, "`zones[0].troops` is 21; set it between -20 and 20");
    refused(|file| file.zones[0].cards = -6, "`zones[0].cards` is -6; set it between -5 and 5");
    refused(
        |file| file.zones[0].troops = i32::MIN,
        "`zones[0].troops` is -2147483648; set it between -20 and 20",
    );
    let bounds = |file: &mut MapFile| (file.zones[0].troops, file.zones[0].cards) = (-20, 5);
    assert_eq!(changed(bounds), MapReport::default());
}

#[test]
fn bc_102_least_and_most_have_bounds() {
    let least = "set it from 1 to 20, or leave it out for 1";
    for number in [0, 21] {
        refused(
            |file| file.territories[2].least = Some(number),
            &format!("`territories[2].least` is {number}; {least}"),
        );
    }
    refused(
        |file| file.territories[2].most = Some(2),
        "`territories[2].most` is 2; set it to 3 or more, or leave it out for no limit",
    );
    refused(
        |file| (file.territories[2].least, file.territories[2].most) = (Some(9), Some(8)),
        "`territories[2].most` is 8; set it to 9 or more, or leave it out for no limit",
    );
}

#[test]
fn bc_101_seats_are_2_to_8() {
    for (least, most) in [(1, 4), (2, 9), (4, 3), (0, 0), (255, 255)] {
        refused(
            |file| (file.seats.least, file.seats.most) = (least, most),
            &format!(
                "`seats` run from {least} to {most}; \
                 set both from 2 to 8, and `least` no higher than `most`"
            ),
        );
    }
}

#[test]
fn bc_102_each_seat_can_have_two_territories() {
    refused_also(
        |file| {
            shrink(file, 15);
            file.seats.most = 8;
        },
        |error| *error == MapProblem::Crowded { most: 8, territories: 15 },
    );
}

#[test]
fn bc_102_the_drawing_has_a_size() {
    for side in [f32::NAN, f32::INFINITY, -1.0, 0.0, 99.0, 10_001.0] {
        refused(
            |file| file.size[0] = side,
            &format!("`size` is {side} by 780; set both from 100 to 10000"),
        );
    }
}

#[test]
fn bc_102_every_point_is_on_the_drawing() {
    refused(
        |file| file.territories[0].shape[4] = [-1.0, 20.0],
        "`territories[0].shape[4]` lies off the drawing at (-1, 20); keep it within `size`",
    );
    for number in [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN] {
        refused(
            |file| file.territories[0].anchor[1] = number,
            &format!(
                "`territories[0].anchor` lies off the drawing at ({}, {number}); \
                 keep it within `size`",
                good().territories[0].anchor[0]
            ),
        );
    }
}

#[test]
fn bc_102_a_shape_has_3_to_300_points() {
    refused(
        |file| file.territories[0].shape.truncate(2),
        "`territories[0].shape` has 2 points; draw it with 3 to 300 points",
    );
    refused(
        |file| file.territories[0].shape = vec![[1.0, 1.0]; 301],
        "`territories[0].shape` has 301 points; draw it with 3 to 300 points",
    );
}

#[test]
fn bc_102_a_shape_is_one_line_that_does_not_touch_itself() {
    let crossing = "`territories[0].shape` crosses or touches itself; \
                    redraw it as one line that comes back to its start";
    let shapes: [&[Point]; 4] = [
        &[[5.0, 5.0], [25.0, 25.0], [25.0, 5.0], [5.0, 25.0]],
        &[[5.0, 5.0], [25.0, 5.0], [25.0, 5.0], [15.0, 25.0]],
        &[[5.0, 5.0], [25.0, 5.0], [15.0, 5.0]],
        &[[5.0, 5.0], [5.0, 5.0], [5.0, 5.0]],
    ];
    for shape in shapes {
        refused(|file| file.territories[0].shape = shape.to_vec(), crossing);
    }
}

#[test]
fn bc_102_shapes_do_not_overlap() {
    let overlap = "`territories[1].shape` overlaps `territories[0].shape`; \
                   let the two share border points instead";
    refused(
        |file| {
            let first = file.territories[0].clone();
            file.territories[1].shape = first.shape;
            file.territories[1].anchor = first.anchor;
        },
        overlap,
    );
    refused(
        |file| {
            let [x, y] = file.territories[0].anchor;
            file.territories[1].shape = vec![[x - 3.0, y - 3.0], [x + 3.0, y - 3.0], [x, y + 3.0]];
            file.territories[1].anchor = [x, y];
        },
        overlap,
    );
}

#[test]
fn bc_102_an_anchor_is_inside_its_shape() {
    for anchor in [[1.0, 1.0], good().territories[0].shape[0]] {
        refused(
            |file| file.territories[0].anchor = anchor,
            "`territories[0].anchor` is not inside its territory's shape; move it well inside",
        );
    }
}

// Warnings

#[track_caller]
fn warned(change: impl FnOnce(&mut MapFile), expected: &str) {
    let report = changed(change);
    assert_eq!(report.errors, []);
    assert_eq!(report.warnings.iter().map(MapProblem::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn bc_102_a_dead_end_is_a_warning() {
    warned(
        |file| {
            file.links.retain(|link| [&*link.from, &*link.to] != ["gallowgate", "candlemoor"]);
        },
        "`territories[4]`, Candlemoor, has a single neighbour; \
         link it to one more, or accept the dead end",
    );
}

#[test]
fn bc_102_no_zone_is_a_warning() {
    warned(
        |file| file.zones.clear(),
        "`zones` is empty, so no place is worth more than another; add a zone",
    );
}

#[test]
fn bc_102_a_zone_without_a_reward_is_a_warning() {
    warned(
        |file| file.zones[0].troops = 0,
        "`zones[0]`, The High Town, has no reward; set its `troops` or its `cards`",
    );
}

#[test]
fn bc_102_warnings_do_not_refuse_a_map() {
    let mut file = good();
    file.zones.clear();
    assert!(Map::new(file).is_ok());
}
