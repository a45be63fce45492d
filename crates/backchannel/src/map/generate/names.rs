//! Invented place names, in the style of one language.

use parley::Chance;

struct Tongue {
    heads: [&'static str; 20],
    tails: [&'static str; 10],
}

const TONGUES: [Tongue; 3] = [
    Tongue {
        heads: [
            "Bran", "Var", "Skel", "Thrum", "Hald", "Eir", "Grim", "Ulv", "Ros", "Sten", "Hol",
            "Fenn", "Mar", "Kel", "Dunn", "Ask", "Lund", "Sig", "Torv", "Vind",
        ],
        tails: ["holt", "gard", "mark", "wick", "fell", "hame", "dale", "ness", "strand", "moor"],
    },
    Tongue {
        heads: [
            "Cal", "Morr", "Ser", "Vall", "Orv", "Tal", "Bel", "Corv", "Lum", "Pall", "Verr",
            "Sant", "Tarr", "Mir", "Ost", "Lev", "Narr", "Alc", "Dom", "Ferr",
        ],
        tails: ["endo", "assa", "ivo", "essia", "oria", "astra", "igno", "umbra", "adine", "erta"],
    },
    Tongue {
        heads: [
            "Zhan", "Qar", "Tash", "Ilm", "Dov", "Khar", "Yez", "Orm", "Shad", "Bek", "Naz", "Tum",
            "Gul", "Arv", "Sogh", "Ters", "Uzm", "Vash", "Pel", "Hazr",
        ],
        tails: ["abad", "ikent", "ural", "eshti", "anor", "ovar", "isham", "azeh", "umai", "erzan"],
    },
];

const REALMS: [&str; 12] = [
    "March",
    "Reach",
    "Hundred",
    "Wardship",
    "Crown",
    "Holding",
    "League",
    "Domain",
    "Marches",
    "Province",
    "Country",
    "Sworn Lands",
];

/// A supply of names, none given twice.
pub(super) struct NameSupply {
    heads: Vec<&'static str>,
    tails: Vec<&'static str>,
    realms: Vec<&'static str>,
    given: usize,
}

impl NameSupply {
    pub(super) fn new(chance: &mut Chance) -> NameSupply {
        let tongue = &TONGUES[chance.index(TONGUES.len())];
        let mut names = NameSupply {
            heads: tongue.heads.to_vec(),
            tails: tongue.tails.to_vec(),
            realms: REALMS.to_vec(),
            given: 0,
        };
        chance.shuffle(&mut names.heads);
        chance.shuffle(&mut names.tails);
        chance.shuffle(&mut names.realms);
        names
    }

    /// Every head is used once before one is repeated, and then with another tail.
    pub(super) fn place(&mut self) -> String {
        let (head, turn) = (self.given % self.heads.len(), self.given / self.heads.len());
        self.given += 1;
        format!("{}{}", self.heads[head], self.tails[(head + turn) % self.tails.len()])
    }

    pub(super) fn realm(&mut self) -> String {
        let realm = self.realms[self.given % self.realms.len()];
        format!("The {} {realm}", self.place())
    }
}
