import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import {
  buildPng,
  createPngHeader,
  joinBytes,
  patchBytes,
  readPicture,
  toBytes,
  toPngChunk,
  toUint16,
  toUint32,
} from "./picture-bytes.ts";
import { fillToLimit } from "./nested-pictures.ts";
import { toUpload, jpegFrameOffset, type UploadFile } from "./pictures.ts";

/** Returns a single-color PNG of the given size and depth, which compresses to a thousandth of its size. */
export const createFlatPng = (width: number, height: number, depth = 8): UploadFile => {
  const rows = Buffer.alloc(height * (1 + (width * 3 * depth) / 8));
  return toUpload(
    "png",
    buildPng(createPngHeader(width, height, depth), toPngChunk("IDAT", deflateSync(rows))),
  );
};

/** Returns a small JPEG whose header declares the given size. */
export const createJpegWithDeclaredSize = (width: number, height: number): UploadFile =>
  toUpload(
    "jpg",
    patchBytes(
      readPicture("plain.jpg"),
      jpegFrameOffset + 5,
      joinBytes(toUint16(height), toUint16(width)),
    ),
  );

const createLargeGifParts = () => {
  const bytes = patchBytes(
    readPicture("plain.gif"),
    6,
    joinBytes(toUint16(0x401f), toUint16(0x7017)),
  );
  const frameOffset = bytes.indexOf(0x2c, 19);
  const frame = patchBytes(bytes.subarray(frameOffset), 5, bytes.subarray(6, 10));
  return { head: bytes.subarray(0, frameOffset), frame: frame.subarray(0, -1) };
};

/**
 * Threat 55: files that are expensive to process. The first PNG inflates to 400 MB, and the last one to as much as the
 * limits allow. `nested-pictures.ts` has those that are made up of tiny parts.
 */
export const pictureBombs: readonly { readonly name: string; readonly make: () => UploadFile }[] = [
  { name: "PNG of 0.4 MB that inflates to 400 MB", make: () => createFlatPng(12_000, 5_550, 16) },
  {
    name: "PNG with 20,000 color profiles of a megabyte",
    make: () => {
      const profile = toPngChunk(
        "iCCP",
        joinBytes(toBytes("x\0\0"), deflateSync(Buffer.alloc(990_000))),
      );
      return toUpload(
        "png",
        fillToLimit(
          joinBytes(buildPng(createPngHeader(10, 10)).subarray(0, -12)),
          profile,
          toBytes(""),
        ),
      );
    },
  },
  {
    name: "PNG that inflates to 64 MB, the most we accept",
    make: () => {
      const noise = randomBytes(700_000);
      const rows = joinBytes(noise, Buffer.alloc(5_000 * (1 + 4_400 * 3) - noise.length));
      for (let row = 0; row < 5_000; row += 1) rows[row * (1 + 4_400 * 3)] = 0;
      return toUpload(
        "png",
        buildPng(createPngHeader(4_400, 5_000), toPngChunk("IDAT", deflateSync(rows))),
      );
    },
  },
  { name: "JPEG of 65,500 × 65,500", make: () => createJpegWithDeclaredSize(65_500, 65_500) },
  {
    name: "JPEG of 48 megapixels with 100,000 scans",
    make: () => {
      const start = createJpegWithDeclaredSize(8_000, 6_000).bytes;
      const scanOffset = Buffer.from(start).indexOf(Buffer.from([0xff, 0xda]));
      const scan = joinBytes(start.subarray(scanOffset, scanOffset + 14), Buffer.alloc(80, 1));
      return toUpload("jpg", fillToLimit(start.subarray(0, -2), scan, Buffer.from([0xff, 0xd9])));
    },
  },
  {
    name: "WebP of 16,777,216 × 16,777,216",
    make: () => toUpload("webp", patchBytes(readPicture("plain.webp"), 24, Buffer.alloc(6, 255))),
  },
  {
    name: "GIF of 1,000 frames of 48 megapixels each",
    make: () => {
      const { head, frame } = createLargeGifParts();
      return toUpload(
        "gif",
        joinBytes(head, ...Array<Buffer>(1_000).fill(frame), Buffer.from([0x3b])),
      );
    },
  },
  {
    name: "AVIF of 100,000 × 100,000",
    make: () => {
      const bytes = readPicture("plain.avif");
      const size = joinBytes(toUint32(100_000), toUint32(100_000));
      return toUpload("avif", patchBytes(bytes, bytes.indexOf("ispe") + 8, size));
    },
  },
];
