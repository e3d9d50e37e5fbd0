//! From bytes to text.
//!
//! Which character set a file uses is found out in this order:
//!
//! 1. a byte order mark (UTF-8, UTF-16);
//! 2. the first game's `CA` property. Where the bytes are no valid UTF-8, parsing cannot be
//!    trusted before the character set is known, and what looks like a `CA` in the first
//!    64 KiB is taken for one;
//! 3. UTF-8, if all bytes are valid UTF-8;
//! 4. ISO-8859-1, the standard's default.
//!
//! A set that is named but does not fit gives way to UTF-8 if that does fit: there are
//! programs that write UTF-8 under any name. Names are those of the Web's encoding standard
//! (`gb2312` is read as its superset GBK, and so on), and Windows code pages.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::error::shown;
use super::parse;

/// How far into the file something like a `CA` is looked for: headers are some hundred bytes, of the first
/// game at least.
const SEARCHED: usize = 1 << 16;
/// Longest name of a character set; the longest registered ones have about 25 letters.
const LONGEST_NAME: usize = 40;

/// Decoded text.
pub(super) struct Decoded {
    pub text: String,
    /// The name of the character set it was in.
    pub charset: &'static str,
    /// What was odd, if anything.
    pub warning: Option<String>,
}

/// Decodes a file. There is always some text, if perhaps with U+FFFD where bytes are invalid.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, bom)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[bom..], None);
    }
    let as_utf8 = std::str::from_utf8(bytes).ok();
    let mut warning = None;
    let stated = match as_utf8 {
        Some(text) => parse::root_value(text, "CA").map(Cow::Owned),
        None => lookalike(bytes).map(Cow::Borrowed),
    };
    if let Some(name) = stated {
        match by_name(name.trim()) {
            Some(encoding) if encoding == UTF_8 || as_utf8.is_none() => {
                return decode_as(encoding, bytes, None);
            }
            Some(encoding) => {
                let (text, bad) = encoding.decode_without_bom_handling(bytes);
                if !bad {
                    let (text, charset) = (text.into_owned(), encoding.name());
                    return Decoded {
                        text,
                        charset,
                        warning: None,
                    };
                }
                warning = Some(format!(
                    "CA[{}] does not fit the text, which is UTF-8",
                    shown(&name)
                ));
            }
            None => warning = Some(format!("CA[{}] is no known character set", shown(&name))),
        }
    }
    match as_utf8 {
        Some(text) => Decoded {
            text: text.to_owned(),
            charset: UTF_8.name(),
            warning,
        },
        None => decode_as(WINDOWS_1252, bytes, warning),
    }
}

fn decode_as(encoding: &'static Encoding, bytes: &[u8], warning: Option<String>) -> Decoded {
    let (text, bad) = encoding.decode_without_bom_handling(bytes);
    let charset = encoding.name();
    let invalid = || format!("some bytes are no valid {charset} and were replaced");
    Decoded {
        text: text.into_owned(),
        charset,
        warning: warning.or_else(|| bad.then(invalid)),
    }
}

/// The value of what looks like the first `CA` property.
fn lookalike(bytes: &[u8]) -> Option<&str> {
    let bytes = &bytes[..bytes.len().min(SEARCHED)];
    let starts = bytes
        .windows(3)
        .enumerate()
        .filter(|&(_, three)| three == b"CA[");
    starts
        .filter(|&(i, _)| i == 0 || !bytes[i - 1].is_ascii_alphanumeric())
        .find_map(|(i, _)| {
            let value = &bytes[i + 3..];
            let end = value
                .iter()
                .take(LONGEST_NAME)
                .position(|&byte| byte == b']')?;
            let name = std::str::from_utf8(&value[..end]).ok()?.trim();
            let fits = |c: char| c.is_ascii_alphanumeric() || "-_.:() ".contains(c);
            (!name.is_empty() && name.chars().all(fits)).then_some(name)
        })
}

fn by_name(name: &str) -> Option<&'static Encoding> {
    let lower = name.to_ascii_lowercase();
    let label = match lower.strip_prefix("cp").unwrap_or(&lower) {
        "932" => "shift_jis",
        "936" => "gbk",
        "949" => "euc-kr",
        "950" => "big5",
        "54936" => "gb18030",
        "65001" => "utf-8",
        _ => &lower,
    };
    // UTF-16 cannot be the truth where `CA[` was found as single bytes, and "replacement"
    // means that the Web refuses the set.
    let impossible = [UTF_16LE, UTF_16BE, encoding_rs::REPLACEMENT];
    Encoding::for_label(label.as_bytes()).filter(|encoding| !impossible.contains(encoding))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_name_valid_utf8_is_utf8_and_the_rest_is_latin() {
        let plain = decode("(;PB[Müller])".as_bytes());
        assert_eq!((&*plain.text, plain.charset), ("(;PB[Müller])", "UTF-8"));
        let latin = decode(b"(;PB[M\xfcller])");
        assert_eq!(
            (&*latin.text, latin.charset),
            ("(;PB[Müller])", "windows-1252")
        );
        assert_eq!(latin.warning, None);
    }

    #[test]
    fn the_named_set_is_used() {
        assert_eq!(
            decode(b"(;CA[big5]PB[\xb3\x5c\xa4\x5d])").text,
            "(;CA[big5]PB[許也])"
        );
        assert_eq!(
            decode(b"(;CA[cp932]PB[\x95\x5c\x95\x5d])").text,
            "(;CA[cp932]PB[表評])"
        );
        assert_eq!(
            decode(b"(;CA[ GB2312 ]PB[\xce\xe2])").text,
            "(;CA[ GB2312 ]PB[吴])"
        );
        assert_eq!(
            decode(b"(;CA[EUC-KR]PB[\xc0\xcc])").text,
            "(;CA[EUC-KR]PB[이])"
        );
        // In windows-1252 any bytes are valid, so the name is believed.
        assert_eq!(
            decode("(;CA[ISO-8859-1]PB[ü])".as_bytes()).text,
            "(;CA[ISO-8859-1]PB[Ã¼])"
        );
    }

    #[test]
    fn marks_win_over_names() {
        assert_eq!(decode(b"\xef\xbb\xbf(;CA[big5])").charset, "UTF-8");
        assert_eq!(decode(b"\xff\xfe(\0;\0)\0").text, "(;)");
        assert_eq!(decode(b"\xfe\xff\0(\0;\0)").text, "(;)");
    }

    #[test]
    fn oddities_are_reported() {
        let unknown = decode(b"(;CA[klingon])");
        assert!(unknown.warning.unwrap().contains("CA[klingon]"));
        let misfit = decode("(;CA[EUC-KR]PB[吴ü 清源])".as_bytes());
        assert_eq!((misfit.charset, misfit.warning.is_some()), ("UTF-8", true));
        let broken = decode(b"(;CA[UTF-8]PB[M\xfcller])");
        assert_eq!(broken.text, "(;CA[UTF-8]PB[M\u{fffd}ller])");
        assert!(broken.warning.unwrap().contains("UTF-8"));
    }

    #[test]
    fn what_only_contains_the_letters_is_no_name() {
        assert_eq!(lookalike(b"(;MCA[big5]C[CA[big5\\]])"), None);
        assert_eq!(lookalike(b"(;C[x]\nCA[big5])"), Some("big5"));
    }
}
