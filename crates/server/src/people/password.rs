//! Passwords: slow to check on purpose, so never on the threads that answer requests.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::{PasswordHash, SaltString};
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use super::secret;
use crate::wire::Problem;

/// Each check takes about 20 MB, so that many at once would be many too many.
static DOORS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(4)));

/// What a password is checked against if nobody has that name: the same work, and never right.
static NOBODY: LazyLock<String> = LazyLock::new(|| hashed(&secret::secret()).unwrap_or_default());

/// The password as it is kept.
pub async fn hash(password: String) -> Result<String, Problem> {
    aside(move || hashed(&password)).await?.ok_or_else(Problem::internal)
}

/// Whether it is the password. Without anything to compare with it takes as long and is not.
pub async fn matches(password: String, kept: Option<String>) -> Result<bool, Problem> {
    aside(move || {
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

async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let door = DOORS.clone().acquire_owned().await.map_err(|_| Problem::internal())?;
    let work = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(door);
        done
    });
    work.await.map_err(|_| Problem::internal())
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
