//! Colours for terminals.

use std::io::IsTerminal as _;

use backchannel::palette;
use parley::Seat;

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    pub(crate) const OFF: Paint = Paint { on: false };

    /// Colours if the output is a terminal that wants them (see no-color.org).
    pub(crate) fn for_output() -> Paint {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Paint { on: std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// A place on the map: teal and underlined (BC-805).
    pub(crate) fn territory(self, text: &str) -> String {
        self.wrap("4;38;2;64;176;166", text)
    }

    /// A bonus zone: amber and underlined (BC-805).
    pub(crate) fn zone(self, text: &str) -> String {
        self.wrap("4;38;2;225;169;64", text)
    }

    /// A player, in its own colour and bold (BC-805).
    pub(crate) fn player(self, seat: Seat, text: &str) -> String {
        let colour = palette::liveries().get(seat.index()).and_then(|livery| rgb(&livery.colour));
        match colour {
            Some([red, green, blue]) => self.wrap(&format!("1;38;2;{red};{green};{blue}"), text),
            None => self.bold(text),
        }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The three parts of `#rrggbb`.
fn rgb(colour: &str) -> Option<[u8; 3]> {
    let digits = u32::from_str_radix(colour.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = digits.to_be_bytes();
    Some([red, green, blue])
}
