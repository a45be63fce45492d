//! Passwords: hashing is slow by design, so it never runs on the request threads.

use std::sync::{LazyLock, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{CustomizedPasswordHasher, Result as Hashed};
use argon2::{Algorithm, Argon2, Block, Params, PasswordVerifier, Version};

use crate::secret;
use crate::wire::Problem;
use crate::work::Work;

/// The hash to compare with if nobody has that name: the same work, and never a match.
static NOBODY: LazyLock<String> = LazyLock::new(|| hashed(&secret::secret()).unwrap_or_default());

/// The hash of a password.
pub async fn hash(password: String) -> Result<String, Problem> {
    Work::Password.run(move || hashed(&password)).await?.ok_or_else(Problem::internal)
}

/// Whether the password matches. Without a hash it takes as long and does not match.
pub async fn matches(password: String, kept: Option<String>) -> Result<bool, Problem> {
    Work::Password
        .run(move || {
            let known = kept.is_some();
            let kept = kept.as_deref().unwrap_or(&NOBODY);
            let parsed = PasswordHash::new(kept);
            let right = parsed
                .is_ok_and(|hash| Thrifty.verify_password(password.as_bytes(), &hash).is_ok());
            known && right
        })
        .await
}

fn hashed(password: &str) -> Option<String> {
    let salt = secret::random::<16>();
    let params = Params::default();
    let hash = Thrifty.hash_password_with_params(password.as_bytes(), &salt, params).ok()?;
    Some(hash.to_string())
}

/// Argon2 that reuses its memory for the next password: if it were freed each time, every thread that ever hashed one
/// would keep 20 MB.
struct Thrifty;

/// As many as are hashed at once.
static MEMORY: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

fn with_memory<T>(blocks: usize, work: impl FnOnce(&mut [Block]) -> T) -> T {
    let free = || MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let mut memory = free().pop().unwrap_or_default();
    memory.resize(blocks, Block::new());
    let done = work(&mut memory);
    free().push(memory);
    done
}

impl CustomizedPasswordHasher<PasswordHash> for Thrifty {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Hashed<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let argon2 = Argon2::new(algorithm, version, params.clone());
        let mut output = vec![0; length];
        with_memory(params.block_count(), |memory| {
            argon2.hash_password_into_with_memory(password, salt, &mut output, memory)
        })?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(Salt::new(salt)?),
            hash: Some(Output::new(&output)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher as _;

    use super::*;

    const SALT: &[u8] = b"always the same";

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let kept = hash("correct horse".to_owned()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        assert!(matches("correct horse".to_owned(), Some(kept.clone())).await.unwrap());
        assert!(!matches("wrong horse".to_owned(), Some(kept)).await.unwrap());
    }

    #[test]
    fn memory_that_was_used_before_changes_no_hash() {
        let ours = |password: &[u8]| {
            let hash = Thrifty.hash_password_with_params(password, SALT, Params::default());
            hash.unwrap().to_string()
        };
        let first = ours(b"correct horse");
        ours(b"another");
        assert_eq!(first, ours(b"correct horse"));
        let theirs = Argon2::default().hash_password_with_salt(b"correct horse", SALT).unwrap();
        assert_eq!(first, theirs.to_string());
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        assert!(!matches(String::new(), None).await.unwrap());
    }
}
