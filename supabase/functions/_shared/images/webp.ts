import { toAsciiBytes, ByteReader, concatenate, assertEnd, isColorProfile } from "./bytes.ts";
import { assertPicture } from "./not-a-picture.ts";
import { createPixelCounter, type CleanedImage } from "./picture.ts";

const PROFILE_FLAG = 0x20;
const EXIF_AND_XMP_FLAGS = 0x0c;
const MAX_FRAMES = 1000;

interface Chunk {
  readonly type: string;
  readonly content: ByteReader;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Keeps frames, transparency, animation and the color profile; drops Exif, XMP and unknown chunks. */
export async function cleanWebp(bytes: Uint8Array<ArrayBuffer>): Promise<CleanedImage> {
  const reader = new ByteReader(bytes);
  assertPicture(reader.ascii(4) === "RIFF", "not a WebP file");
  const fileReader = reader.takeSubReader(reader.u32(true));
  await assertEnd(reader);
  assertPicture(fileReader.ascii(4) === "WEBP", "not a WebP file");

  const chunks = await readChunks(fileReader);
  const [firstChunk] = chunks;
  assertPicture(firstChunk !== undefined, "contains no image");
  const keptChunks: Uint8Array[] = [];
  const countPixels = createPixelCounter();
  let canvas: Size | undefined;
  let frameCount = 0;
  if (firstChunk.type === "VP8X") {
    const profile = chunks.find(({ type }) => type === "ICCP")?.content.rest;
    const hasProfile = profile !== undefined && isColorProfile(profile);
    const headerReader = firstChunk.content;
    const headerBytes = headerReader.rest;
    const flags =
      headerReader.u32(true) & ~EXIF_AND_XMP_FLAGS & (hasProfile ? ~0 : ~PROFILE_FLAG) & 0xff;
    canvas = { width: headerReader.u24(true) + 1, height: headerReader.u24(true) + 1 };
    assertPicture(headerReader.remaining === 0, "an invalid header");
    keptChunks.push(
      createChunk("VP8X", concatenate([Uint8Array.of(flags, 0, 0, 0), headerBytes.subarray(4)])),
    );
    if (hasProfile) keptChunks.push(createChunk("ICCP", profile));
  }
  for (const { type, content } of chunks) {
    await content.progress.giveWay();
    if (type === "VP8 " || type === "VP8L") {
      canvas = requireWithinCanvas(readPictureSize(type, content.rest), canvas);
      frameCount += 1;
      keptChunks.push(createChunk(type, content.rest));
    } else if (type === "ALPH" && canvas !== undefined) {
      keptChunks.push(createChunk(type, content.rest));
    } else if (type === "ANIM") {
      assertPicture(content.remaining === 6, "an invalid animation");
      keptChunks.push(createChunk(type, content.rest));
    } else if (type === "ANMF") {
      frameCount += 1;
      assertPicture(frameCount <= MAX_FRAMES, "too many frames");
      keptChunks.push(createChunk(type, await cleanFrame(content, canvas, countPixels)));
    }
  }
  assertPicture(frameCount > 0 && canvas !== undefined, "contains no image");
  const body = concatenate([toAsciiBytes("WEBP"), ...keptChunks]);
  return { type: "image/webp", ...canvas, bytes: createChunk("RIFF", body) };
}

async function readChunks(reader: ByteReader): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  while (reader.remaining > 0) {
    await reader.progress.countPart();
    const type = reader.ascii(4);
    const length = reader.u32(true);
    chunks.push({ type, content: reader.takeSubReader(length) });
    if (length % 2 === 1 && reader.remaining > 0) reader.take(1);
  }
  return chunks;
}

function createChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(8 + content.length + (content.length % 2));
  chunk.set(toAsciiBytes(type));
  new DataView(chunk.buffer).setUint32(4, content.length, true);
  chunk.set(content, 8);
  return chunk;
}

function readPictureSize(type: string, content: Uint8Array<ArrayBuffer>): Size {
  const reader = new ByteReader(content);
  if (type === "VP8L") {
    assertPicture(reader.u8() === 0x2f, "not a WebP file");
    const packedSize = reader.u32(true);
    return { width: (packedSize & 0x3fff) + 1, height: ((packedSize >>> 14) & 0x3fff) + 1 };
  }
  const frameTag = reader.u24(true);
  // Accept only a key frame whose first partition fits in the chunk.
  assertPicture((frameTag & 1) === 0 && frameTag >>> 5 <= content.length - 10, "not a WebP file");
  assertPicture(reader.u24() === 0x9d012a, "not a WebP file");
  return { width: reader.u16(true) & 0x3fff, height: reader.u16(true) & 0x3fff };
}

function requireWithinCanvas(picture: Size, canvas: Size | undefined): Size {
  const bounds = canvas ?? picture;
  assertPicture(
    picture.width <= bounds.width && picture.height <= bounds.height,
    "an image larger than its canvas",
  );
  return bounds;
}

async function cleanFrame(
  reader: ByteReader,
  canvas: Size | undefined,
  countPixels: (pixels: number) => void,
): Promise<Uint8Array> {
  const frameHeader = reader.take(16);
  const keptChunks = (await readChunks(reader)).filter(({ type }) =>
    /^(ALPH|VP8 |VP8L)$/.test(type),
  );
  const pictureChunks = keptChunks.filter(({ type }) => type !== "ALPH");
  assertPicture(pictureChunks.length === 1 && canvas !== undefined, "an invalid frame");
  for (const { type, content } of pictureChunks) {
    const size = readPictureSize(type, content.rest);
    requireWithinCanvas(size, canvas);
    countPixels(size.width * size.height);
  }
  const keptParts: Uint8Array[] = [frameHeader];
  for (const { type, content } of keptChunks) {
    await content.progress.giveWay();
    keptParts.push(createChunk(type, content.rest));
  }
  return concatenate(keptParts);
}
