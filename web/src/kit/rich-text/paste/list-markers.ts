const ROMAN_DIGITS: Readonly<Record<string, number>> = {
  i: 1,
  v: 5,
  x: 10,
  l: 50,
  c: 100,
  d: 500,
  m: 1000,
};

const readRoman = (letters: string): number => {
  const digits = letters.split("").map((letter) => ROMAN_DIGITS[letter] ?? Number.NaN);
  return digits.reduce(
    (sum, digit, index) => (digit < (digits[index + 1] ?? 0) ? sum - digit : sum + digit),
    0,
  );
};

/** Word counts a to z, and then aa, bb and so on. */
const readLetters = (letters: string): number => {
  const [first = ""] = letters;
  const isRepeated = letters === first.repeat(letters.length);
  return isRepeated ? 26 * (letters.length - 1) + first.charCodeAt(0) - 96 : Number.NaN;
};

/**
 * Returns the numbers that the marker of a list item can stand for, likeliest first: "i." can be the first or the ninth.
 * Returns none for a bullet.
 */
export const readMarkerNumbers = (marker: string): readonly number[] => {
  const digits = marker.match(/\d+/g)?.at(-1);
  if (digits) return [Number(digits)];
  const letters = /^\s*\(?([a-z]{1,8})[.):]/i.exec(marker)?.[1]?.toLowerCase();
  if (!letters) return [];
  const numbers = [readRoman(letters), readLetters(letters)];
  // A list rarely starts at the Roman numeral 50, 100, 500 or 1000.
  if (/^[lcdm]$/.test(letters)) numbers.reverse();
  return numbers.filter((number) => !Number.isNaN(number));
};
