//! Zones: neighbours that are worth more together.

use parley::Chance;

const SIZES: std::ops::RangeInclusive<usize> = 3..=6;
/// Territories to a zone, twice: four and a half.
const DOUBLE_SIZE: usize = 9;
const TRIES: usize = 40;

/// Divides all territories into connected zones; `None` if this attempt fails.
pub(super) fn part(near: &[Vec<usize>], chance: &mut Chance) -> Option<Vec<Vec<usize>>> {
    (0..TRIES).map(|_| spread(near, chance)).find(|zones| {
        let size = |zone: &Vec<usize>| SIZES.contains(&zone.len());
        zones.iter().all(size) && zones.iter().map(Vec::len).sum::<usize>() == near.len()
    })
}

/// Zones grow from starts far apart, the smallest first.
fn spread(near: &[Vec<usize>], chance: &mut Chance) -> Vec<Vec<usize>> {
    let count = (2 * near.len()).div_ceil(DOUBLE_SIZE);
    let mut zones: Vec<_> =
        starts(near, count, chance).into_iter().map(|start| vec![start]).collect();
    let mut taken = vec![false; near.len()];
    zones.iter().flatten().for_each(|start| taken[*start] = true);
    let mut open: Vec<usize> = (0..count).collect();
    while let Some(place) = (0..open.len()).min_by_key(|place| zones[open[*place]].len()) {
        let zone = &mut zones[open[place]];
        let free = zone.iter().flat_map(|member| &near[*member]).filter(|next| !taken[**next]);
        let inside = |next: &usize| near[*next].iter().filter(|other| zone.contains(other)).count();
        let left = |next: &usize| near[*next].iter().filter(|other| !taken[**other]).count();
        // Those with the most neighbours inside come first, then those that other zones can least reach.
        match free.copied().max_by_key(|next| (inside(next) * 2, usize::MAX - left(next))) {
            Some(next) => {
                taken[next] = true;
                zone.push(next);
            }
            None => {
                open.swap_remove(place);
            }
        }
    }
    zones.iter_mut().for_each(|zone| zone.sort_unstable());
    zones
}

fn starts(near: &[Vec<usize>], count: usize, chance: &mut Chance) -> Vec<usize> {
    let mut starts = vec![chance.index(near.len())];
    while starts.len() < count {
        let steps = steps(near, &starts);
        let furthest = steps.iter().copied().max().unwrap_or(0);
        let choices: Vec<_> = (0..near.len()).filter(|place| steps[*place] == furthest).collect();
        starts.push(choices[chance.index(choices.len())]);
    }
    starts
}

/// Steps from the nearest start.
fn steps(near: &[Vec<usize>], starts: &[usize]) -> Vec<usize> {
    let mut steps = vec![near.len(); near.len()];
    let mut queue = starts.to_vec();
    starts.iter().for_each(|start| steps[*start] = 0);
    let mut next = 0;
    while let Some(&place) = queue.get(next) {
        for &beyond in &near[place] {
            if steps[beyond] > steps[place] + 1 {
                steps[beyond] = steps[place] + 1;
                queue.push(beyond);
            }
        }
        next += 1;
    }
    steps
}

/// The reward of a zone: by the number of its territories, and of those that must be defended.
pub(super) fn reward(near: &[Vec<usize>], zone: &[usize]) -> i32 {
    let guarded = |member: &&usize| near[**member].iter().any(|next| !zone.contains(next));
    let exposed = zone.iter().filter(guarded).count();
    ((zone.len() + 2 * exposed) / 3).max(1) as i32
}
