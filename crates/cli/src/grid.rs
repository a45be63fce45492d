//! Plain tables.

use std::io::{self, Write};

use crate::paint::Paint;

pub(crate) struct Grid {
    rows: Vec<Vec<String>>,
    numbers: bool,
}

impl Grid {
    /// A table of numbers: the first column to the left, the others to the right.
    pub(crate) fn new(titles: &[&str]) -> Grid {
        Grid { rows: vec![titles.iter().map(ToString::to_string).collect()], numbers: true }
    }

    /// A table of words: every column to the left.
    pub(crate) fn left(titles: &[&str]) -> Grid {
        Grid { numbers: false, ..Grid::new(titles) }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn write(&self, out: &mut impl Write, paint: Paint) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let line = self.aligned(row, &widths);
            let line = line.trim_end();
            writeln!(out, "{}", if number == 0 { paint.faint(line) } else { line.to_owned() })?;
        }
        writeln!(out)
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    fn aligned(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            1.. if self.numbers => format!("{cell:>width$}"),
            _ => format!("{cell:<width$}"),
        });
        cells.collect::<Vec<_>>().join("  ")
    }
}
