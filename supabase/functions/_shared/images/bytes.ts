import { FileProgress, SLICE_BYTES } from "./file-progress.ts";
import { assertPicture } from "./not-a-picture.ts";

/** Reads a file sequentially. Reading past the end means the image is truncated. */
export class ByteReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  offset: number;
  readonly end: number;
  readonly progress: FileProgress;

  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    offset = 0,
    end = bytes.length,
    progress = new FileProgress(),
  ) {
    assertPicture(offset <= end && end <= bytes.length, "truncated");
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
    this.end = end;
    this.progress = progress;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  /** The bytes that haven't been read yet. */
  get rest(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.offset, this.end);
  }

  #advance(length: number): number {
    assertPicture(length >= 0 && length <= this.remaining, "truncated");
    const start = this.offset;
    this.offset += length;
    return start;
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }
  u16(littleEndian = false): number {
    return this.#view.getUint16(this.#advance(2), littleEndian);
  }
  u24(littleEndian = false): number {
    const [first, second, third] = [this.u8(), this.u8(), this.u8()];
    return littleEndian
      ? first + second * 0x100 + third * 0x10000
      : first * 0x10000 + second * 0x100 + third;
  }
  u32(littleEndian = false): number {
    return this.#view.getUint32(this.#advance(4), littleEndian);
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const start = this.#advance(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Like `take`, but without allocating an object per part, which matters for millions of tiny parts. */
  skip(length: number): void {
    this.#advance(length);
  }

  ascii(length: number): string {
    return String.fromCharCode(...this.take(length));
  }

  /** Returns a reader over the next `length` bytes that can't read past them. It counts parts together with this one. */
  takeSubReader(length: number): ByteReader {
    const start = this.#advance(length);
    return new ByteReader(this.bytes, start, start + length, this.progress);
  }
}

export function concatenate(arrays: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const array of arrays) {
    result.set(array, offset);
    offset += array.length;
  }
  return result;
}

export const toAsciiBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Some encoders pad with zeros; anything else after the image could be a hidden file. */
export async function assertEnd(reader: ByteReader): Promise<void> {
  while (reader.remaining > 0) {
    const slice = reader.take(Math.min(SLICE_BYTES, reader.remaining));
    assertPicture(
      slice.every((byte) => byte === 0),
      "extra data after the image",
    );
    await reader.progress.giveWay();
  }
}

export const MAX_PROFILE_BYTES = 1_000_000;

/** Checks a color profile. Valid ones are kept, because they affect how the image looks. */
export const isColorProfile = (profile: Uint8Array<ArrayBuffer>): boolean =>
  profile.length >= 128 &&
  profile.length <= MAX_PROFILE_BYTES &&
  new ByteReader(profile).u32() === profile.length &&
  new ByteReader(profile, 36).ascii(4) === "acsp";
