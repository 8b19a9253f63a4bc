/** Checks that Office wrote the file, because anyone can fake a file's first bytes. */

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const DIRECTORY_ENTRY_SIGNATURE = 0x02014b50;
const DIRECTORY_END_SIGNATURE = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 65_535;
/** Office files have a few hundred parts at most. */
const MAX_ENTRIES = 10_000;

/**
 * Returns the file names from the directory at the end of a ZIP archive. Returns none if the directory is missing or
 * incomplete.
 */
function readEntryNames(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endOffset = findDirectoryEnd(view);
  if (endOffset === undefined || view.getUint32(0, true) !== LOCAL_HEADER_SIGNATURE) return [];
  const entryCount = view.getUint16(endOffset + 10, true);
  if (entryCount > MAX_ENTRIES) return [];
  const names: string[] = [];
  const decoder = new TextDecoder();
  let offset = view.getUint32(endOffset + 16, true);
  for (let remainingCount = entryCount; remainingCount > 0; remainingCount -= 1) {
    if (
      offset + ENTRY_BYTES > endOffset ||
      view.getUint32(offset, true) !== DIRECTORY_ENTRY_SIGNATURE
    )
      return [];
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((fieldOffset) =>
      view.getUint16(offset + fieldOffset, true),
    );
    names.push(
      decoder.decode(bytes.subarray(offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength)),
    );
    offset += ENTRY_BYTES + nameLength + extraLength + commentLength;
  }
  return names;
}

function findDirectoryEnd(view: DataView): number | undefined {
  const latestStart = view.byteLength - DIRECTORY_END_BYTES;
  for (
    let offset = latestStart;
    offset >= Math.max(0, latestStart - MAX_COMMENT_BYTES);
    offset -= 1
  ) {
    if (view.getUint32(offset, true) === DIRECTORY_END_SIGNATURE) return offset;
  }
  return undefined;
}

/** Office files since 2007 keep their parts in one folder, `xl` or `word`. */
export function isOfficeArchive(bytes: Uint8Array, folder: "xl" | "word"): boolean {
  const names = readEntryNames(bytes);
  return (
    names.includes("[Content_Types].xml") && names.some((name) => name.startsWith(`${folder}/`))
  );
}

const COMPOUND_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The smallest valid file has a header, a sector table and a directory. */
const COMPOUND_MIN_BYTES = 1536;

/**
 * Older Office files keep their content in a stream. The file contains the stream's name in UTF-16, in a directory whose
 * entries begin at multiples of 128 bytes.
 */
export function isOfficeCompound(bytes: Uint8Array, streamNames: readonly string[]): boolean {
  if (
    bytes.length < COMPOUND_MIN_BYTES ||
    !COMPOUND_SIGNATURE.every((byte, index) => bytes[index] === byte)
  )
    return false;
  const text = new TextDecoder("utf-16le").decode(bytes);
  return streamNames.some((name) => text.includes(name));
}
