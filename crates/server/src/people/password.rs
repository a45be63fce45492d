//! Passwords: slow to check on purpose, so never on the threads that answer requests.

use std::sync::LazyLock;

use argon2::password_hash::{PasswordHash, SaltString};
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use super::secret;
use crate::wire::Problem;
use crate::work::Work;

/// What a password is checked against if nobody has that name: the same work, and never right.
static NOBODY: LazyLock<String> = LazyLock::new(|| hashed(&secret::secret()).unwrap_or_default());

/// The password as it is kept.
pub async fn hash(password: String) -> Result<String, Problem> {
    Work::Password.run(move || hashed(&password)).await?.ok_or_else(Problem::internal)
}

/// Whether it is the password. Without anything to compare with it takes as long and is not.
pub async fn matches(password: String, kept: Option<String>) -> Result<bool, Problem> {
    Work::Password
        .run(move || {
            let known = kept.is_some();
            let kept = kept.as_deref().unwrap_or(&NOBODY);
            let parsed = PasswordHash::new(kept);
            let right = parsed.is_ok_and(|hash| {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            });
            known && right
        })
        .await
}

fn hashed(password: &str) -> Option<String> {
    let salt = SaltString::encode_b64(&secret::random::<16>()).ok()?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt).ok()?;
    Some(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let kept = hash("correct horse".to_owned()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        assert!(matches("correct horse".to_owned(), Some(kept.clone())).await.unwrap());
        assert!(!matches("wrong horse".to_owned(), Some(kept)).await.unwrap());
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        assert!(!matches(String::new(), None).await.unwrap());
    }
}
