//! The picture itself: a frame with a title, a description, and pieces.

use std::fmt::Write as _;

use super::{Series, Style};

/// Text as HTML and SVG have it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Not allowed in XML, whatever a player calls itself.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Where a text is anchored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn.
pub(super) struct Picture {
    width: f64,
    height: f64,
    title: String,
    description: String,
    body: String,
}

impl Picture {
    pub(super) fn new(width: f64, height: f64, title: &str, description: &str) -> Self {
        Self {
            width,
            height,
            title: title.to_owned(),
            description: description.to_owned(),
            body: String::new(),
        }
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {style}/>"
        );
    }

    pub(super) fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        self.styled_text(at, anchor, "", text);
    }

    pub(super) fn styled_text(&mut self, at: (f64, f64), anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" {style}>{}</text>",
            at.0,
            at.1,
            escaped(text)
        );
    }

    /// A piece that says `label` when it is pointed at.
    pub(super) fn piece(&mut self, label: &str, shapes: &str) {
        let _ = writeln!(
            self.body,
            "<g><title>{}</title>{shapes}</g>",
            escaped(label)
        );
    }

    pub(super) fn raw(&mut self, shapes: &str) {
        self.body.push_str(shapes);
        self.body.push('\n');
    }

    /// The names of the series with their markers, in one row from `at`.
    pub(super) fn legend(&mut self, at: (f64, f64), series: &[Series], lines: bool) {
        let (mut x, y) = at;
        for (i, one) in series.iter().enumerate() {
            let style = Style::of(i);
            if lines {
                self.line((x - 10.0, y - 4.0), (x + 10.0, y - 4.0), &stroke(style));
            }
            self.raw(&style.marker(x, y - 4.0));
            self.text((x + 15.0, y), Anchor::Start, &one.name);
            x += 45.0 + 7.0 * one.name.chars().count() as f64;
        }
    }

    pub(super) fn finished(self) -> String {
        let Self {
            width,
            height,
            title,
            description,
            body,
        } = self;
        let (title, description) = (escaped(&title), escaped(&description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
        )
    }
}

/// The line of a series.
pub(super) fn stroke(style: Style) -> String {
    format!(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"",
        style.colour(),
        style.dashes()
    )
}

/// Lines that help to read values.
pub(super) const GRID: &str = "stroke=\"#ddd\"";
/// Axes.
pub(super) const AXIS: &str = "stroke=\"#222\"";
/// Values that others are compared with.
pub(super) const MARK: &str = "stroke=\"#555\" stroke-dasharray=\"5 4\"";

/// An error bar between two places, across or upright.
pub(super) fn error_bar(style: Style, from: (f64, f64), to: (f64, f64)) -> String {
    let colour = style.colour();
    let across = from.1 == to.1;
    let cap = |(x, y): (f64, f64)| {
        if across {
            format!("M{x:.1} {:.1}v8", y - 4.0)
        } else {
            format!("M{:.1} {y:.1}h8", x - 4.0)
        }
    };
    format!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}{}{}\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"1.5\"/>",
        from.0,
        from.1,
        to.0,
        to.1,
        cap(from),
        cap(to)
    )
}
