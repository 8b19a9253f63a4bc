const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  rsquo: "’",
  lsquo: "‘",
  ldquo: "“",
  rdquo: "”",
  copy: "©",
};

const ENTITY = /&(?:#(?<decimal>\d{1,7})|#x(?<hexadecimal>[\da-f]{1,6})|(?<name>\w{2,8}));/gi;

const decodeNumber = (code: number): string =>
  code > 31 && code < 0x10_ff_ff ? String.fromCodePoint(code) : " ";

/** Replaces HTML entities by their characters, once. `readName` decodes names beyond the most common ones. */
export const decodeEntities = (
  text: string,
  readName: (name: string) => string | undefined = () => undefined,
): string =>
  text.replaceAll(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return decodeNumber(Number(decimal));
    if (hexadecimal !== undefined) return decodeNumber(Number.parseInt(hexadecimal, 16));
    return NAMED_CHARACTERS[name.toLowerCase()] ?? readName(name) ?? entity;
  });
