import { type FontFiles, MARGIN, PageWriter } from "./page-writer.ts";

/** The text of a printed card. */
export interface CardText {
  readonly heading: string;
  readonly sentences: readonly string[];
  readonly message: string;
  /** The recipient's name and postal address. */
  readonly address: readonly string[];
  /** The organization's name and postal address. */
  readonly senderLines: readonly string[];
}

/** Emoji are removed from messages, because our fonts don't have them. */
const PICTOGRAPHS = /\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\u{200d}|\u{fe0f}/gu;

/**
 * At this height, the recipient's address shows in the window of a No. 10 envelope if the letter is folded in thirds.
 */
const ADDRESS_TOP = 650;

/** Splits a donor's text into lines without tabs or surrounding spaces. */
export const splitIntoLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replaceAll("\t", " ").trim())
    .filter((line) => line !== "");

/** Returns the card as a tagged PDF on one page, or undefined if our fonts lack one of its letters. */
export async function createTributePdf(
  card: CardText,
  fontFiles: FontFiles,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const message = splitIntoLines(card.message.replaceAll(PICTOGRAPHS, ""));
  const writer = await PageWriter.start(fontFiles);
  const { heading, sentences, address, senderLines } = card;
  if (!writer.canWrite([heading, ...message, ...sentences, ...address, ...senderLines]))
    return undefined;
  writer.setMetadata({ title: heading, author: senderLines[0] ?? "" });
  const writeLines = (lines: readonly string[], size: number, hasBoldStart = false) => {
    for (const [index, line] of lines.entries()) {
      const font = hasBoldStart && index === 0 ? writer.bold : writer.regular;
      writer.writeWithTag(writer.tags.root, "P", () => writer.writeParagraph(line, { size, font }));
    }
  };

  writeLines(senderLines, 9, true);
  writer.y = Math.min(writer.y - MARGIN / 2, ADDRESS_TOP);
  writeLines(address, 11);
  writer.y -= MARGIN;
  writer.writeWithTag(writer.tags.root, "H1", () =>
    writer.writeParagraph(heading, { size: 20, font: writer.bold }),
  );
  for (const text of [...sentences, ...message]) {
    writer.y -= 12;
    writeLines([text], 12);
  }
  return writer.save();
}
