//! A fuzzer's bytes as a sequence of choices.

/// When the bytes run out, every choice is the first option, so that any bytes make a document.
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes }
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        let low = usize::from(self.byte());
        let number = if count > 256 { low | usize::from(self.byte()) << 8 } else { low };
        number % count
    }

    pub fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    pub fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.byte()))
    }

    /// The bytes that were not used.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}
