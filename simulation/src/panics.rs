//! A panic anywhere in the world is a failure, even where the server would catch it.

use std::cell::RefCell;
use std::panic::{set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Does nothing outside a world.
    static PANICS: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Records the panics of this thread from now on.
pub(crate) fn watch() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            PANICS.with_borrow_mut(|panics| {
                panics.iter_mut().for_each(|panics| panics.push(format!("a panic: {info}")));
            });
            before(info);
        }));
    });
    PANICS.set(Some(Vec::new()));
}

pub(crate) fn first() -> Option<String> {
    PANICS.with_borrow(|panics| panics.as_ref()?.first().cloned())
}
