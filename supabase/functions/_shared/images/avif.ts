import { asciiBytes, ByteReader, assertPicture, assertEnd, partCounter } from "./bytes.ts";
import type { CleanedImage } from "./picture.ts";

/** Items with coded image data or compositions of it. All other items are metadata. */
const PICTURE_ITEMS = new Set(["av01", "grid", "iovl", "tmap"]);
const META_BOXES = new Set([
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
const PROPERTIES = new Set(
  "ispe pixi av1C colr irot imir pasp clap auxC a1op a1lx lsel clli mdcv amve".split(" "),
);

interface Box {
  readonly type: string;
  readonly start: number;
  /** Offset of the content in the file. */
  readonly from: number;
  readonly content: ByteReader;
}
interface Extent {
  readonly itemId: number;
  readonly inItemData: boolean;
  readonly offset: number;
  readonly length: number;
}

export function cleanAvif(bytes: Uint8Array<ArrayBuffer>): CleanedImage {
  const boxes = readBoxes(new ByteReader(bytes));
  const meta = findMeta(boxes);
  const copy = new BlankCopy(bytes);
  keepTopBoxes(copy, boxes);
  meta.content.take(4);
  const parts = readBoxes(meta.content);
  for (const box of parts) if (!META_BOXES.has(box.type)) copy.drop(box);
  blankHandlerName(copy, parts);
  const { pictures, names } = readItems(onlyPart(parts, "iinf").content);
  for (const [from, to] of names) copy.blank(from, to);
  keepCodedData(copy, boxes, parts, pictures);
  const { width, height } = cleanProperties(copy, onlyPart(parts, "iprp"));
  return { type: "image/avif", width, height, bytes: copy.bytes };
}

/**
 * File offsets must not change, so nothing moves: the result starts as zeros, and only the boxes that describe the image
 * and its coded data are copied to it.
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
  rename(box: Box): void {
    this.bytes.set(asciiBytes("free"), box.start + 4);
  }

  drop(box: Box): void {
    this.rename(box);
    this.blank(box.from, box.content.end);
  }
}

function findMeta(boxes: readonly Box[]): Box {
  const [brands] = boxes;
  assertPicture(brands?.type === "ftyp" && isAvif(brands.content), "not an AVIF file");
  return onlyPart(boxes, "meta");
}

function onlyPart(boxes: readonly Box[], type: string): Box {
  const found = boxes.filter((box) => box.type === type);
  assertPicture(found.length === 1 && found[0] !== undefined, "contains no image");
  return found[0];
}

function keepTopBoxes(copy: BlankCopy, boxes: readonly Box[]): void {
  for (const box of boxes) {
    copy.copyRange(box.start, box.from);
    if (box.type === "ftyp" || box.type === "meta") copy.copyRange(box.from, box.content.end);
    else if (box.type !== "mdat") copy.rename(box);
  }
}

/** A handler name is free text after 20 fixed bytes. */
function blankHandlerName(copy: BlankCopy, parts: readonly Box[]): void {
  const handler = onlyPart(parts, "hdlr").content;
  copy.blank(Math.min(handler.offset + 20, handler.end), handler.end);
}

/** Keeps the coded data of the image items, and nothing else of the boxes that hold it. */
function keepCodedData(
  copy: BlankCopy,
  boxes: readonly Box[],
  parts: readonly Box[],
  pictures: ReadonlySet<number>,
): void {
  const itemData = parts.find(({ type }) => type === "idat")?.content;
  const itemDataStart = itemData?.offset ?? 0;
  if (itemData !== undefined) copy.blank(itemData.offset, itemData.end);
  const media = boxes.filter(({ type }) => type === "mdat").map(({ content }) => content);
  assertPicture(media.length <= 10, "too many parts");
  let codedLength = 0;
  for (const extent of readLocations(onlyPart(parts, "iloc").content)) {
    if (!pictures.has(extent.itemId)) continue;
    const from = extent.inItemData ? itemDataStart + extent.offset : extent.offset;
    const containers = extent.inItemData ? [itemData] : media;
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
function cleanProperties(copy: BlankCopy, properties: Box): { width: number; height: number } {
  let [width, height] = [0, 0];
  let isRotated = false;
  for (const container of readBoxes(properties.content)) {
    if (container.type !== "ipco") continue;
    for (const property of readBoxes(container.content)) {
      if (!PROPERTIES.has(property.type)) copy.drop(property);
      if (property.type === "irot") isRotated = (property.content.u8() & 1) === 1;
      if (property.type !== "ispe") continue;
      property.content.take(4);
      width = Math.max(width, property.content.u32());
      height = Math.max(height, property.content.u32());
    }
  }
  return isRotated ? { width: height, height: width } : { width, height };
}

function readBoxes(reader: ByteReader): Box[] {
  const boxes: Box[] = [];
  const countPart = partCounter();
  while (reader.remaining >= 8) {
    countPart();
    const start = reader.offset;
    const length = reader.u32();
    const type = reader.ascii(4);
    // 0 means to the end of the file; 64-bit lengths exceed the upload limit.
    assertPicture(length === 0 || length >= 8, "an invalid box");
    const content = reader.part(length === 0 ? reader.remaining : length - 8);
    boxes.push({ type, start, from: content.offset, content });
  }
  assertEnd(reader);
  return boxes;
}

function isAvif(brands: ByteReader): boolean {
  const names = [brands.ascii(4)];
  brands.take(4);
  while (brands.remaining > 0) names.push(brands.ascii(4));
  return (
    names.length <= 20 &&
    names.every((name) => /^[A-Za-z0-9 ]{4}$/.test(name)) &&
    names.includes("avif")
  );
}

/** Returns the ids of image items, and the positions of item names, which are free text. */
function readItems(content: ByteReader) {
  const pictures = new Set<number>();
  const names: [number, number][] = [];
  const isShort = content.u8() === 0;
  content.take(3);
  const count = isShort ? content.u16() : content.u32();
  const entries = readBoxes(content);
  assertPicture(entries.length === count, "invalid items");
  for (const { type, content: entry } of entries) {
    const version = entry.u8();
    assertPicture(type === "infe" && (version === 2 || version === 3), "invalid items");
    entry.take(3);
    const itemId = version === 2 ? entry.u16() : entry.u32();
    entry.take(2);
    if (PICTURE_ITEMS.has(entry.ascii(4))) pictures.add(itemId);
    names.push([entry.offset, entry.end]);
  }
  return { pictures, names };
}

function readLocations(content: ByteReader): Extent[] {
  const version = content.u8();
  assertPicture(version <= 2, "invalid item locations");
  content.take(3);
  const sizes = content.u16();
  const readNumber = (bits: number): number => {
    const size = (sizes >> bits) & 15;
    assertPicture(size === 0 || size === 4 || size === 8, "invalid item locations");
    if (size === 8) assertPicture(content.u32() === 0, "truncated");
    return size === 0 ? 0 : content.u32();
  };
  const extents: Extent[] = [];
  const countPart = partCounter();
  const items = version < 2 ? content.u16() : content.u32();
  for (let item = 0; item < items; item += 1) {
    countPart();
    const itemId = version < 2 ? content.u16() : content.u32();
    const method = version === 0 ? 0 : content.u16() & 15;
    assertPicture(method <= 1 && content.u16() === 0, "data in another file");
    const base = readNumber(4);
    for (let remaining = content.u16(); remaining > 0; remaining -= 1) {
      countPart();
      if (version > 0) readNumber(0);
      const offset = base + readNumber(12);
      extents.push({ itemId, inItemData: method === 1, offset, length: readNumber(8) });
    }
  }
  return extents;
}
