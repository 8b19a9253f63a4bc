import { toAsciiBytes, ByteReader, concatenate, assertEnd } from "./bytes.ts";
import { SLICE_BYTES } from "./file-progress.ts";
import { assertPicture } from "./not-a-picture.ts";
import { createPixelCounter, type CleanedImage } from "./picture.ts";

const MAX_FRAMES = 1000;
const LOOP_IDENTIFIER = "NETSCAPE2.0";
/** Shorter blocks of data count as parts. Encoders fill all blocks but the last, and the file's size limits those. */
const FILLED_BLOCK_BYTES = 64;

/** Keeps frames, timing and looping; drops comments, text and application blocks. */
export async function cleanGif(bytes: Uint8Array<ArrayBuffer>): Promise<CleanedImage> {
  const reader = new ByteReader(bytes);
  assertPicture(/^GIF8[79]a$/.test(reader.ascii(6)), "not a GIF file");
  const [width, height] = [reader.u16(true), reader.u16(true)];
  const colorTableLength = getColorTableLength(reader.u8());
  reader.take(2 + colorTableLength);
  const keptBlocks: Uint8Array[] = [bytes.subarray(6, reader.offset)];
  const countPixels = createPixelCounter();
  let frameCount = 0;

  for (let blockType = reader.u8(); blockType !== 0x3b; blockType = reader.u8()) {
    await reader.progress.countPart();
    const start = reader.offset - 1;
    if (blockType === 0x2c) {
      countPixels(await readFrame(reader, width, height));
      keptBlocks.push(bytes.subarray(start, reader.offset));
      frameCount += 1;
      assertPicture(frameCount <= MAX_FRAMES, "too many frames");
    } else {
      assertPicture(blockType === 0x21, "an unknown block");
      const label = reader.u8();
      const contentStart = reader.offset;
      await skipSubBlocks(reader);
      const content = bytes.subarray(contentStart, reader.offset);
      const isTimingBlock = label === 0xf9;
      assertPicture(
        !isTimingBlock || (content.length === 6 && content[0] === 4),
        "an invalid timing block",
      );
      if (isTimingBlock || (label === 0xff && isLoopBlock(content))) {
        keptBlocks.push(bytes.subarray(start, reader.offset));
      }
    }
  }
  await assertEnd(reader);
  assertPicture(frameCount > 0, "contains no image");
  return {
    type: "image/gif",
    width,
    height,
    bytes: concatenate([toAsciiBytes("GIF89a"), ...keptBlocks, Uint8Array.of(0x3b)]),
  };
}

const getColorTableLength = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

const isLoopBlock = (content: Uint8Array): boolean =>
  content.length === LOOP_IDENTIFIER.length + 6 &&
  String.fromCharCode(...content.subarray(0, LOOP_IDENTIFIER.length + 3)) ===
    `\u{b}${LOOP_IDENTIFIER}\u{3}\u{1}`;

/** Reads to the end of a frame and returns its number of pixels. */
async function readFrame(reader: ByteReader, width: number, height: number): Promise<number> {
  const [left, top, frameWidth, frameHeight] = [
    reader.u16(true),
    reader.u16(true),
    reader.u16(true),
    reader.u16(true),
  ] as [number, number, number, number];
  assertPicture(
    frameWidth > 0 && frameHeight > 0 && left + frameWidth <= width && top + frameHeight <= height,
    "a frame outside the image",
  );
  reader.take(getColorTableLength(reader.u8()));
  const codeSize = reader.u8();
  assertPicture(codeSize >= 2 && codeSize <= 8, "an invalid frame");
  assertPicture((await skipSubBlocks(reader)) > 0, "an empty frame");
  return frameWidth * frameHeight;
}

async function skipSubBlocks(reader: ByteReader): Promise<number> {
  const start = reader.offset;
  let sliceEnd = start + SLICE_BYTES;
  for (let length = reader.u8(); length > 0; length = reader.u8()) {
    reader.skip(length);
    if (length < FILLED_BLOCK_BYTES) await reader.progress.countPart();
    else if (reader.offset > sliceEnd) {
      await reader.progress.giveWay();
      sliceEnd = reader.offset + SLICE_BYTES;
    }
  }
  return reader.offset - start - 1;
}
