/**
 * Returns the first letter of a name. The same rule as the SQL function `private.public_initial`: apostrophes that Unicode
 * counts as letters, such as the one in ʻAkana, don't count.
 */
export const getInitial = (name: string): string => {
  const [letter = ""] =
    /(?![\u{2b0}-\u{2ff}])\p{Alphabetic}[\u{300}-\u{36f}]?/u.exec(name.normalize("NFKC")) ?? [];
  const capital = letter.toUpperCase();
  return capital.length === letter.length ? capital : letter;
};
