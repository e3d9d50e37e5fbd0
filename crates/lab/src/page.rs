//! HTML pages that need nothing but themselves: no script, nothing from elsewhere.

use std::fmt::Write as _;

use crate::plot::escaped;

const STYLE: &str = "\
body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:bold;padding:.3rem 0}
th,td{border-bottom:1px solid #bbb;padding:.25rem .7rem;text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left}
svg{max-width:100%;height:auto;border:1px solid #ddd}
td{white-space:nowrap}td:last-child{white-space:normal}
figure{margin:1rem 0}pre{white-space:pre-wrap;background:#f4f4f4;padding:.6rem}
";

/// A page that is being written.
pub(crate) struct Page {
    title: String,
    body: String,
}

impl Page {
    pub(crate) fn new(title: &str) -> Self {
        Self {
            title: escaped(title),
            body: String::new(),
        }
    }

    pub(crate) fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escaped(text));
    }

    /// Text; blank lines divide it into paragraphs.
    pub(crate) fn text(&mut self, text: &str) {
        for paragraph in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
            let _ = writeln!(self.body, "<p>{}</p>", escaped(paragraph.trim()));
        }
    }

    /// Text as a program writes it.
    pub(crate) fn code(&mut self, text: &str) {
        let _ = writeln!(self.body, "<pre>{}</pre>", escaped(text));
    }

    /// A picture, as SVG.
    pub(crate) fn picture(&mut self, svg: &str) {
        let _ = writeln!(self.body, "<figure>\n{svg}</figure>");
    }

    /// A table: the first row is its head, the first column names the rows.
    pub(crate) fn table(&mut self, caption: &str, rows: &[Vec<String>]) {
        let Some((head, rows)) = rows.split_first() else {
            return;
        };
        let _ = writeln!(self.body, "<table><caption>{}</caption>", escaped(caption));
        self.body += "<thead><tr>";
        for cell in head {
            let _ = write!(self.body, "<th scope=\"col\">{}</th>", escaped(cell));
        }
        self.body += "</tr></thead>\n<tbody>\n";
        for row in rows {
            self.body += "<tr>";
            for (i, cell) in row.iter().enumerate() {
                let (tag, scope) = if i == 0 {
                    ("th", " scope=\"row\"")
                } else {
                    ("td", "")
                };
                let _ = write!(self.body, "<{tag}{scope}>{}</{tag}>", escaped(cell));
            }
            self.body += "</tr>\n";
        }
        self.body += "</tbody></table>\n";
    }

    pub(crate) fn finished(self) -> String {
        let Self { title, body } = self;
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
        )
    }
}

/// The cells of a table.
pub(crate) fn cells<const N: usize>(row: [&str; N]) -> Vec<String> {
    row.map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_a_page() {
        let mut page = Page::new("a <b>");
        page.table("t", &[cells(["", "x"]), cells(["<script>", "\"&\""])]);
        page.text("one\n\ntwo");
        let text = page.finished();
        assert!(!text.contains("<script>") && text.contains("&lt;script&gt;"));
        assert!(text.contains("<title>a &lt;b&gt;</title>"));
        assert_eq!(text.matches("<p>").count(), 2);
        assert!(!text.contains("http"), "nothing from elsewhere");
    }
}
