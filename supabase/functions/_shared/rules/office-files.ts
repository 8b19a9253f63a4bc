/** Checks that a file was written by Office, because anyone can fake its first bytes. */

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 65_535;

/** Returns the file names in a ZIP archive's directory, at its end, or none if it is missing or truncated. */
function namesInArchive(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = directoryEnd(view);
  if (end === undefined || view.getUint32(0, true) !== LOCAL_HEADER) return [];
  const names: string[] = [];
  const text = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let remaining = view.getUint16(end + 10, true); remaining > 0; remaining -= 1) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) return [];
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    names.push(text.decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name)));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return names;
}

function directoryEnd(view: DataView): number | undefined {
  const latestStart = view.byteLength - DIRECTORY_END_BYTES;
  for (let at = latestStart; at >= Math.max(0, latestStart - MAX_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  }
  return undefined;
}

/** Office files since 2007 keep their parts in one folder, `xl` or `word`. */
export function isOfficeArchive(bytes: Uint8Array, folder: "xl" | "word"): boolean {
  const names = namesInArchive(bytes);
  return (
    names.includes("[Content_Types].xml") && names.some((name) => name.startsWith(`${folder}/`))
  );
}

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** A header, a sector table and a directory: the smallest valid file. */
const COMPOUND_MIN_BYTES = 1536;

/** Older Office files keep their content in a stream of that name, in UTF-16. */
export function isOfficeCompound(bytes: Uint8Array, streams: readonly string[]): boolean {
  return (
    bytes.length >= COMPOUND_MIN_BYTES &&
    COMPOUND.every((byte, index) => bytes[index] === byte) &&
    streams.some((name) => hasUtf16Name(bytes, name))
  );
}

function hasUtf16Name(bytes: Uint8Array, name: string): boolean {
  const utf16 = Array.from(name, (letter) => [letter.charCodeAt(0), 0]).flat();
  const [first = 0] = utf16;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (utf16.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
