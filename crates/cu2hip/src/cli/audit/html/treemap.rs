//! Folders as a map: the area is what was found in them, the colour how much waits for a person.

use std::fmt::Write as _;

use cu2hip_audit::document::Folder;

use crate::cli::report::html::escape;

/// Folders that get an area of their own.
const FOLDERS: usize = 60;
/// The map is this wide, and this high, before it is fitted to the page.
const WIDTH: f64 = 100.0;
const HEIGHT: f64 = 45.0;

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The section with the map; empty without folders.
pub(super) fn section(folders: &[Folder]) -> String {
    let mut sorted: Vec<&Folder> = folders.iter().filter(|folder| folder.hits > 0).collect();
    if sorted.is_empty() {
        return String::new();
    }
    sorted.sort_by_key(|folder| (std::cmp::Reverse(folder.hits), folder.path.as_str()));
    let all = sorted.len();
    sorted.truncate(FOLDERS);
    #[allow(clippy::cast_precision_loss, reason = "areas need no more")]
    let sizes: Vec<f64> = sorted.iter().map(|folder| folder.hits as f64).collect();
    let whole = Area {
        x: 0.0,
        y: 0.0,
        width: WIDTH,
        height: HEIGHT,
    };
    let mut out = format!(
        "<section class=\"map\"><h2>Where it sits</h2><p>Area: places found. Colour, from grey to red: no open findings, below 10, below 100, more. \
         {} of {all} folders.</p><div class=\"treemap\">",
        sorted.len()
    );
    for (folder, area) in sorted.iter().zip(squarify(&sizes, whole)) {
        let heat = match folder.findings {
            0 => 0,
            1..=9 => 1,
            10..=99 => 2,
            _ => 3,
        };
        let title = format!(
            "{}: {} places, {} open findings, {} lines of device code",
            folder.path, folder.hits, folder.findings, folder.device_lines
        );
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<div class=\"heat{heat}\" title=\"{}\" style=\"left:{:.3}%;top:{:.3}%;width:{:.3}%;height:{:.3}%\">{}</div>",
            escape(&title),
            area.x * 100.0 / WIDTH,
            area.y * 100.0 / HEIGHT,
            area.width * 100.0 / WIDTH,
            area.height * 100.0 / HEIGHT,
            escape(&folder.path)
        );
    }
    out.push_str("</div></section>\n");
    out
}

/// Areas in proportion to the sizes (largest first), as near to squares as rows allow.
fn squarify(sizes: &[f64], whole: Area) -> Vec<Area> {
    let total: f64 = sizes.iter().sum();
    let scale = whole.width * whole.height / total.max(f64::MIN_POSITIVE);
    let mut areas = Vec::with_capacity(sizes.len());
    let (mut rest, mut from) = (whole, 0);
    while from < sizes.len() {
        let side = rest.width.min(rest.height).max(f64::MIN_POSITIVE);
        let mut to = from + 1;
        while to < sizes.len()
            && worst(&sizes[from..=to], side, scale) <= worst(&sizes[from..to], side, scale)
        {
            to += 1;
        }
        let row = &sizes[from..to];
        let depth = row.iter().sum::<f64>() * scale / side;
        let mut along = 0.0;
        let upright = rest.width >= rest.height;
        for size in row {
            let length = size * scale / depth.max(f64::MIN_POSITIVE);
            areas.push(if upright {
                Area {
                    x: rest.x,
                    y: rest.y + along,
                    width: depth,
                    height: length,
                }
            } else {
                Area {
                    x: rest.x + along,
                    y: rest.y,
                    width: length,
                    height: depth,
                }
            });
            along += length;
        }
        if upright {
            rest.x += depth;
            rest.width -= depth;
        } else {
            rest.y += depth;
            rest.height -= depth;
        }
        from = to;
    }
    areas
}

/// The longest shape in a row of sizes along a side.
fn worst(row: &[f64], side: f64, scale: f64) -> f64 {
    let sum = row.iter().sum::<f64>() * scale;
    let shape = |size: &f64| {
        let area = size * scale;
        let ratio = side * side * area / (sum * sum);
        ratio.max(1.0 / ratio)
    };
    row.iter().map(shape).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_fill_the_whole_in_proportion() {
        let whole = Area {
            x: 0.0,
            y: 0.0,
            width: 60.0,
            height: 40.0,
        };
        let sizes = [6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0];
        let areas = squarify(&sizes, whole);
        for (area, size) in areas.iter().zip(sizes) {
            assert!((area.width * area.height - size * 100.0).abs() < 1e-6);
            assert!(area.x >= 0.0 && area.x + area.width <= 60.0 + 1e-6);
            assert!(area.y >= 0.0 && area.y + area.height <= 40.0 + 1e-6);
        }
    }
}
