import {
  asciiBytes,
  ByteReader,
  concatenate,
  assertPicture,
  isColorProfile,
  partCounter,
} from "./bytes.ts";
import { type CleanedImage, requireSize } from "./picture.ts";

const EXIF = "Exif\0\0";
const PROFILE = "ICC_PROFILE\0";
/** Every scan is decoded over the whole image; progressive images have about ten. */
const MAX_SCANS = 100;
const JFIF = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0] as const;

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
}

/** Parsed parts of a file. */
interface Jpeg {
  /** Segments and scan data that stay as they are. */
  readonly keptParts: Uint8Array[];
  /** The color profile, which is split over several segments. */
  readonly profile: Uint8Array[];
  frame: Frame | undefined;
  orientation: number;
  scans: number;
}

/**
 * Keeps what decoding needs: tables, frame, scans, color profile, Adobe's color transform and the Exif orientation.
 * Drops the previews and videos that cameras append.
 */
export function cleanJpeg(bytes: Uint8Array<ArrayBuffer>): CleanedImage {
  const reader = new ByteReader(bytes);
  assertPicture(reader.u16() === 0xffd8, "not a JPEG file");
  const { frame, scans, orientation, profile, keptParts } = readSegments(reader);
  assertPicture(frame !== undefined && scans > 0, "contains no image");
  // Orientations from 5 on swap width and height.
  const [width, height] =
    orientation < 5 ? [frame.width, frame.height] : [frame.height, frame.width];
  return {
    type: "image/jpeg",
    width,
    height,
    bytes: concatenate([
      Uint8Array.of(0xff, 0xd8),
      Uint8Array.from(JFIF),
      ...orientationSegment(orientation),
      ...profileSegments(concatenate(profile)),
      ...keptParts,
      Uint8Array.of(0xff, 0xd9),
    ]),
  };
}

/** Reads up to the end of the image and ignores trailing data. */
function readSegments(reader: ByteReader): Jpeg {
  const jpeg: Jpeg = { keptParts: [], profile: [], frame: undefined, orientation: 1, scans: 0 };
  const countPart = partCounter();
  for (;;) {
    countPart();
    const marker = nextMarker(reader);
    if (marker === 0xd9) return jpeg;
    const segment = reader.part(reader.u16() - 2);
    readSegment(jpeg, marker, segment, reader);
  }
}

function readSegment(jpeg: Jpeg, marker: number, segment: ByteReader, reader: ByteReader): void {
  switch (marker) {
    case 0xc0:
    case 0xc1:
    case 0xc2:
      assertPicture(jpeg.frame === undefined, "two frames");
      jpeg.keptParts.push(wholeSegment(marker, segment));
      jpeg.frame = readFrame(segment);
      requireSize(jpeg.frame.width, jpeg.frame.height);
      break;
    case 0xc4:
      jpeg.keptParts.push(wholeSegment(marker, segment));
      checkHuffmanTables(segment);
      break;
    case 0xdb:
      jpeg.keptParts.push(wholeSegment(marker, segment));
      checkQuantizationTables(segment);
      break;
    case 0xdd:
      assertPicture(segment.remaining === 2, "an invalid restart interval");
      jpeg.keptParts.push(wholeSegment(marker, segment));
      break;
    case 0xda:
      assertPicture(jpeg.frame !== undefined, "a scan without a frame");
      jpeg.keptParts.push(wholeSegment(marker, segment));
      checkScan(segment, jpeg.frame);
      jpeg.keptParts.push(scanData(reader));
      jpeg.scans += 1;
      assertPicture(jpeg.scans <= MAX_SCANS, "too many scans");
      break;
    case 0xe1:
      jpeg.orientation = readOrientation(segment) ?? jpeg.orientation;
      break;
    case 0xe2:
      jpeg.profile.push(...profilePart(segment));
      break;
    case 0xee:
      jpeg.keptParts.push(...adobeTransform(segment));
      break;
    default:
      assertPicture(
        (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe,
        "a marker that needs another decoder",
      );
  }
}

/** Returns the segment with its marker and length. Call it before reading from the segment. */
function wholeSegment(marker: number, { bytes, offset, end }: ByteReader): Uint8Array {
  return concatenate([Uint8Array.of(0xff, marker), bytes.subarray(offset - 2, end)]);
}

function nextMarker(reader: ByteReader): number {
  assertPicture(reader.u8() === 0xff, "no marker");
  let marker = reader.u8();
  while (marker === 0xff) marker = reader.u8();
  return marker;
}

function readFrame(segment: ByteReader): Frame {
  assertPicture(segment.remaining >= 6 && segment.u8() === 8, "an invalid frame");
  const [height, width, components] = [segment.u16(), segment.u16(), segment.u8()];
  assertPicture(
    [1, 3, 4].includes(components) && segment.remaining === components * 3,
    "an invalid frame",
  );
  return { width, height, components };
}

function checkHuffmanTables(segment: ByteReader): void {
  while (segment.remaining > 0) {
    assertPicture((segment.u8() & 0xee) <= 2, "an invalid table");
    const codes = segment.take(16).reduce((sum, count) => sum + count, 0);
    assertPicture(codes <= 256, "an invalid table");
    segment.take(codes);
  }
}

function checkQuantizationTables(segment: ByteReader): void {
  while (segment.remaining > 0) {
    const head = segment.u8();
    assertPicture((head & 0xec) === 0, "an invalid table");
    segment.take(head < 16 ? 64 : 128);
  }
}

function checkScan(segment: ByteReader, frame: Frame): void {
  const components = segment.u8();
  assertPicture(
    components >= 1 && components <= frame.components && segment.remaining === components * 2 + 3,
    "an invalid scan",
  );
}

/** Reads to the next marker that is neither a stuffed byte nor a restart marker. */
function scanData(reader: ByteReader): Uint8Array {
  const { bytes, offset } = reader;
  let at = offset;
  // A plain loop, because `indexOf` takes half a second on files full of 0xff.
  for (; ; at += 1) {
    assertPicture(at + 1 < bytes.length, "truncated");
    if (bytes[at] !== 0xff) continue;
    const nextByte = bytes[at + 1] ?? 0;
    if (nextByte !== 0 && !(nextByte >= 0xd0 && nextByte <= 0xd7)) break;
    at += 1;
  }
  assertPicture(at > offset, "an empty scan");
  return reader.take(at - offset);
}

/** Returns the Exif orientation from 2 to 8, or undefined. The rest of Exif is dropped. */
function readOrientation(segment: ByteReader): number | undefined {
  if (segment.remaining < 14 || segment.ascii(EXIF.length) !== EXIF) return undefined;
  const tiff = segment.part(segment.remaining);
  const start = tiff.offset;
  const order = tiff.ascii(2);
  const little = order === "II";
  if (!(little || order === "MM") || tiff.u16(little) !== 42) return undefined;
  const directory = start + tiff.u32(little);
  if (directory + 2 > tiff.end) return undefined;
  const entries = new ByteReader(tiff.bytes, directory, tiff.end);
  for (let count = entries.u16(little); count > 0 && entries.remaining >= 12; count -= 1) {
    const entry = entries.part(12);
    if (entry.u16(little) !== 0x0112) continue;
    entry.take(6);
    const value = entry.u16(little);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

function profilePart(segment: ByteReader): Uint8Array[] {
  const isProfile =
    segment.remaining > PROFILE.length + 2 && segment.ascii(PROFILE.length) === PROFILE;
  if (!isProfile) return [];
  segment.take(2);
  return [segment.take(segment.remaining)];
}

/** Keeps Adobe's segment and drops other segments with the same marker. */
function adobeTransform(segment: ByteReader): Uint8Array[] {
  if (segment.remaining !== 12) return [];
  const copy = wholeSegment(0xee, segment);
  return segment.ascii(5) === "Adobe" ? [copy] : [];
}

function orientationSegment(orientation: number): Uint8Array[] {
  if (orientation === 1) return [];
  const tiff = [
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    [0, 1],
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0, 0, 0, 0],
  ].flat();
  return [segmentOf(0xe1, concatenate([asciiBytes(EXIF), Uint8Array.from(tiff)]))];
}

const PROFILE_PART = 65_000;

function profileSegments(profile: Uint8Array<ArrayBuffer>): Uint8Array[] {
  if (!isColorProfile(profile)) return [];
  const count = Math.ceil(profile.length / PROFILE_PART);
  return Array.from({ length: count }, (_, index) =>
    segmentOf(
      0xe2,
      concatenate([
        asciiBytes(PROFILE),
        Uint8Array.of(index + 1, count),
        profile.subarray(index * PROFILE_PART, (index + 1) * PROFILE_PART),
      ]),
    ),
  );
}

function segmentOf(marker: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return concatenate([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), content]);
}
