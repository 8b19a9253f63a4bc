import {
  toAsciiBytes,
  ByteReader,
  concatenate,
  assertEnd,
  isColorProfile,
  MAX_PROFILE_BYTES,
} from "./bytes.ts";
import { type FileProgress, SLICE_BYTES } from "./file-progress.ts";
import { deflate, inflate, measureInflatedLength } from "./inflate.ts";
import { assertPicture } from "./not-a-picture.ts";
import { type CheckOptions, type CleanedImage, requireSize, TOO_LARGE_MESSAGE } from "./picture.ts";

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Types of the chunks that affect the picture, except color profiles, which are rewritten. Animations keep only their
 * first frame; text, times, Exif and unknown chunks are dropped.
 */
const KEPT_CHUNK_TYPES = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"]);
const CHANNEL_COUNTS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const MAX_OTHER_CHUNK_BYTES = 1024;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly isInterlaced: boolean;
}

export async function cleanPng(
  bytes: Uint8Array<ArrayBuffer>,
  { maxDepth = 16 }: CheckOptions = {},
): Promise<CleanedImage> {
  const reader = new ByteReader(bytes, PNG_SIGNATURE.length);
  const { progress } = reader;
  const keptChunks: Uint8Array[] = [];
  const dataParts: Uint8Array<ArrayBuffer>[] = [];
  let hasProfile = false;
  let header: Header | undefined;

  for (let type = ""; type !== "IEND";) {
    await progress.countPart();
    const length = reader.u32();
    const start = reader.offset;
    type = reader.ascii(4);
    const content = reader.take(length);
    assertPicture(
      reader.u32() === (await crc32(bytes.subarray(start, start + 4 + length), progress)),
      "a chunk with a wrong checksum",
    );
    assertPicture((header === undefined) === (type === "IHDR"), "the header isn't first");
    if (type === "IHDR") header = readHeader(new ByteReader(content), maxDepth);
    if (type === "IDAT") dataParts.push(content);
    else
      assertPicture(
        !KEPT_CHUNK_TYPES.has(type) || length <= MAX_OTHER_CHUNK_BYTES,
        "a chunk that is too large",
      );
    if (type === "iCCP") {
      assertPicture(!hasProfile, "two color profiles");
      hasProfile = true;
      keptChunks.push(...(await createProfileChunk(content, progress)));
    } else if (KEPT_CHUNK_TYPES.has(type))
      keptChunks.push(bytes.subarray(start - 4, reader.offset));
    // An uppercase first letter marks a chunk that is required to show the picture.
    else assertPicture(/^[a-z][A-Za-z]{3}$/.test(type), "an unknown chunk");
  }
  await assertEnd(reader);
  assertPicture(header !== undefined && dataParts.length > 0, "contains no image");
  requireSize(header.width, header.height);
  const expectedLength = computeRawLength(header);
  requireInflatable(
    expectedLength,
    dataParts.reduce((sum, part) => sum + part.length, 0),
  );
  assertPicture(
    (await measureInflatedLength(dataParts, expectedLength, progress)) === expectedLength,
    "image data that doesn't match the header",
  );
  return {
    type: "image/png",
    width: header.width,
    height: header.height,
    bytes: concatenate([PNG_SIGNATURE, ...keptChunks]),
  };
}

const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
const MAX_RATIO = 100;
/** Below this size, the ratio isn't checked, because drawings with few colors compress far better than photographs. */
const UNCHECKED_RATIO_BYTES = 8 * 1024 * 1024;

/** Checks the sizes before inflating anything. */
const requireInflatable = (inflatedLength: number, deflatedLength: number): void =>
  assertPicture(
    inflatedLength <= MAX_INFLATED_BYTES &&
      inflatedLength <= Math.max(UNCHECKED_RATIO_BYTES, MAX_RATIO * deflatedLength),
    "inflates to more than is allowed",
    TOO_LARGE_MESSAGE,
  );

const TOO_DEEP_MESSAGE =
  "This PNG has 16 bits per channel, which we can't accept here. Please choose a JPEG or an 8-bit PNG.";

function readHeader(content: ByteReader, maxDepth: number): Header {
  assertPicture(content.remaining === 13, "an invalid header");
  const [width, height, depth, colorType] = [
    content.u32(),
    content.u32(),
    content.u8(),
    content.u8(),
  ];
  const channelCount = CHANNEL_COUNTS[colorType];
  assertPicture(
    channelCount !== undefined && [1, 2, 4, 8, 16].includes(depth),
    "an invalid color type",
  );
  assertPicture(depth <= maxDepth, "more bits than are accepted here", TOO_DEEP_MESSAGE);
  assertPicture(content.u16() === 0, "an unknown compression method");
  const interlaceMethod = content.u8();
  assertPicture(interlaceMethod <= 1, "an unknown interlace method");
  return { width, height, bitsPerPixel: channelCount * depth, isInterlaced: interlaceMethod === 1 };
}

/** The first column, column step, first row and row step of each of the seven interlace passes. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

function computeRawLength({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const computePassLength = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!isInterlaced) return computePassLength(width, height);
  return PASSES.reduce(
    (sum, [x, xStep, y, yStep]) =>
      sum +
      computePassLength(
        Math.ceil(Math.max(0, width - x) / xStep),
        Math.ceil(Math.max(0, height - y) / yStep),
      ),
    0,
  );
}

/** Rewrites a color profile under our own name, because the original name is free text. */
async function createProfileChunk(
  content: Uint8Array<ArrayBuffer>,
  progress: FileProgress,
): Promise<Uint8Array[]> {
  const nameEnd = content.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79) return [];
  const profile = await inflate(content.subarray(nameEnd + 2), MAX_PROFILE_BYTES, progress);
  if (profile === undefined || !isColorProfile(profile)) return [];
  const deflatedProfile = await deflate(profile, progress);
  return [
    await createChunk("iCCP", concatenate([toAsciiBytes("ICC\0\0"), deflatedProfile]), progress),
  ];
}

async function createChunk(
  type: string,
  content: Uint8Array,
  progress: FileProgress,
): Promise<Uint8Array> {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(toAsciiBytes(type), 4);
  chunk.set(content, 8);
  const crc = await crc32(chunk.subarray(4, content.length + 8), progress);
  view.setUint32(content.length + 8, crc);
  return chunk;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

async function crc32(bytes: Uint8Array, progress: FileProgress): Promise<number> {
  let crc = 0xffffffff;
  for (let offset = 0; offset < bytes.length; offset += SLICE_BYTES) {
    for (const byte of bytes.subarray(offset, offset + SLICE_BYTES))
      crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
    await progress.giveWay();
  }
  return (crc ^ 0xffffffff) >>> 0;
}
