import { toAsciiBytes, ByteReader, assertEnd } from "./bytes.ts";
import { assertPicture } from "./not-a-picture.ts";
import type { CleanedImage } from "./picture.ts";

/** Items that are coded images or are built from them. All other items are metadata. */
const PICTURE_ITEM_TYPES = new Set(["av01", "grid", "iovl", "tmap"]);
const KEPT_META_BOX_TYPES = new Set([
  "hdlr",
  "pitm",
  "iloc",
  "iinf",
  "iref",
  "iprp",
  "idat",
  "grpl",
  "free",
]);
const KEPT_PROPERTY_TYPES = new Set(
  "ispe pixi av1C colr irot imir pasp clap auxC a1op a1lx lsel clli mdcv amve".split(" "),
);
const FREE_TYPE = toAsciiBytes("free");

interface Box {
  readonly type: string;
  readonly start: number;
  /** Offset of the content in the file. */
  readonly contentStart: number;
  readonly content: ByteReader;
}
interface Extent {
  readonly itemId: number;
  readonly isInItemData: boolean;
  readonly offset: number;
  readonly length: number;
}

export async function cleanAvif(bytes: Uint8Array<ArrayBuffer>): Promise<CleanedImage> {
  const boxes = await readBoxes(new ByteReader(bytes));
  const meta = findMeta(boxes);
  const copy = new BlankCopy(bytes);
  await copyTopLevelBoxes(copy, boxes);
  meta.content.take(4);
  const metaBoxes = await readBoxes(meta.content);
  for (const box of metaBoxes) {
    if (!KEPT_META_BOX_TYPES.has(box.type)) copy.drop(box);
    await box.content.progress.giveWay();
  }
  blankHandlerName(copy, metaBoxes);
  const { pictureIds, nameRanges } = await readItems(requireOnlyBox(metaBoxes, "iinf").content);
  for (const [from, to] of nameRanges) copy.blank(from, to);
  await keepCodedData(copy, boxes, metaBoxes, pictureIds);
  const { width, height } = await cleanProperties(copy, requireOnlyBox(metaBoxes, "iprp"));
  return { type: "image/avif", width, height, bytes: copy.bytes };
}

/**
 * File offsets must not change, so nothing moves: the result starts as zeros, and only the boxes that describe the
 * image and its coded data are copied to it.
 */
class BlankCopy {
  readonly #original: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(original: Uint8Array<ArrayBuffer>) {
    this.#original = original;
    this.bytes = new Uint8Array(original.length);
  }

  copyRange(from: number, to: number): void {
    this.bytes.set(this.#original.subarray(from, to), from);
  }

  blank(from: number, to: number): void {
    this.bytes.fill(0, from, to);
  }

  /** Turns a box into free space, which decoders skip. */
  renameToFree(box: Box): void {
    this.bytes.set(FREE_TYPE, box.start + 4);
  }

  drop(box: Box): void {
    this.renameToFree(box);
    this.blank(box.contentStart, box.content.end);
  }
}

function findMeta(boxes: readonly Box[]): Box {
  const [fileTypeBox] = boxes;
  assertPicture(fileTypeBox?.type === "ftyp" && isAvif(fileTypeBox.content), "not an AVIF file");
  return requireOnlyBox(boxes, "meta");
}

function requireOnlyBox(boxes: readonly Box[], type: string): Box {
  const matchingBoxes = boxes.filter((box) => box.type === type);
  assertPicture(matchingBoxes.length === 1 && matchingBoxes[0] !== undefined, "contains no image");
  return matchingBoxes[0];
}

async function copyTopLevelBoxes(copy: BlankCopy, boxes: readonly Box[]): Promise<void> {
  for (const box of boxes) {
    await box.content.progress.giveWay();
    copy.copyRange(box.start, box.contentStart);
    if (box.type === "ftyp" || box.type === "meta")
      copy.copyRange(box.contentStart, box.content.end);
    else if (box.type !== "mdat") copy.renameToFree(box);
  }
}

/** A handler name is free text after 20 fixed bytes. */
function blankHandlerName(copy: BlankCopy, metaBoxes: readonly Box[]): void {
  const handlerReader = requireOnlyBox(metaBoxes, "hdlr").content;
  copy.blank(Math.min(handlerReader.offset + 20, handlerReader.end), handlerReader.end);
}

/** Keeps the coded data of the image items and blanks everything else in the boxes that hold it. */
async function keepCodedData(
  copy: BlankCopy,
  boxes: readonly Box[],
  metaBoxes: readonly Box[],
  pictureIds: ReadonlySet<number>,
): Promise<void> {
  const itemData = metaBoxes.find(({ type }) => type === "idat")?.content;
  const itemDataStart = itemData?.offset ?? 0;
  if (itemData !== undefined) copy.blank(itemData.offset, itemData.end);
  const mediaReaders = boxes.filter(({ type }) => type === "mdat").map(({ content }) => content);
  assertPicture(mediaReaders.length <= 10, "too many parts");
  let codedLength = 0;
  for (const extent of await readLocations(requireOnlyBox(metaBoxes, "iloc").content)) {
    if (!pictureIds.has(extent.itemId)) continue;
    const from = extent.isInItemData ? itemDataStart + extent.offset : extent.offset;
    const containers = extent.isInItemData ? [itemData] : mediaReaders;
    assertPicture(
      containers.some(
        (container) =>
          container && container.offset <= from && from + extent.length <= container.end,
      ),
      "truncated",
    );
    codedLength += extent.length;
    assertPicture(codedLength <= copy.bytes.length, "the same data repeated many times");
    copy.copyRange(from, from + extent.length);
  }
  assertPicture(codedLength > 0, "contains no image");
}

/** Drops unknown properties and returns the size at which the image is displayed. */
async function cleanProperties(
  copy: BlankCopy,
  properties: Box,
): Promise<{ width: number; height: number }> {
  let [width, height] = [0, 0];
  let isRotated = false;
  for (const container of await readBoxes(properties.content)) {
    if (container.type !== "ipco") continue;
    for (const property of await readBoxes(container.content)) {
      await property.content.progress.giveWay();
      if (!KEPT_PROPERTY_TYPES.has(property.type)) copy.drop(property);
      if (property.type === "irot") isRotated = (property.content.u8() & 1) === 1;
      if (property.type !== "ispe") continue;
      property.content.take(4);
      width = Math.max(width, property.content.u32());
      height = Math.max(height, property.content.u32());
    }
  }
  return isRotated ? { width: height, height: width } : { width, height };
}

async function readBoxes(reader: ByteReader): Promise<Box[]> {
  const boxes: Box[] = [];
  while (reader.remaining >= 8) {
    await reader.progress.countPart();
    const start = reader.offset;
    const length = reader.u32();
    const type = reader.ascii(4);
    // A length of 0 means everything up to the end of the file. Files with 64-bit lengths exceed the upload limit.
    assertPicture(length === 0 || length >= 8, "an invalid box");
    const content = reader.takeSubReader(length === 0 ? reader.remaining : length - 8);
    boxes.push({ type, start, contentStart: content.offset, content });
  }
  await assertEnd(reader);
  return boxes;
}

const MAX_BRANDS = 20;

function isAvif(brandReader: ByteReader): boolean {
  if (brandReader.remaining > 4 * (MAX_BRANDS + 1)) return false;
  const brands = [brandReader.ascii(4)];
  brandReader.take(4);
  while (brandReader.remaining > 0) brands.push(brandReader.ascii(4));
  return brands.every((brand) => /^[A-Za-z0-9 ]{4}$/.test(brand)) && brands.includes("avif");
}

/** Returns the ids of image items, and the positions of item names, which are free text. */
async function readItems(content: ByteReader) {
  const pictureIds = new Set<number>();
  const nameRanges: [number, number][] = [];
  const hasShortCount = content.u8() === 0;
  content.take(3);
  const count = hasShortCount ? content.u16() : content.u32();
  const entryBoxes = await readBoxes(content);
  assertPicture(entryBoxes.length === count, "invalid items");
  for (const { type, content: entryReader } of entryBoxes) {
    const version = entryReader.u8();
    assertPicture(type === "infe" && (version === 2 || version === 3), "invalid items");
    entryReader.take(3);
    const itemId = version === 2 ? entryReader.u16() : entryReader.u32();
    entryReader.take(2);
    if (PICTURE_ITEM_TYPES.has(entryReader.ascii(4))) pictureIds.add(itemId);
    nameRanges.push([entryReader.offset, entryReader.end]);
  }
  return { pictureIds, nameRanges };
}

async function readLocations(content: ByteReader): Promise<Extent[]> {
  const version = content.u8();
  assertPicture(version <= 2, "invalid item locations");
  content.take(3);
  const packedSizes = content.u16();
  const readNumber = (shift: number): number => {
    const size = (packedSizes >> shift) & 15;
    assertPicture(size === 0 || size === 4 || size === 8, "invalid item locations");
    if (size === 8) assertPicture(content.u32() === 0, "truncated");
    return size === 0 ? 0 : content.u32();
  };
  const extents: Extent[] = [];
  const itemCount = version < 2 ? content.u16() : content.u32();
  for (let index = 0; index < itemCount; index += 1) {
    await content.progress.countPart();
    const itemId = version < 2 ? content.u16() : content.u32();
    const constructionMethod = version === 0 ? 0 : content.u16() & 15;
    assertPicture(constructionMethod <= 1 && content.u16() === 0, "data in another file");
    const baseOffset = readNumber(4);
    for (let remaining = content.u16(); remaining > 0; remaining -= 1) {
      await content.progress.countPart();
      if (version > 0) readNumber(0);
      const offset = baseOffset + readNumber(12);
      extents.push({
        itemId,
        isInItemData: constructionMethod === 1,
        offset,
        length: readNumber(8),
      });
    }
  }
  return extents;
}
