//! Writing files whole or not at all.
//!
//! New bytes go to a temporary file in the folder of the target, which then
//! takes the target's name. A kill at any moment leaves the old or the new file.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use crate::error::Fault;

/// Prefix of temporary files.
const TEMPORARY: &str = ".cu2hip-";

/// Writes `bytes` to `path` unless it holds them already; true if it was written.
///
/// A symbolic link stays one: its target is written. Permission bits of a file
/// that is replaced are kept. A device or pipe (`/dev/null`) is written into, never replaced.
///
/// # Errors
/// [`Fault`] if the file is read-only or the folder cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<bool, Fault> {
    let target = match fs::symlink_metadata(path) {
        Ok(data) if data.file_type().is_symlink() => fs::canonicalize(path)?,
        _ => path.to_path_buf(),
    };
    let permissions = match fs::metadata(&target) {
        Ok(data) if data.is_dir() => {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        Ok(data) if !data.is_file() => {
            fs::OpenOptions::new()
                .write(true)
                .open(&target)?
                .write_all(bytes)?;
            return Ok(true);
        }
        Ok(data) => {
            if data.len() == bytes.len() as u64 && fs::read(&target)? == bytes {
                return Ok(false);
            }
            if data.permissions().readonly() {
                return Err(Fault::ReadOnly);
            }
            Some(data.permissions())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    replace(&target, bytes, permissions)?;
    Ok(true)
}

/// Held by everyone who is writing a file.
static WRITING: RwLock<()> = RwLock::new(());

/// Waits until the files that are being written are whole and lets no other one begin: what is
/// called before a program ends itself.
pub fn close() {
    let guard = WRITING.write().unwrap_or_else(PoisonError::into_inner);
    std::mem::forget(guard);
}

/// Puts a file with `bytes` in the place of `target`.
fn replace(target: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let _writing = WRITING.read().unwrap_or_else(PoisonError::into_inner);
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process' umask takes its part off, as for any new file.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(target)?;
    Ok(())
}

/// Copies `from` to `to` with its permission bits, whole or not at all; true if `to` changed.
///
/// # Errors
/// [`Fault`] if either side refuses.
pub fn copy_file(from: &Path, to: &Path) -> Result<bool, Fault> {
    let bytes = fs::read(from)?;
    if fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    replace(to, &bytes, Some(fs::metadata(from)?.permissions()))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_written_into() {
        use std::os::unix::net::UnixDatagram;
        // A device is there on every machine; a socket cannot be opened, and must survive as well.
        assert!(write_file(Path::new("/dev/null"), b"text").unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let _socket = UnixDatagram::bind(&path).unwrap();
        assert!(write_file(&path, b"text").is_err());
        let kind = |path: &Path| fs::symlink_metadata(path).unwrap().file_type();
        assert!(!kind(&path).is_file() && !kind(Path::new("/dev/null")).is_file());
    }

    #[test]
    fn equal_bytes_are_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        assert!(write_file(&path, b"one").unwrap());
        assert!(!write_file(&path, b"one").unwrap());
        assert!(write_file(&path, b"two").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "no temporary file stays");
    }

    #[cfg(unix)]
    #[test]
    fn permission_bits_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.cu"), folder.path().join("b.cu"));
        write_file(&path, b"one").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o754)).unwrap();
        symlink("a.cu", &link).unwrap();
        write_file(&link, b"two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o754);
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_file_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        write_file(&path, b"one").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
        assert!(matches!(write_file(&path, b"two"), Err(Fault::ReadOnly)));
        assert_eq!(fs::read(&path).unwrap(), b"one");
    }
}
