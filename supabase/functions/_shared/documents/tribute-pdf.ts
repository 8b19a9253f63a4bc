import { type Color, rgb } from "@cantoo/pdf-lib";
import { type EmbeddedFont, INK } from "./embedded-font.ts";
import { drawMark, GOLD } from "./letterhead.ts";
import { type FontFiles, type PageSize, PageWriter } from "./page-writer.ts";
import { fitsWholeWords, wrapAddressLine, wrapText } from "./wrap-text.ts";

/** The text of a printed card. */
export interface CardText {
  readonly isMemorial: boolean;
  /** The line above the honored person's name. */
  readonly label: string;
  readonly honoree: string;
  readonly salutation: string;
  readonly sentences: readonly string[];
  /** The donor's message in quotation marks; empty if there is none. */
  readonly quotation: readonly string[];
  /** The donor's name, below the message. */
  readonly signature: string;
  /** The recipient's name and postal address. */
  readonly recipient: readonly string[];
  /** The organization's name and postal address. */
  readonly sender: readonly string[];
}

/** One side of a card on a page: all of it, or one half of a sheet to fold. */
interface Panel {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

interface CardLayout {
  readonly page: PageSize;
  readonly front: Panel;
  /** The panel with the text, on the second page. */
  readonly inside: Panel;
  /** The back of a folded card, on the first page. */
  readonly back?: Panel;
  /** The size of the envelope that the card fits into. */
  readonly envelope: PageSize;
}

const inches = (...lengths: readonly [number, number]): PageSize => [
  lengths[0] * 72,
  lengths[1] * 72,
];

const WHOLE_PANEL: Panel = { x: 0, width: 360, height: 504, margin: 30 };
const LEFT_PANEL: Panel = { x: 0, width: 396, height: 612, margin: 40 };
const RIGHT_PANEL: Panel = { ...LEFT_PANEL, x: 396 };

/** The envelopes are the sizes A7 and A9. */
const LAYOUTS = {
  five_by_seven: {
    page: inches(5, 7),
    front: WHOLE_PANEL,
    inside: WHOLE_PANEL,
    envelope: inches(7.25, 5.25),
  },
  half_letter: {
    page: inches(11, 8.5),
    front: RIGHT_PANEL,
    inside: RIGHT_PANEL,
    back: LEFT_PANEL,
    envelope: inches(8.75, 5.75),
  },
} satisfies Readonly<Record<string, CardLayout>>;

const QUIET = rgb(0.33, 0.38, 0.46);
/** Memorial cards have no gold. */
const SILVER = rgb(0.68, 0.7, 0.74);
const PICTURE_RATIO = 2 / 3;
const LINE_HEIGHT = 1.45;
const [NAME_SIZE, DETAILS_SIZE] = [9.5, 8.5];

/** Emoji are removed from messages, because our fonts don't have them. */
const PICTOGRAPHS = /\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\u{200d}|\u{fe0f}/gu;

/** Removes emoji from a donor's message. */
export const removePictographs = (message: string): string => message.replaceAll(PICTOGRAPHS, "");

/** What a card is printed with. */
interface CardMaterial {
  readonly fontFiles: FontFiles;
  /** A JPEG. */
  readonly picture: Uint8Array;
}

/**
 * Returns the card as a tagged PDF, or undefined if our fonts lack one of its letters. The first two pages are the two
 * sides of the sheet, and the third is the envelope.
 */
export async function createTributePdf(
  card: CardText,
  format: keyof typeof LAYOUTS,
  { fontFiles, picture }: CardMaterial,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const layout: CardLayout = LAYOUTS[format];
  const writer = await PageWriter.start(fontFiles, layout.page);
  const { label, honoree, salutation, sentences, quotation, signature, recipient, sender } = card;
  const texts = [label, honoree, salutation, ...sentences, ...quotation, signature];
  if (!writer.canWrite([...texts, ...recipient, ...sender])) return undefined;
  writer.setMetadata({ title: `${label} ${honoree}`, author: sender[0] ?? "" });

  const outside = writer.page;
  await drawPicture(writer, layout.front, { picture, alt: PICTURE_TEXTS[card.isMemorial ? 0 : 1] });
  writeFront(writer, layout.front, card);
  writer.startPage();
  writeInside(writer, layout.inside, card, layout.back ? [] : sender);
  if (!layout.back) writeSender(writer, layout.inside, sender);
  const inside = writer.page;
  if (layout.back) {
    writer.page = outside;
    writeSender(writer, layout.back, sender);
    drawFold(writer, layout.back);
    writer.page = inside;
  }
  writer.startPage(layout.envelope);
  writeEnvelope(writer, layout.envelope, card);
  return writer.save();
}

/** What the pictures show: on a memorial card, and on one in honor of someone. */
const PICTURE_TEXTS = [
  "A folded flag, a burning candle and a pair of boots at a window at dawn.",
  "A plane and a truck leave with care packages, which a driver carries.",
] as const;

const getAccent = (isMemorial: boolean): Color => (isMemorial ? SILVER : GOLD);

async function drawPicture(
  writer: PageWriter,
  panel: Panel,
  { picture: file, alt }: { readonly picture: Uint8Array; readonly alt: string },
): Promise<void> {
  const picture = await writer.document.embedJpg(file);
  const { page, tags } = writer;
  const width = panel.width - 2 * panel.margin;
  const height = width * PICTURE_RATIO;
  const position = { x: panel.x + panel.margin, y: panel.height - panel.margin - height };
  const tag = tags.add(writer.part, "Figure", { alt });
  tags.draw(page, tag, () => page.drawImage(picture, { ...position, width, height }));
}

interface CenteredStyle {
  readonly font: EmbeddedFont;
  readonly size: number;
  readonly color?: Color;
  readonly lineHeight?: number;
}

function writeCentered(writer: PageWriter, panel: Panel, text: string, style: CenteredStyle) {
  const { font, size, color = INK, lineHeight = LINE_HEIGHT } = style;
  for (const line of wrapText(font, text, size, panel.width - 2 * panel.margin)) {
    const x = panel.x + (panel.width - font.measureWidth(line, size)) / 2;
    writer.writeLine(line, { font, size, color, x }, lineHeight);
  }
}

const HONOREE_SIZES = [30, 27, 24, 21, 18, 16, 14, 12, 10] as const;
const HONOREE_LINE_HEIGHT = 1.2;

function writeFront(writer: PageWriter, panel: Panel, card: CardText): void {
  const { label, honoree, isMemorial, sender } = card;
  const width = panel.width - 2 * panel.margin;
  const pictureEnd = panel.height - panel.margin - width * PICTURE_RATIO;
  const markSize = 22;
  // The room between the picture and the mark above the organization's name.
  const room = { top: pictureEnd - 16, bottom: panel.margin + markSize + 38 };
  const labelSize = 12;
  const font = writer.chooseHeadingFont(honoree);
  const measure = (size: number) =>
    wrapText(font, honoree, size, width).length * size * HONOREE_LINE_HEIGHT;
  const labelHeight = labelSize * LINE_HEIGHT + 4;
  const available = room.top - room.bottom - labelHeight - 18;
  const size =
    HONOREE_SIZES.find(
      (candidate) =>
        measure(candidate) <= available &&
        wrapText(font, honoree, candidate, width).length <= 3 &&
        fitsWholeWords(font, honoree, candidate, width),
    ) ??
    HONOREE_SIZES.find((candidate) => measure(candidate) <= available) ??
    10;
  const height = labelHeight + measure(size) + 18;
  writer.y = room.top - Math.max(0, room.top - room.bottom - height) / 2;
  writer.writeWithTag(writer.part, "H1", () => {
    const labelStyle = { font: writer.regular, size: labelSize, color: QUIET };
    writeCentered(writer, panel, label, labelStyle);
    writer.y -= 4;
    writeCentered(writer, panel, honoree, { font, size, lineHeight: HONOREE_LINE_HEIGHT });
  });
  drawShortRule(writer, panel, writer.y - 16, getAccent(isMemorial));
  const center = panel.x + panel.width / 2;
  drawMark(writer, { x: center - markSize / 2, y: panel.margin + markSize + 24, size: markSize });
  writeOrganizationName(writer, panel, sender[0] ?? "");
}

function writeOrganizationName(writer: PageWriter, panel: Panel, name: string): void {
  const font = writer.chooseHeadingFont(name);
  const width = panel.width - 2 * panel.margin;
  const size = [10, 9, 8, 7].find((candidate) => font.measureWidth(name, candidate) <= width) ?? 6;
  writer.y = panel.margin + 8 + size * LINE_HEIGHT;
  writer.writeWithTag(writer.part, "P", () => writeCentered(writer, panel, name, { font, size }));
}

function drawShortRule({ page, tags }: PageWriter, panel: Panel, y: number, color: Color): void {
  const center = panel.x + panel.width / 2;
  tags.draw(page, undefined, () =>
    page.drawLine({
      start: { x: center - 24, y },
      end: { x: center + 24, y },
      thickness: 1.25,
      color,
    }),
  );
}

/** Paragraphs of the card's text at one scale. */
interface Paragraph {
  readonly kind: "salutation" | "sentence" | "quotation" | "signature";
  readonly lines: readonly string[];
  readonly font: EmbeddedFont;
  readonly size: number;
  readonly gap: number;
  readonly indent: number;
}

const QUOTATION_INDENT = 16;

function layOutText(
  writer: PageWriter,
  panel: Panel,
  card: CardText,
  scale: number,
): readonly Paragraph[] {
  const { salutation, sentences, quotation, signature } = card;
  const create = (
    kind: Paragraph["kind"],
    text: string,
    style: Pick<Paragraph, "font" | "size" | "gap"> & { readonly indent?: number },
  ): Paragraph => {
    const { font, indent = 0 } = style;
    const size = style.size * scale;
    const lines = wrapText(font, text, size, panel.width - 2 * panel.margin - indent);
    return { kind, lines, font, size, gap: style.gap * scale, indent };
  };
  const { regular } = writer;
  const quoted = { indent: QUOTATION_INDENT };
  return [
    create("salutation", salutation, {
      font: writer.chooseHeadingFont(salutation),
      size: 16,
      gap: 0,
    }),
    ...sentences.map((text) => create("sentence", text, { font: regular, size: 11.5, gap: 9 })),
    ...quotation.map((text, index) =>
      create("quotation", text, {
        font: regular,
        size: 12.5,
        gap: index === 0 ? 20 : 3,
        ...quoted,
      }),
    ),
    ...(quotation.length === 0
      ? []
      : [create("signature", signature, { font: writer.bold, size: 11.5, gap: 5, ...quoted })]),
  ];
}

const measureText = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce(
    (sum, { lines, size, gap }) => sum + gap + lines.length * size * LINE_HEIGHT,
    0,
  );

const TEXT_SCALES = [1.15, 1, 0.92, 0.84, 0.76, 0.68, 0.6] as const;

/** Lays out the text at the largest scale that fits. Lines that are too many are joined. */
function fitText(writer: PageWriter, panel: Panel, card: CardText, height: number) {
  const joined = { ...card, quotation: [card.quotation.join(" ")].filter(Boolean) };
  for (const version of [card, joined]) {
    for (const scale of TEXT_SCALES) {
      const paragraphs = layOutText(writer, panel, version, scale);
      if (measureText(paragraphs) <= height) return paragraphs;
    }
  }
  return layOutText(writer, panel, joined, 0.45);
}

function writeInside(
  writer: PageWriter,
  panel: Panel,
  card: CardText,
  sender: readonly string[],
): void {
  const senderTop = layOutSender(writer, panel, sender).top + (sender.length === 0 ? 0 : 14);
  const top = panel.height - panel.margin - 6;
  const paragraphs = fitText(writer, panel, card, top - senderTop);
  // A short text starts a little above the middle.
  writer.y = top - Math.max(0, top - senderTop - measureText(paragraphs)) * 0.4;
  const write = ({ lines, font, size, gap, indent }: Paragraph, parent = writer.part) => {
    writer.y -= gap;
    writer.writeWithTag(parent, "P", () => {
      for (const line of lines) {
        writer.writeLine(line, { font, size, x: panel.x + panel.margin + indent }, LINE_HEIGHT);
      }
    });
  };
  const isQuoted = ({ kind }: Paragraph) => kind === "quotation" || kind === "signature";
  for (const paragraph of paragraphs.filter((each) => !isQuoted(each))) write(paragraph);
  const [first, ...others] = paragraphs.filter(isQuoted);
  if (first === undefined) return;
  const quote = writer.tags.add(writer.part, "BlockQuote");
  const start = writer.y - first.gap;
  for (const paragraph of [first, ...others]) write(paragraph, quote);
  drawQuoteBar(writer, panel, { start, color: getAccent(card.isMemorial) });
}

function drawQuoteBar(
  { page, tags, y: end }: PageWriter,
  panel: Panel,
  { start, color }: { readonly start: number; readonly color: Color },
): void {
  const x = panel.x + panel.margin + 2;
  tags.draw(page, undefined, () =>
    page.drawLine({
      start: { x, y: start - 3 },
      end: { x, y: end - 4 },
      thickness: 2,
      color,
    }),
  );
}

/** Lays out the organization at the bottom of a panel. Without lines, it has no height. */
function layOutSender(
  writer: PageWriter,
  panel: Panel,
  [name = "", ...address]: readonly string[],
) {
  const width = panel.width - 2 * panel.margin;
  const font = writer.chooseHeadingFont(name);
  const names = name === "" ? [] : wrapText(font, name, NAME_SIZE, width).slice(0, 2);
  const details = address
    .flatMap((line) => wrapText(writer.regular, line, DETAILS_SIZE, width))
    .slice(0, 5);
  const height = (names.length * NAME_SIZE + details.length * DETAILS_SIZE) * LINE_HEIGHT;
  return { font, names, details, top: panel.margin + height };
}

function writeSender(writer: PageWriter, panel: Panel, sender: readonly string[]): void {
  const { font, names, details, top } = layOutSender(writer, panel, sender);
  writer.y = top;
  writer.writeWithTag(writer.part, "P", () => {
    for (const line of names) writeCentered(writer, panel, line, { font, size: NAME_SIZE });
    const style = { font: writer.regular, size: DETAILS_SIZE, color: QUIET };
    for (const line of details) writeCentered(writer, panel, line, style);
  });
}

/** Marks where the sheet is folded. */
function drawFold({ page, tags }: PageWriter, { width, height }: Panel): void {
  tags.draw(page, undefined, () => {
    for (const [start, end] of [
      [0, 8],
      [height - 8, height],
    ] as const) {
      page.drawLine({
        start: { x: width, y: start },
        end: { x: width, y: end },
        thickness: 0.4,
        color: SILVER,
      });
    }
  });
}

function writeEnvelope(writer: PageWriter, [width, height]: PageSize, card: CardText): void {
  const wrap = (lines: readonly string[], size: number, room: number) =>
    lines.flatMap((line) => wrapAddressLine(writer.regular, line, size, room));
  const write = (lines: readonly string[], size: number, x: number) =>
    writer.writeWithTag(writer.part, "P", () => {
      for (const line of lines) writer.writeLine(line, { size, x });
    });
  writer.y = height - 24;
  write(wrap(card.sender, 9, 200), 9, 30);
  const room = width * 0.58 - 30;
  const fits = (size: number) =>
    wrap(card.recipient, size, room).length * size * LINE_HEIGHT <= height * 0.5;
  const size = [12, 11, 10, 9, 8, 7].find(fits) ?? 6;
  writer.y = height * 0.56;
  write(wrap(card.recipient, size, room), size, width * 0.42);
}
