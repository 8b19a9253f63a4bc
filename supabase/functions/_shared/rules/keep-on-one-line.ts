const NO_BREAK_SPACE = "\u{a0}";
const MAX_LENGTH = 30;

/** Keeps a short text, such as a phone number, on one line. Longer text may wrap, because it must fit on a phone. */
export const keepOnOneLine = (text: string): string =>
  text.length > MAX_LENGTH ? text : text.replaceAll(" ", NO_BREAK_SPACE);

const STATE_AND_ZIP = /^[A-Z]{2} \d{5}(?:-\d{4})?$/;

/** Returns an address that breaks only between its parts, and never between the city, the state and the ZIP code. */
export const keepAddressPartsTogether = (address: string): string =>
  address
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .reduce((line, part) => {
      if (line === "") return keepOnOneLine(part);
      const space = STATE_AND_ZIP.test(part) ? NO_BREAK_SPACE : " ";
      return `${line},${space}${keepOnOneLine(part)}`;
    }, "");
