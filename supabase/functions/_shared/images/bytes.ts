/** Thrown for files that aren't images, are truncated, or contain foreign data. */
export class NotAPictureError extends Error {
  override readonly name = "NotAPictureError";
  /** Replaces the default message for the user. */
  readonly userMessage: string | undefined;

  constructor(
    problem: string,
    { userMessage, cause }: { userMessage?: string; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.userMessage = userMessage;
  }
}

export function assertPicture(
  condition: boolean,
  problem: string,
  userMessage?: string,
): asserts condition {
  if (!condition)
    throw new NotAPictureError(problem, userMessage === undefined ? {} : { userMessage });
}

/** Reads a file sequentially. Reading past the end means the image is truncated. */
export class ByteReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  offset: number;
  readonly end: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, offset = 0, end = bytes.length) {
    assertPicture(offset <= end && end <= bytes.length, "truncated");
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  #advance(length: number): number {
    assertPicture(length >= 0 && length <= this.remaining, "truncated");
    const start = this.offset;
    this.offset += length;
    return start;
  }

  u8 = (): number => this.#view.getUint8(this.#advance(1));
  u16 = (littleEndian = false): number => this.#view.getUint16(this.#advance(2), littleEndian);
  u24 = (littleEndian = false): number => {
    const start = this.#advance(3);
    const [first, second, third] = [0, 1, 2].map((index) => this.#view.getUint8(start + index)) as [
      number,
      number,
      number,
    ];
    return littleEndian
      ? first + second * 0x100 + third * 0x10000
      : first * 0x10000 + second * 0x100 + third;
  };
  u32 = (littleEndian = false): number => this.#view.getUint32(this.#advance(4), littleEndian);

  take(length: number): Uint8Array<ArrayBuffer> {
    const start = this.#advance(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Like `take`, but without allocating an object per part, which matters for millions of tiny parts. */
  skip(length: number): void {
    this.#advance(length);
  }

  ascii = (length: number): string => String.fromCharCode(...this.take(length));

  /** Returns a reader over the next `length` bytes that can't read past them. */
  takeSubReader(length: number): ByteReader {
    const start = this.#advance(length);
    return new ByteReader(this.bytes, start, start + length);
  }
}

const MAX_PARTS = 20_000;

/** Limits the number of parts, because millions of empty parts would take a long time to read. */
export function createPartCounter(): () => void {
  let partCount = 0;
  return () => {
    partCount += 1;
    assertPicture(partCount <= MAX_PARTS, "too many parts");
  };
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
export function assertEnd(reader: ByteReader): void {
  const trailingBytes = reader.take(reader.remaining);
  for (let start = 0; start < trailingBytes.length; start += 1)
    assertPicture(trailingBytes[start] === 0, "extra data after the image");
}

export const MAX_PROFILE_BYTES = 1_000_000;

/** Checks a color profile. Valid ones are kept, because they affect how the image looks. */
export const isColorProfile = (profile: Uint8Array<ArrayBuffer>): boolean =>
  profile.length >= 128 &&
  profile.length <= MAX_PROFILE_BYTES &&
  new ByteReader(profile).u32() === profile.length &&
  new ByteReader(profile, 36).ascii(4) === "acsp";
