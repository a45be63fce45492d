//! The doctor on damaged files: everything else is checked and saved.

use std::path::Path;

use server::backup::backup;
use server::doctor::{Doctor, DoctorReport, Salvageable};
use server::store::address;
use tempfile::TempDir;

use crate::doctor::{imported, played};
use crate::test_server::TestServer;

const PAGE: usize = 4096;

/// A file with two tables that were played on, and its folder.
async fn file() -> (TempDir, Vec<u8>) {
    let server = TestServer::open().await;
    for _ in 0..2 {
        played(&server).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("sound.db");
    backup(games::all().hosts(), &server.address(), &copy).await.unwrap();
    let file = std::fs::read(copy).unwrap();
    (folder, file)
}

/// Checks a file, and imports what was saved of it. Returns the report, and how many tables there are now.
async fn saved(folder: &TempDir, file: &[u8]) -> (DoctorReport, usize) {
    let path = folder.path().join("damaged.db");
    std::fs::write(&path, file).unwrap();
    let doctor = Doctor::open(&format!("sqlite:{}", path.display())).await.unwrap();
    let mut save = Vec::new();
    let report = doctor.examine(games::all().hosts(), Some(&mut save), &mut |_| {}).await.unwrap();
    let new = address::open("sqlite::memory:").await.unwrap();
    let done = imported(&*new, &save).await;
    assert_eq!(done.unsound, [], "{report:?}");
    for fault in &report.faults {
        let told = fault.to_string();
        let plain = told.split('(').next().unwrap();
        let driver = ["malformed", "code:", "btree", "database error"];
        assert!(!driver.iter().any(|word| plain.contains(word)), "{told}");
    }
    (report, done.tables.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_damaged_costs_only_what_was_on_it() {
    let (folder, file) = file().await;
    let (report, tables) = saved(&folder, &file).await;
    assert_eq!((report.faults, tables), (vec![], 2));
    let pages = file.len() / PAGE;
    let mut kept = 0;
    for page in 1..pages {
        let mut damaged = file.clone();
        damaged[page * PAGE..page * PAGE + 8].fill(0xff);
        let (report, tables) = saved(&folder, &damaged).await;
        assert!(!report.sound, "page {page}");
        let whole = |rest| matches!(rest, Salvageable::All | Salvageable::Sound);
        if tables == 2 && report.faults.iter().all(|fault| whole(fault.rest)) {
            kept += 1;
        } else {
            // Whatever is lost is named.
            let named = report.faults.iter().any(|fault| fault.id.is_some());
            assert!(named || report.tables < 2, "page {page}: {report:?}");
        }
    }
    assert!(kept * 3 > pages, "{kept} of {pages} pages cost nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_has_lost_its_end_is_looked_over_as_far_as_it_goes() {
    let (folder, file) = file().await;
    let mut most = 0;
    for lost in 1..file.len() / PAGE - 1 {
        let (report, tables) = saved(&folder, &file[..file.len() - lost * PAGE]).await;
        assert!(!report.sound, "{lost} pages");
        assert!(!report.is_lost() || tables == 0, "{lost} pages");
        most = most.max(tables);
    }
    assert!(most > 0, "something was saved of some of them");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_which_nothing_is_left_is_told_so() {
    let (folder, mut file) = file().await;
    file[100..PAGE].fill(0xff);
    let path = folder.path().join("lost.db");
    std::fs::write(&path, &file).unwrap();
    is_lost(&path).await;
    std::fs::write(&path, &file[..1000]).unwrap();
    is_lost(&path).await;
}

async fn is_lost(path: &Path) {
    let told = Doctor::open(&format!("sqlite:{}", path.display())).await.err().unwrap();
    let told = told.to_string();
    assert!(told.contains("nothing of it can be read"), "{told}");
    assert!(told.contains("restore a backup"), "{told}");
}
