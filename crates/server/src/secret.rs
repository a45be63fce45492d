//! Random ids and secrets, from the operating system.

use sha2::{Digest, Sha256};

/// # Panics
/// If the operating system provides no randomness; then nothing here is safe.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(feature = "simulation")]
    if crate::simulation::fill(&mut bytes) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A number below `n`, close enough to uniform; 0 if `n` is 0.
pub fn below(n: u64) -> u64 {
    u64::from_le_bytes(random()).checked_rem(n).unwrap_or_default()
}

/// Shuffles a slice.
pub fn shuffle<T>(items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u64 + 1) as usize);
    }
}

/// A unique id: 16 letters and digits.
pub fn id() -> String {
    letters(&random::<10>())
}

/// A code for a link: 26 letters and digits.
pub fn code() -> String {
    letters(&random::<16>())
}

/// A secret of 32 bytes.
pub fn secret() -> String {
    hex::encode(random::<32>())
}

/// The hash of a secret, which is what is stored of it.
pub fn fingerprint(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// Five bits per letter, without letters that are easily confused.
fn letters(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let (mut text, mut buffer, mut bits) = (String::new(), 0u32, 0);
    for byte in bytes {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(LETTERS[(buffer >> bits) as usize & 31]));
        }
        buffer &= (1 << bits) - 1;
    }
    if bits > 0 {
        text.push(char::from(LETTERS[(buffer << (5 - bits)) as usize & 31]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_codes_have_their_length_and_differ() {
        assert_eq!((id().len(), code().len(), secret().len()), (16, 26, 64));
        assert_ne!(id(), id());
    }

    #[test]
    fn five_bits_make_a_letter() {
        assert_eq!(letters(&[0, 0, 0, 0, 0]), "00000000");
        assert_eq!(letters(&[255; 5]), "zzzzzzzz");
        assert_eq!(letters(&[0b0000_1000]), "10");
    }
}
