//! Plain tables: the first column to the left, numbers to the right.

use std::io::{self, Write};

use crate::paint::Paint;

pub(crate) struct Grid {
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub(crate) fn new(titles: &[&str]) -> Grid {
        Grid { rows: vec![titles.iter().map(ToString::to_string).collect()] }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn write(&self, out: &mut impl Write, paint: Paint) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let line = aligned(row, &widths);
            let line = line.trim_end();
            writeln!(out, "{}", if number == 0 { paint.faint(line) } else { line.to_owned() })?;
        }
        writeln!(out)
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

fn aligned(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, &width))| match column {
        0 => format!("{cell:<width$}"),
        _ => format!("{cell:>width$}"),
    });
    cells.collect::<Vec<_>>().join("  ")
}
