import { toAsciiBytes, ByteReader, concatenate, isColorProfile } from "./bytes.ts";
import { SLICE_BYTES } from "./file-progress.ts";
import { assertPicture } from "./not-a-picture.ts";
import { type CleanedImage, requireSize } from "./picture.ts";

const EXIF_IDENTIFIER = "Exif\0\0";
const PROFILE_IDENTIFIER = "ICC_PROFILE\0";
/** Decoders process the whole image for every scan, so limit the scans. Progressive images have about ten. */
const MAX_SCANS = 100;
const JFIF_SEGMENT = [
  0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
] as const;

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly componentCount: number;
}

/** Parsed parts of a file. */
interface Jpeg {
  /** Segments and scan data that stay as they are. */
  readonly keptParts: Uint8Array[];
  /** The color profile, which is split across several segments. */
  readonly profileParts: Uint8Array[];
  frame: Frame | undefined;
  orientation: number;
  scanCount: number;
}

/**
 * Keeps what decoding needs: tables, frame, scans, color profile, Adobe's color transform and the Exif orientation.
 * Drops the previews and videos that cameras append.
 */
export async function cleanJpeg(bytes: Uint8Array<ArrayBuffer>): Promise<CleanedImage> {
  const reader = new ByteReader(bytes);
  assertPicture(reader.u16() === 0xffd8, "not a JPEG file");
  const { frame, scanCount, orientation, profileParts, keptParts } = await readSegments(reader);
  assertPicture(frame !== undefined && scanCount > 0, "contains no image");
  // Orientations 5 and up swap width and height.
  const [width, height] =
    orientation < 5 ? [frame.width, frame.height] : [frame.height, frame.width];
  return {
    type: "image/jpeg",
    width,
    height,
    bytes: concatenate([
      Uint8Array.of(0xff, 0xd8),
      Uint8Array.from(JFIF_SEGMENT),
      ...createOrientationSegments(orientation),
      ...createProfileSegments(concatenate(profileParts)),
      ...keptParts,
      Uint8Array.of(0xff, 0xd9),
    ]),
  };
}

/** Reads up to the end of the image and ignores trailing data. */
async function readSegments(reader: ByteReader): Promise<Jpeg> {
  const jpeg: Jpeg = {
    keptParts: [],
    profileParts: [],
    frame: undefined,
    orientation: 1,
    scanCount: 0,
  };
  for (;;) {
    await reader.progress.countPart();
    const marker = await readNextMarker(reader);
    if (marker === 0xd9) return jpeg;
    const segment = reader.takeSubReader(reader.u16() - 2);
    await readSegment(jpeg, marker, segment, reader);
  }
}

async function readSegment(
  jpeg: Jpeg,
  marker: number,
  segment: ByteReader,
  reader: ByteReader,
): Promise<void> {
  switch (marker) {
    case 0xc0:
    case 0xc1:
    case 0xc2:
      assertPicture(jpeg.frame === undefined, "two frames");
      jpeg.keptParts.push(copySegment(marker, segment));
      jpeg.frame = readFrame(segment);
      requireSize(jpeg.frame.width, jpeg.frame.height);
      break;
    case 0xc4:
      jpeg.keptParts.push(copySegment(marker, segment));
      await checkHuffmanTables(segment);
      break;
    case 0xdb:
      jpeg.keptParts.push(copySegment(marker, segment));
      await checkQuantizationTables(segment);
      break;
    case 0xdd:
      assertPicture(segment.remaining === 2, "an invalid restart interval");
      jpeg.keptParts.push(copySegment(marker, segment));
      break;
    case 0xda:
      assertPicture(jpeg.frame !== undefined, "a scan without a frame");
      jpeg.keptParts.push(copySegment(marker, segment));
      checkScan(segment, jpeg.frame);
      jpeg.keptParts.push(await readScanData(reader));
      jpeg.scanCount += 1;
      assertPicture(jpeg.scanCount <= MAX_SCANS, "too many scans");
      break;
    case 0xe1:
      jpeg.orientation = (await readOrientation(segment)) ?? jpeg.orientation;
      break;
    case 0xe2:
      jpeg.profileParts.push(...readProfilePart(segment));
      break;
    case 0xee:
      jpeg.keptParts.push(...readAdobeTransform(segment));
      break;
    default:
      assertPicture(
        (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe,
        "a marker that needs another decoder",
      );
  }
}

/** Returns the segment with its marker and length. Call it before reading from the segment. */
function copySegment(marker: number, { bytes, offset, end }: ByteReader): Uint8Array {
  return concatenate([Uint8Array.of(0xff, marker), bytes.subarray(offset - 2, end)]);
}

async function readNextMarker(reader: ByteReader): Promise<number> {
  assertPicture(reader.u8() === 0xff, "no marker");
  let marker = reader.u8();
  while (marker === 0xff) {
    await reader.progress.countPart();
    marker = reader.u8();
  }
  return marker;
}

function readFrame(segment: ByteReader): Frame {
  assertPicture(segment.remaining >= 6 && segment.u8() === 8, "an invalid frame");
  const [height, width, componentCount] = [segment.u16(), segment.u16(), segment.u8()];
  assertPicture(
    [1, 3, 4].includes(componentCount) && segment.remaining === componentCount * 3,
    "an invalid frame",
  );
  return { width, height, componentCount };
}

async function checkHuffmanTables(segment: ByteReader): Promise<void> {
  while (segment.remaining > 0) {
    await segment.progress.countPart();
    assertPicture((segment.u8() & 0xee) <= 2, "an invalid table");
    const codeCount = segment.take(16).reduce((sum, count) => sum + count, 0);
    assertPicture(codeCount <= 256, "an invalid table");
    segment.take(codeCount);
  }
}

async function checkQuantizationTables(segment: ByteReader): Promise<void> {
  while (segment.remaining > 0) {
    await segment.progress.countPart();
    const tableHeader = segment.u8();
    assertPicture((tableHeader & 0xec) === 0, "an invalid table");
    segment.take(tableHeader < 16 ? 64 : 128);
  }
}

function checkScan(segment: ByteReader, frame: Frame): void {
  const componentCount = segment.u8();
  assertPicture(
    componentCount >= 1 &&
      componentCount <= frame.componentCount &&
      segment.remaining === componentCount * 2 + 3,
    "an invalid scan",
  );
}

/** Reads to the next marker that is neither a stuffed byte nor a restart marker. */
async function readScanData(reader: ByteReader): Promise<Uint8Array> {
  const { bytes, offset } = reader;
  let index = offset;
  while (!isMarker(bytes, index)) {
    const sliceEnd = index + SLICE_BYTES;
    // A plain loop, because `indexOf` takes half a second on files full of 0xff.
    while (index < sliceEnd && !isMarker(bytes, index)) index += bytes[index] === 0xff ? 2 : 1;
    await reader.progress.giveWay();
  }
  assertPicture(index > offset, "an empty scan");
  return reader.take(index - offset);
}

function isMarker(bytes: Uint8Array, index: number): boolean {
  assertPicture(index + 1 < bytes.length, "truncated");
  if (bytes[index] !== 0xff) return false;
  const nextByte = bytes[index + 1] ?? 0;
  return nextByte !== 0 && !(nextByte >= 0xd0 && nextByte <= 0xd7);
}

/** Returns the Exif orientation from 2 to 8, or undefined. The rest of Exif is dropped. */
async function readOrientation(segment: ByteReader): Promise<number | undefined> {
  if (segment.remaining < 14 || segment.ascii(EXIF_IDENTIFIER.length) !== EXIF_IDENTIFIER)
    return undefined;
  const tiffReader = segment.takeSubReader(segment.remaining);
  const start = tiffReader.offset;
  const byteOrder = tiffReader.ascii(2);
  const littleEndian = byteOrder === "II";
  if (!(littleEndian || byteOrder === "MM") || tiffReader.u16(littleEndian) !== 42)
    return undefined;
  const directoryOffset = start + tiffReader.u32(littleEndian);
  if (directoryOffset + 2 > tiffReader.end) return undefined;
  tiffReader.offset = directoryOffset;
  for (
    let count = tiffReader.u16(littleEndian);
    count > 0 && tiffReader.remaining >= 12;
    count -= 1
  ) {
    await tiffReader.progress.countPart();
    const entryReader = tiffReader.takeSubReader(12);
    if (entryReader.u16(littleEndian) !== 0x0112) continue;
    entryReader.take(6);
    const value = entryReader.u16(littleEndian);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

function readProfilePart(segment: ByteReader): Uint8Array[] {
  const isProfile =
    segment.remaining > PROFILE_IDENTIFIER.length + 2 &&
    segment.ascii(PROFILE_IDENTIFIER.length) === PROFILE_IDENTIFIER;
  if (!isProfile) return [];
  segment.take(2);
  return [segment.take(segment.remaining)];
}

/** Keeps Adobe's segment and drops other segments with the same marker. */
function readAdobeTransform(segment: ByteReader): Uint8Array[] {
  if (segment.remaining !== 12) return [];
  const copy = copySegment(0xee, segment);
  return segment.ascii(5) === "Adobe" ? [copy] : [];
}

function createOrientationSegments(orientation: number): Uint8Array[] {
  if (orientation === 1) return [];
  const tiff = [
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    [0, 1],
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0, 0, 0, 0],
  ].flat();
  return [createSegment(0xe1, concatenate([toAsciiBytes(EXIF_IDENTIFIER), Uint8Array.from(tiff)]))];
}

const PROFILE_PART_LENGTH = 65_000;

function createProfileSegments(profile: Uint8Array<ArrayBuffer>): Uint8Array[] {
  if (!isColorProfile(profile)) return [];
  const count = Math.ceil(profile.length / PROFILE_PART_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    createSegment(
      0xe2,
      concatenate([
        toAsciiBytes(PROFILE_IDENTIFIER),
        Uint8Array.of(index + 1, count),
        profile.subarray(index * PROFILE_PART_LENGTH, (index + 1) * PROFILE_PART_LENGTH),
      ]),
    ),
  );
}

function createSegment(marker: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return concatenate([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), content]);
}
