import { describe, expect, it } from "vitest";
import {
  currentPassword,
  email,
  line,
  linklessName,
  linklessText,
  newPassword,
  phone,
  text,
  zipCode,
} from "./fields.ts";

/** Characters that come along when people copy text, and where they come from. */
const HIDDEN: Readonly<Record<string, string>> = {
  "a PDF's control characters": "\u{1}\u{7}\u{1f}",
  NUL: "\u{0}",
  "a delete": "\u{7f}",
  "C1 controls": "\u{80}\u{9f}",
  "a soft hyphen": "\u{ad}",
  "an Arabic letter mark": "\u{61c}",
  "a Mongolian vowel separator": "\u{180e}",
  "a zero-width space": "\u{200b}",
  "direction marks": "\u{200e}\u{200f}",
  "a contact app's embedding": "\u{202a}\u{202c}",
  "an override": "\u{202e}\u{202d}",
  "a word joiner": "\u{2060}",
  isolates: "\u{2066}\u{2067}\u{2068}\u{2069}",
  "a byte order mark": "\u{feff}",
  "interlinear annotations": "\u{fff9}\u{fffb}",
};

it("threat 55: a long run of accents in an order that has to be sorted takes no time", () => {
  const accents = `a${"\u{301}".repeat(200_000)}${"\u{316}".repeat(200_000)}`;
  const schemas = [linklessText(500), linklessName(100), phone, newPassword, currentPassword];
  const startedAt = performance.now();
  for (const schema of schemas) {
    expect(schema.safeParse(`555 0100 0100 ${accents}`).success).toBe(false);
  }
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

describe.each(Object.entries(HIDDEN))("%s", (_, characters) => {
  it("is taken out of every kind of text", () => {
    const [first, ...others] = characters;
    const around = (value: string) =>
      `${first}${value[0]}${characters}${value.slice(1)}${others.join("")}`;
    expect(line(100).parse(around("Ana Núñez"))).toBe("Ana Núñez");
    expect(text(100).parse(around("Two\nlines"))).toBe("Two\nlines");
    expect(phone.parse(around("(817) 555-0142"))).toBe("(817) 555-0142");
    expect(email.parse(around("ana@example.org"))).toBe("ana@example.org");
  });

  it("is no text by itself, and doesn't count toward the longest", () => {
    expect(line(100).safeParse(` ${characters} `).success).toBe(false);
    expect(line(100, 0).parse(characters)).toBe("");
    expect(line(3).parse(`a${characters}bc`)).toBe("abc");
  });
});

it.each([
  ["a variation selector alone", "\u{fe0f}"],
  ["joiners alone", "\u{200d} \u{200c}"],
  ["a Hangul filler", "\u{3164}"],
  ["a blank Braille pattern", "\u{2800}\u{2800}"],
  ["a mark without a letter", "\u{301}"],
  ["tags without a flag", "\u{e0067}\u{e0062}"],
  ["a no-break space", "\u{a0}\u{2007}\u{202f}"],
])("a name can't be %s", (_, name) => {
  expect(line(100).safeParse(name).success).toBe(false);
});

it.each([
  ["a Persian word with a non-joiner", "می\u{200c}خواهم"],
  ["a Sinhala word with a joiner", "ක්\u{200d}ෂ"],
  ["an emoji of several", "👩\u{200d}🚀 and 👨\u{200d}👩\u{200d}👧"],
  ["an emoji with a selector", "❤\u{fe0f}\u{200d}🔥 ☎\u{fe0f}"],
  ["a keycap", "1\u{fe0f}\u{20e3}"],
  ["the flag of Scotland", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["a Japanese name with a variant", "渡邉\u{e0100}"],
  ["Arabic", "محمد"],
])("%s stays", (_, value) => {
  expect(line(100).parse(value)).toBe(value);
});

it("joins the lines of a copied title, and keeps those of a text", () => {
  expect(line(100).parse("A good\u{b}year")).toBe("A good year");
  expect(line(100).parse("A good\u{2028}year")).toBe("A good year");
  expect(text(100).parse("A good\u{b}year")).toBe("A good\nyear");
  expect(line(100).safeParse("A good\nyear").error?.issues[0]?.message).toBe(
    "Keep this on one line.",
  );
});

it.each(["76102-1234", " 76102-1234", "76102 1234", "761021234", "76102\u{2013}1234\u{202c}"])(
  "reads the ZIP code %j",
  (value) => {
    expect(zipCode.parse(value)).toBe("76102-1234");
  },
);
