const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

export interface IconPicture {
  readonly size: number;
  readonly png: Buffer;
}

/** Puts PNGs of one icon in several sizes, below 256 pixels, into an ICO file. */
export function createIconFile(pictures: readonly IconPicture[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  const TYPE_ICON = 1;
  header.writeUInt16LE(TYPE_ICON, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    // One color plane with 32 bits per pixel.
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
