//! Territories: areas of cells that grow from their centres until the land is shared out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::mesh::{Mesh, apart};

/// Where a territory grows from, and the head start it has over its neighbours.
#[derive(Clone, Copy)]
pub(super) struct Centre {
    pub(super) cell: usize,
    pub(super) lead: i32,
}

/// Distributes the `land` among the centres: each cell goes to the nearest centre that can reach it overland, with
/// each centre's lead deducted from the distance. Returns the owner of each cell, `None` for the sea.
pub(super) fn grow(mesh: &Mesh, land: &[bool], centres: &[Centre]) -> Vec<Option<usize>> {
    let mut owners = vec![None; mesh.len()];
    let starts = centres.iter().enumerate();
    let mut open: BinaryHeap<_> =
        starts.map(|(owner, centre)| Reverse((i32::MIN, owner, centre.cell))).collect();
    while let Some(Reverse((_, owner, cell))) = open.pop() {
        if owners[cell].is_some() {
            continue;
        }
        owners[cell] = Some(owner);
        let home = mesh.knot(centres[owner].cell);
        let lead = centres[owner].lead;
        let next = mesh
            .around(cell)
            .into_iter()
            .flatten()
            .filter(|next| land[*next] && owners[*next].is_none());
        open.extend(next.map(|next| Reverse((apart(home, mesh.knot(next)) - lead, owner, next))));
    }
    owners
}

/// Moves each centre to the middle of its territory, and gives the small ones a larger lead.
pub(super) fn relax(mesh: &Mesh, owners: &[Option<usize>], centres: &mut [Centre]) {
    let fair = (owners.iter().flatten().count() / centres.len()) as i32;
    for (owner, centre) in centres.iter_mut().enumerate() {
        let cells: Vec<_> = (0..owners.len()).filter(|cell| owners[*cell] == Some(owner)).collect();
        let count = cells.len() as i32;
        let sum = |axis: usize| cells.iter().map(|cell| mesh.knot(*cell)[axis]).sum::<i32>();
        let middle = [sum(0), sum(1)].map(|sum| sum / count.max(1));
        if let Some(cell) = cells.iter().min_by_key(|cell| apart(mesh.knot(**cell), middle)) {
            centre.cell = *cell;
        }
        centre.lead += fair - count;
    }
}

/// Widens borders that are a single edge long, which would look like a corner.
pub(super) fn widen(mesh: &Mesh, owners: &mut [Option<usize>]) {
    for _ in 0..4 {
        for contacts in contacts(mesh, owners).into_values() {
            let [(cell, side)] = contacts[..] else {
                continue;
            };
            let ring = mesh.around(cell);
            let mut ends = [ring[(side + 1) % 6], ring[(side + 5) % 6]].into_iter().flatten();
            if let Some(end) = ends.find(|end| can_leave(mesh, owners, *end)) {
                owners[end] = owners[cell];
            }
        }
    }
}

/// For each pair of neighbours, lower first, the cells and sides where they meet.
fn contacts(
    mesh: &Mesh,
    owners: &[Option<usize>],
) -> BTreeMap<(usize, usize), Vec<(usize, usize)>> {
    let mut contacts = BTreeMap::new();
    for cell in 0..owners.len() {
        for (side, beyond) in mesh.around(cell).into_iter().enumerate() {
            if let (Some(one), Some(two)) = (owners[cell], beyond.and_then(|cell| owners[cell]))
                && one < two
            {
                contacts.entry((one, two)).or_insert_with(Vec::new).push((cell, side));
            }
        }
    }
    contacts
}

/// A cell may change owners if its owner's other cells around it stay connected without it.
fn can_leave(mesh: &Mesh, owners: &[Option<usize>], cell: usize) -> bool {
    let ring = mesh.around(cell).map(|cell| cell.and_then(|cell| owners[cell]));
    let mine = ring.map(|owner| owner.is_some() && owner == owners[cell]);
    let runs = (0..6).filter(|side| mine[*side] && !mine[(side + 1) % 6]).count();
    owners[cell].is_some() && runs == 1
}

/// Pairs of territories with a border in common, lower first, in order.
pub(super) fn borders(mesh: &Mesh, owners: &[Option<usize>]) -> Vec<(usize, usize)> {
    contacts(mesh, owners).into_keys().collect()
}
