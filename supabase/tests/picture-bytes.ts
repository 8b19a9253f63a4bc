import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";

const folder = new URL("pictures/", import.meta.url);
export const readPicture = (name: string) => Buffer.from(readFileSync(new URL(name, folder)));

export const toUint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
export const toUint32 = (value: number, isLittleEndian = false) => {
  const bytes = Buffer.alloc(4);
  if (isLittleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};
export const toBytes = (value: string) => Buffer.from(value, "latin1");
export const joinBytes = (...parts: Uint8Array[]) => Buffer.concat(parts);

export const toJpegSegment = (marker: number, content: Uint8Array) =>
  joinBytes(Buffer.from([0xff, marker]), toUint16(content.length + 2), content);
export const toPngChunk = (type: string, content: Uint8Array) => {
  const body = joinBytes(toBytes(type), content);
  return joinBytes(toUint32(content.length), body, toUint32(crc32(body)));
};
export const toRiffChunk = (type: string, content: Uint8Array) =>
  joinBytes(
    toBytes(type),
    toUint32(content.length, true),
    content,
    Buffer.alloc(content.length % 2),
  );
export const toAvifBox = (type: string, content: Uint8Array) =>
  joinBytes(toUint32(content.length + 8), toBytes(type), content);

export function insertBytes(bytes: Buffer, offset: number, ...parts: Uint8Array[]): Buffer {
  return joinBytes(bytes.subarray(0, offset), ...parts, bytes.subarray(offset));
}
export function patchBytes(bytes: Buffer, offset: number, replacement: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(replacement, offset);
  return copy;
}

/** Returns Exif data as a phone writes it: rotated orientation (6), camera name and GPS position. */
export function createPhoneExif(): Buffer {
  const entry = (tag: number, kind: number, count: number, value: Buffer) =>
    joinBytes(toUint16(tag), toUint16(kind), toUint32(count), value);
  const directories = joinBytes(
    toUint16(3),
    entry(0x010f, 2, 12, toUint32(110)),
    entry(0x0112, 3, 1, joinBytes(toUint16(6), toUint16(0))),
    entry(0x8825, 4, 1, toUint32(50)),
    toUint32(0),
    toUint16(4),
    entry(1, 2, 2, toBytes("N\0\0\0")),
    entry(2, 5, 3, toUint32(122)),
    entry(3, 2, 2, toBytes("W\0\0\0")),
    entry(4, 5, 3, toUint32(146)),
    toUint32(0),
    Buffer.alloc(6),
    toBytes("Spy Camera\0\0"),
    ...[38, 53, 51, 77, 2, 11].map((value) => joinBytes(toUint32(value), toUint32(1))),
  );
  return joinBytes(toBytes("Exif\0\0"), toBytes("MM"), toUint16(42), toUint32(8), directories);
}

export const createPngHeader = (width: number, height: number, depth = 8) =>
  toPngChunk(
    "IHDR",
    joinBytes(toUint32(width), toUint32(height), Buffer.from([depth, 2, 0, 0, 0])),
  );
export const buildPng = (...chunks: Uint8Array[]) =>
  joinBytes(
    readPicture("plain.png").subarray(0, 8),
    ...chunks,
    toPngChunk("IEND", Buffer.alloc(0)),
  );
