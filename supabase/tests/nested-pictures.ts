import { deflateSync } from "node:zlib";
import {
  buildPng,
  createPngHeader,
  joinBytes,
  patchBytes,
  readPicture,
  toAvifBox,
  toBytes,
  toJpegSegment,
  toPngChunk,
  toRiffChunk,
  toUint16,
  toUint32,
} from "./picture-bytes.ts";
import { toUpload, type UploadFile } from "./pictures.ts";

const MAX_UPLOAD_BYTES = 10_485_760;

/** Repeats `unit` between `start` and `end` up to the upload limit. */
export const fillToLimit = (start: Uint8Array, unit: Uint8Array, end: Uint8Array): Buffer => {
  const count = Math.floor((MAX_UPLOAD_BYTES - start.length - end.length) / unit.length);
  return joinBytes(start, Buffer.alloc(count * unit.length, unit), end);
};

/** Divides a count into ten. */
const divide = (count: number) =>
  Array.from({ length: 10 }, (_, index) => Math.floor((count + index) / 10));
const repeat = (unit: Uint8Array, count: number) => Buffer.alloc(count * unit.length, unit);

const JPEG_END = Buffer.from([0xff, 0xd9]);
const jpegStart = () => readPicture("plain.jpg").subarray(0, 2);
const jpegImage = () => readPicture("plain.jpg").subarray(2);
/** Fills a JPEG with segments, each of which is filled with `unit`, before the image. */
const fillJpeg = (marker: number, unit: Uint8Array, segmentStart: Uint8Array = Buffer.alloc(0)) => {
  const count = Math.floor((65_000 - segmentStart.length) / unit.length);
  const segment = toJpegSegment(marker, joinBytes(segmentStart, repeat(unit, count)));
  return toUpload("jpg", fillToLimit(jpegStart(), segment, jpegImage()));
};
const EXIF_START = joinBytes(toBytes("Exif\0\0MM"), toUint16(42), toUint32(8), toUint16(5000));

/** Stored blocks without content: five bytes each that inflate to nothing. */
const EMPTY_BLOCK = Buffer.from([0, 0, 0, 0xff, 0xff]);
const ZLIB_START = Buffer.from([0x78, 0x01]);
const createEmptyBlocks = (bytes: number) =>
  joinBytes(ZLIB_START, repeat(EMPTY_BLOCK, Math.floor(bytes / 5)));
const createPngImage = () => toPngChunk("IDAT", deflateSync(Buffer.alloc(10 * 31)));
const fillPng = (unit: Uint8Array) => {
  const png = buildPng(createPngHeader(10, 10), createPngImage());
  return toUpload("png", fillToLimit(png.subarray(0, 33), unit, png.subarray(33)));
};

const webpHeader = () =>
  toRiffChunk("VP8X", joinBytes(Buffer.from([0x02, 0, 0, 0]), Buffer.from([23, 0, 0, 15, 0, 0])));
const webpFrame = () => {
  const chunks = readPicture("plain.webp").subarray(12);
  return chunks.subarray(chunks.indexOf("VP8 "));
};
const FRAME_BOUNDS = Buffer.from([0, 0, 0, 0, 0, 0, 23, 0, 0, 15, 0, 0, 100, 0, 0, 0]);
/** Returns a frame with `count` empty chunks of the type. */
const createWebpFrame = (type: string, count: number) => {
  const emptyChunks = repeat(toRiffChunk(type, Buffer.alloc(0)), count);
  return toRiffChunk("ANMF", joinBytes(FRAME_BOUNDS, emptyChunks, webpFrame()));
};
const webpStart = () =>
  joinBytes(toBytes("WEBP"), webpHeader(), toRiffChunk("ANIM", Buffer.alloc(6)));
const toWebp = (body: Uint8Array) =>
  toUpload("webp", joinBytes(toBytes("RIFF"), toUint32(body.length, true), body));
const createWebp = (type: string, counts: readonly number[]) =>
  toWebp(joinBytes(webpStart(), ...counts.map((count) => createWebpFrame(type, count))));
/** Fills a WebP with frames, each of which has `count` empty chunks of the type. */
const fillWebp = (type: string, count: number) => {
  const riffHeader = Buffer.alloc(8);
  const start = joinBytes(riffHeader, webpStart());
  const end = Buffer.alloc(0);
  return toWebp(fillToLimit(start, createWebpFrame(type, count), end).subarray(riffHeader.length));
};

const gifHead = () => readPicture("plain.gif").subarray(0, 19);
const gifFrame = () => readPicture("plain.gif").subarray(19, -1);
/** Fills a GIF with blocks, each of which has `count` parts of `bytes` bytes, before the image. */
const fillGif = (label: number, bytes: number, count: number) => {
  const subBlock = joinBytes(Buffer.from([bytes]), Buffer.alloc(bytes, 1));
  const block = joinBytes(Buffer.from([0x21, label]), repeat(subBlock, count), Buffer.from([0]));
  return toUpload("gif", fillToLimit(gifHead(), block, joinBytes(gifFrame(), Buffer.from([0x3b]))));
};
/** Fills the image of a GIF with parts of `bytes` bytes. */
const fillGifImage = (bytes: number) =>
  toUpload(
    "gif",
    fillToLimit(
      joinBytes(gifHead(), gifFrame().subarray(0, -1)),
      joinBytes(Buffer.from([bytes]), Buffer.alloc(bytes, 1)),
      Buffer.from([0, 0x3b]),
    ),
  );

interface AvifBox {
  readonly type: string;
  readonly content: Buffer;
}
const readAvifBoxes = (bytes: Buffer): AvifBox[] => {
  const boxes: AvifBox[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const length = bytes.readUInt32BE(offset);
    const type = bytes.toString("latin1", offset + 4, offset + 8);
    boxes.push({ type, content: bytes.subarray(offset + 8, offset + length) });
    offset += length;
  }
  return boxes;
};
/** The position of the coded data's offset in the file, within the table of items. */
const CODED_OFFSET = 14;
/** Adds to the content of a box within the metadata, or to the metadata itself. */
const growMeta = (type: string, addition: Uint8Array) => {
  const shift = (content: Buffer) =>
    patchBytes(
      content,
      CODED_OFFSET,
      toUint32(content.readUInt32BE(CODED_OFFSET) + addition.length),
    );
  const boxes = readAvifBoxes(readPicture("plain.avif")).map((box) => {
    if (box.type !== "meta") return toAvifBox(box.type, box.content);
    const children = readAvifBoxes(box.content.subarray(4)).map((child) => {
      const content = child.type === "iloc" ? shift(child.content) : child.content;
      return toAvifBox(child.type, child.type === type ? joinBytes(content, addition) : content);
    });
    const version = box.content.subarray(0, 4);
    return toAvifBox(
      "meta",
      joinBytes(version, ...children, type === "meta" ? addition : version.subarray(4)),
    );
  });
  return toUpload("avif", joinBytes(...boxes));
};
const emptyBox = (type: string) => toAvifBox(type, Buffer.alloc(0));
const fillContainers = (containers: number, properties: number) =>
  growMeta("iprp", repeat(toAvifBox("ipco", repeat(emptyBox("free"), properties)), containers));
/** Makes the image's data out of `extents` pieces without content, and adds as many to other items. */
const fillLocations = (items: number, extents: number) => {
  const item = joinBytes(toUint16(2), toUint16(0), toUint16(extents), Buffer.alloc(8 * extents));
  const { type, bytes } = growMeta("iloc", repeat(item, items));
  const table = Buffer.from(bytes).indexOf("iloc");
  return {
    type,
    bytes: new Uint8Array(patchBytes(Buffer.from(bytes), table + 10, toUint16(1 + items))),
  };
};

/** A picture of each format with `count` parts more than it needs, and how many it needs. */
export const countedPictures: readonly {
  readonly name: string;
  readonly make: (count: number) => UploadFile;
  readonly neededParts: number;
}[] = [
  {
    name: "JPEG segments",
    make: (count) =>
      toUpload(
        "jpg",
        joinBytes(jpegStart(), repeat(Buffer.from([0xff, 0xe5, 0, 2]), count), jpegImage()),
      ),
    neededParts: 17,
  },
  {
    name: "PNG chunks",
    make: (count) => {
      const texts = repeat(toPngChunk("teXt", Buffer.alloc(0)), count);
      return toUpload("png", buildPng(createPngHeader(10, 10), texts, createPngImage()));
    },
    neededParts: 3,
  },
  {
    name: "WebP chunks in one frame",
    make: (count) => createWebp("ALPH", [count]),
    neededParts: 4,
  },
  {
    name: "WebP chunks in ten frames",
    make: (count) => createWebp("ALPH", divide(count)),
    neededParts: 22,
  },
  {
    name: "GIF blocks of data",
    make: (count) => {
      const part = Buffer.from([1, 1]);
      const data = joinBytes(gifHead(), gifFrame().subarray(0, -1), repeat(part, count));
      return toUpload("gif", joinBytes(data, Buffer.from([0, 0x3b])));
    },
    neededParts: 4,
  },
  {
    name: "AVIF properties in ten containers",
    make: (count) =>
      growMeta(
        "iprp",
        joinBytes(
          ...divide(count).map((part) => toAvifBox("ipco", repeat(emptyBox("free"), part))),
        ),
      ),
    neededParts: 27,
  },
];

const TOO_MANY = "too many parts";
interface NestedPicture {
  readonly name: string;
  readonly make: () => UploadFile;
  /** Why the file is refused, or `undefined` if it is taken. */
  readonly problem: string | undefined;
  /** The file is refused or taken without reading its parts. */
  readonly isSkipped?: true;
}

/**
 * Threat 67: each container of each format, filled with the smallest parts that it may have, up to the upload limit. A
 * file's parts are counted once per file, however they're nested.
 */
export const nestedPictures: readonly NestedPicture[] = [
  {
    name: "JPEG of empty segments",
    make: () =>
      toUpload("jpg", fillToLimit(jpegStart(), Buffer.from([0xff, 0xe5, 0, 2]), jpegImage())),
    problem: TOO_MANY,
  },
  {
    name: "JPEG of Huffman tables in segments",
    make: () => fillJpeg(0xc4, Buffer.alloc(17)),
    problem: TOO_MANY,
  },
  {
    name: "JPEG of quantization tables in segments",
    make: () => fillJpeg(0xdb, Buffer.alloc(65, 0).fill(1, 1)),
    problem: TOO_MANY,
  },
  {
    name: "JPEG of Exif entries in segments",
    make: () => fillJpeg(0xe1, Buffer.alloc(12), EXIF_START),
    problem: TOO_MANY,
  },
  {
    name: "JPEG of padding",
    make: () => toUpload("jpg", fillToLimit(jpegStart(), Buffer.from([0xff]), jpegImage())),
    problem: TOO_MANY,
  },
  {
    name: "JPEG of a scan of restart markers",
    make: () =>
      toUpload(
        "jpg",
        fillToLimit(readPicture("plain.jpg").subarray(0, -2), Buffer.from([0xff, 0xd0]), JPEG_END),
      ),
    problem: undefined,
  },
  {
    name: "PNG of empty chunks",
    make: () => fillPng(toPngChunk("teXt", Buffer.alloc(0))),
    problem: TOO_MANY,
  },
  {
    name: "PNG of empty image data",
    make: () => fillPng(toPngChunk("IDAT", Buffer.alloc(0))),
    problem: TOO_MANY,
  },
  {
    name: "PNG of image data that inflates to nothing",
    make: () => {
      const chunk = toPngChunk("IDAT", createEmptyBlocks(10_480_000));
      return toUpload("png", buildPng(createPngHeader(10, 10), chunk));
    },
    problem: "unreadable data",
  },
  {
    name: "PNG of a color profile that inflates to nothing",
    make: () => {
      const content = joinBytes(toBytes("x\0\0"), createEmptyBlocks(10_480_000));
      const profile = toPngChunk("iCCP", content);
      return toUpload("png", buildPng(createPngHeader(10, 10), profile, createPngImage()));
    },
    problem: undefined,
  },
  {
    name: "PNG of one text",
    make: () => fillPng(toPngChunk("teXt", Buffer.alloc(10_000_000))),
    problem: undefined,
  },
  {
    name: "WebP of 60 frames of 19,900 chunks each",
    make: () => fillWebp("XMP ", 19_900),
    problem: TOO_MANY,
  },
  { name: "WebP of 900 frames of chunks", make: () => fillWebp("junk", 1300), problem: TOO_MANY },
  {
    name: "WebP of 19,900 transparency chunks",
    make: () => fillWebp("ALPH", 19_900),
    problem: TOO_MANY,
  },
  { name: "GIF of empty blocks", make: () => fillGif(0xfe, 1, 0), problem: TOO_MANY },
  {
    name: "GIF of comments in parts of one byte",
    make: () => fillGif(0xfe, 1, 15_000),
    problem: TOO_MANY,
  },
  {
    name: "GIF of application data in parts of one byte",
    make: () => fillGif(0xff, 1, 15_000),
    problem: TOO_MANY,
  },
  { name: "GIF of an image in parts of one byte", make: () => fillGifImage(1), problem: TOO_MANY },
  { name: "GIF of an image in parts of 63 bytes", make: () => fillGifImage(63), problem: TOO_MANY },
  // Encoders write parts of 254 or 255 bytes, and a few write parts of 127.
  {
    name: "GIF of an image in parts of 64 bytes",
    make: () => fillGifImage(64),
    problem: undefined,
  },
  {
    name: "GIF of an image in parts of 254 bytes",
    make: () => fillGifImage(254),
    problem: undefined,
  },
  {
    name: "AVIF of 60 containers of 19,900 properties each",
    make: () => fillContainers(60, 19_900),
    problem: TOO_MANY,
  },
  {
    name: "AVIF of empty boxes",
    make: () =>
      toUpload("avif", fillToLimit(readPicture("plain.avif"), emptyBox("free"), toBytes(""))),
    problem: TOO_MANY,
  },
  {
    name: "AVIF of empty boxes within its metadata",
    make: () => growMeta("meta", repeat(emptyBox("free"), 1_300_000)),
    problem: TOO_MANY,
  },
  {
    name: "AVIF of items",
    make: () => {
      const item = toAvifBox(
        "infe",
        joinBytes(Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), toBytes("av01")),
      );
      return growMeta("iinf", repeat(item, 500_000));
    },
    problem: TOO_MANY,
  },
  {
    name: "AVIF of 60 items of 19,900 places each",
    make: () => fillLocations(60, 19_900),
    problem: TOO_MANY,
  },
  {
    name: "AVIF of brands",
    make: () => {
      const bytes = readPicture("plain.avif");
      const brands = fillToLimit(toBytes("avif\0\0\0\0"), toBytes("avif"), bytes);
      return toUpload("avif", joinBytes(toAvifBox("ftyp", brands.subarray(0, -bytes.length))));
    },
    problem: "not an AVIF file",
    isSkipped: true,
  },
  {
    name: "AVIF of zeros",
    make: () =>
      toUpload("avif", fillToLimit(readPicture("plain.avif"), Buffer.alloc(1), toBytes(""))),
    problem: undefined,
    isSkipped: true,
  },
];
