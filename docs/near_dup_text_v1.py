#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""The format of text-format.md in plain Python, to read and to check other implementations with.

A line of standard input is a JSON string, a line of output a JSON list of two: the list of its tokens, and that of its
numbers.
"""
import html.entities
import json
import re
import sys
import unicodedata

LONGEST, RUN = 255, 64

IGNORABLE = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
                       "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
                       "\U000e0000-\U000e0fff]")
FOLDED_MARK = re.compile("[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
                         "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1"
                         "\u08e3-\u08ff\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]")
CLUSTERS = re.compile("[\u3005-\u3007\u3021-\u3029\u3038-\u303c\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
                      "\U00020000-\U0003ffff"  # Han
                      "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001aff0-\U0001b16f"  # kana
                      "\uac00-\ud7af\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff"  # Hangul
                      "\u0e00-\u0e7f\u0e80-\u0eff\u0f00-\u0fff\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"
                      "\u1780-\u17ff]")  # Thai, Lao, Tibetan, Myanmar, Khmer
EMOJI = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]")
FORMS = {"\u0640": "", "\u0671": "\u0627", "\u0672": "\u0627", "\u0673": "\u0627", "\u0649": "\u064a",
         "\u06cc": "\u064a", "\u06a9": "\u0643", "\u06aa": "\u0643", "\u2018": "'", "\u2019": "'", "\u201b": "'",
         "\u02bc": "'", "\u05f3": "'", "\u05f4": '"', "\u066a": "%", "\u066b": ".", "\u066c": ",", "\u2212": "-",
         **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015", "-")}

# Telephone numbers and dates, whose separators say nothing: the digits of 7 to 15 in such a shape are one number.
SHAPES = re.compile(r"""
    (?: (?:1[ ])?[0-9]{3}(?:\)[ ]?|[ ])[0-9]{3}[-/.\ ]?[0-9]{4}   # (212) 555-0142
      | [0-9]{1,4}(?:[-/][0-9]{2,4}){1,7}                          # 2026-11-26
      | [0-9]{1,4}(?:\.[0-9]{2,4}){2,7}                            # 26.11.2026
      ) (?![-/.,]?[0-9])
  | (?: (?<=\+)[0-9]{1,4}(?:[ ][0-9]{2,8}){1,7}                    # +49 30 1234567
      | 0[0-9]{1,3}(?:[ ][0-9]{2,4}){2,7}                          # 06 12 34 56 78
      | [0-9]{2}[ ][0-9]{2}[ ][0-9]{4}
      | [0-9]{4}[ ][0-9]{2}[ ][0-9]{2}
      ) (?![-/.,\ ]?[0-9])
    """, re.VERBOSE)


def decoded(match):
    name = match.group(1)
    if name[0] != "#":
        code = 0x27 if name == "apos" else html.entities.name2codepoint.get(name, 0)
    else:
        code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else match.group()


def letter(c):
    return unicodedata.category(c)[0] in "LM"


def join_halves(text):
    """A word that was divided at the end of a line: a hyphen, and a lower-case letter in the next line."""
    def joined(match):
        at, end = match.span()
        whole = at > 0 and letter(text[at - 1]) and end < len(text) and unicodedata.category(text[end]) == "Ll"
        return "" if whole else match.group()
    return re.sub("[-\u2010\u00ad][ \t\r]{0,64}\n[ \t]{0,64}", joined, text)


def cut_marks(text):
    kept, run = [], 0
    for c in text:
        run = run + 1 if unicodedata.category(c)[0] == "M" or c in "\uff9e\uff9f" else 0
        if run <= RUN:
            kept.append(c)
    return "".join(kept)


def fold(text):
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = re.sub("&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,7});", decoded, text)
    text = text.replace("\u00b4", "'").replace(" \u0301", "'")  # NFKC makes the one of the other
    text = IGNORABLE.sub("", join_halves(text))
    text = unicodedata.normalize("NFKC", cut_marks(text))
    text = "".join(c.lower().upper() for c in text)
    text = "".join(c.lower() for c in text)  # each by itself: no final sigma
    text = unicodedata.normalize("NFC", FOLDED_MARK.sub("", unicodedata.normalize("NFD", text)))
    return "".join(str(unicodedata.decimal(c)) if unicodedata.category(c) == "Nd" else FORMS.get(c, c) for c in text)


def kind(c):
    """d digit, m mark, c one token with its marks, e emoji, l letter, $ currency, % percent, space, or other."""
    category = unicodedata.category(c)
    if category == "Nd":
        return "d"
    if category[0] == "M":
        return "m"
    if category[0] in "LN":
        return "c" if CLUSTERS.match(c) else "l"
    if category == "So":
        return "e" if EMOJI.match(c) else "o"
    if category == "Sc":
        return "$"
    return "%" if c in "%\u2030" else " " if category[0] == "Z" or c in "\t\n\v\f\r\x85" else "o"


def tokens(text):
    text = fold(text)
    kinds = [kind(c) for c in text]
    found, i = [], 0

    def is_kind(at, wanted):
        return 0 <= at < len(text) and kinds[at] in wanted

    def is_char(at, wanted):
        return 0 <= at < len(text) and text[at] in wanted

    def joins(at):
        """Whether this character lies inside a word."""
        if not (is_kind(at - 1, "ldm") and is_kind(at + 1, "ld")):
            return False
        letters = kinds[at - 1] != "d" and kinds[at + 1] == "l"
        digits = kinds[at - 1] == "d" == kinds[at + 1]
        if text[at] == '"':
            return letters and "\u05d0" <= text[at - 1] <= "\u05ea" and "\u05d0" <= text[at + 1] <= "\u05ea"
        return (text[at] == "_" or text[at] in "'." and (letters or digits) or text[at] == "\u00b7" and letters
                or text[at] in ",\u2044" and digits)

    def number_of_shape(at):
        """The end of a telephone number or a date; the start if there is none."""
        shape = SHAPES.match(text, at)
        if shape is None or is_kind(shape.end(), "lm"):
            return at
        return shape.end() if 7 <= sum(c in "0123456789" for c in shape.group()) <= 15 else at

    def after_sign(at):
        return at == 0 or is_kind(at - 1, " ") or is_char(at - 1, "([{\"=:;<>~|")

    while i < len(text):
        if kinds[i] == "c":
            end = i + 1
            while is_kind(end, "m") and end - i < LONGEST:
                end += 1
            found.append(text[i:end])
            i = end
            continue
        if kinds[i] == "e":
            found.append(text[i])
            i += 1
            continue
        sign, currency, start = "", "", i
        if is_char(start, "-") and after_sign(start) and (is_kind(start + 1, "d$")):
            sign, start = "-", start + 1
        if is_kind(start, "$"):
            number = start + 1 + is_char(start + 1, " ")
            if not sign and is_char(number, "-") and is_kind(number + 1, "d"):
                number, sign = number + 1, "-"
            if is_kind(number, "d"):
                currency, start = text[start], number
        if not is_kind(start, "dl") or start > i and not is_kind(start, "d"):
            i += 1
            continue
        end = start if sign or not is_kind(start, "d") else number_of_shape(start)
        if end > start:
            found.append(currency + "".join(c for c in text[start:end] if c in "0123456789"))
            i = end
            continue
        while end - start < LONGEST and (is_kind(end, "ldm") or end > start and is_char(end, "_'.\"\u00b7,\u2044")
                                         and joins(end)):
            end += 1
        body = text[start:end]
        if is_char(end, "+") and is_char(end + 1, "+") and not is_char(end + 2, "+"):
            body, end = body + "++", end + 2
        elif is_char(end, "+") and not is_char(end + 1, "+") and not is_kind(end + 1, "ldc"):
            body, end = body + "+", end + 1
        elif is_char(end, "#") and not is_char(end + 1, "#") and not is_kind(end + 1, "ldc"):
            body, end = body + "#", end + 1
        elif (end - start == 1 and kinds[start] == "l" and is_char(end, "-") and not is_char(start - 1, "-")
              and (end + 1 == len(text) or is_kind(end + 1, " ") or is_char(end + 1, ".,;:!?)\""))):
            body, end = body + "-", end + 1
        elif is_kind(start, "d"):
            unit = end + is_char(end, " ")
            if is_kind(unit, "%"):
                body, end = body + text[unit], unit + 1
            elif is_kind(unit, "$") and not currency and not is_kind(unit + 1 + is_char(unit + 1, " "), "d"):
                currency, end = text[unit], unit + 1
        found.append(sign + currency + body)
        i = end
    return found


NUMBER_WORDS = {word: str(i) for names in (
    "zero one two three four five six seven eight nine ten eleven twelve",
    "- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
    for i, word in enumerate(names.split()) if word != "-"}


def numbers(text):
    found = []
    for token in tokens(text):
        digits = re.findall("0*([0-9]+(?:[.,'\u2044][0-9]+)*)", token)
        if digits:
            found += ["-" * token.startswith("-") + digits[0]] + digits[1:]
        elif token in NUMBER_WORDS:
            found.append(NUMBER_WORDS[token])
    return found


if __name__ == "__main__":
    for line in sys.stdin:
        text = json.loads(line)
        print(json.dumps([tokens(text), numbers(text)]))
