import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

/** A file as a browser sends it, with the type it claims. */
export interface UploadFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MIME_TYPES = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
} as const;
export type Extension = keyof typeof MIME_TYPES;
export const EXTENSIONS = Object.keys(MIME_TYPES) as Extension[];

const folder = new URL("pictures/", import.meta.url);
export const read = (name: string) => Buffer.from(readFileSync(new URL(name, folder)));
export const toUpload = (extension: Extension, content: Uint8Array | string): UploadFile => ({
  type: MIME_TYPES[extension],
  bytes: new Uint8Array(typeof content === "string" ? toBytes(content) : content),
});

/** Returns a small image that a browser encoded. */
export const testPicture = (extension: Extension): UploadFile =>
  toUpload(extension, read(`plain.${extension}`));

/** Text that must not remain in any stored file. */
export const FILE_MARK = "<script>alert('mark')</script>";
const MARK = Buffer.from(FILE_MARK);

export const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
export const u32 = (value: number, isLittleEndian = false) => {
  const bytes = Buffer.alloc(4);
  if (isLittleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};
export const toBytes = (value: string) => Buffer.from(value, "latin1");
export const joinBytes = (...parts: Uint8Array[]) => Buffer.concat(parts);

const segment = (marker: number, content: Uint8Array) =>
  joinBytes(Buffer.from([0xff, marker]), u16(content.length + 2), content);
export const pngChunk = (type: string, content: Uint8Array) => {
  const body = joinBytes(toBytes(type), content);
  return joinBytes(u32(content.length), body, u32(crc32(body)));
};
const riffChunk = (type: string, content: Uint8Array) =>
  joinBytes(toBytes(type), u32(content.length, true), content, Buffer.alloc(content.length % 2));
const box = (type: string, content: Uint8Array) =>
  joinBytes(u32(content.length + 8), toBytes(type), content);

function insertBytes(bytes: Buffer, offset: number, ...parts: Uint8Array[]): Buffer {
  return joinBytes(bytes.subarray(0, offset), ...parts, bytes.subarray(offset));
}
export function patchBytes(bytes: Buffer, offset: number, replacement: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(replacement, offset);
  return copy;
}

/** Returns Exif data as a phone writes it: rotated orientation (6), camera name and GPS position. */
function phoneExif(): Buffer {
  const entry = (tag: number, kind: number, count: number, value: Buffer) =>
    joinBytes(u16(tag), u16(kind), u32(count), value);
  const directories = joinBytes(
    u16(3),
    entry(0x010f, 2, 12, u32(110)),
    entry(0x0112, 3, 1, joinBytes(u16(6), u16(0))),
    entry(0x8825, 4, 1, u32(50)),
    u32(0),
    u16(4),
    entry(1, 2, 2, toBytes("N\0\0\0")),
    entry(2, 5, 3, u32(122)),
    entry(3, 2, 2, toBytes("W\0\0\0")),
    entry(4, 5, 3, u32(146)),
    u32(0),
    Buffer.alloc(6),
    toBytes("Spy Camera\0\0"),
    ...[38, 53, 51, 77, 2, 11].map((value) => joinBytes(u32(value), u32(1))),
  );
  return joinBytes(toBytes("Exif\0\0"), toBytes("MM"), u16(42), u32(8), directories);
}

const addJpegSegments = (...parts: Uint8Array[]) => insertBytes(read("plain.jpg"), 2, ...parts);
const addPngChunks = (...parts: Uint8Array[]) => insertBytes(read("plain.png"), 33, ...parts);
const buildWebp = (chunks: Uint8Array) =>
  joinBytes(toBytes("RIFF"), u32(chunks.length + 4, true), toBytes("WEBP"), chunks);
const webpChunks = () => read("plain.webp").subarray(12);

/** Returns a PNG with the color profile of the browser's WebP, under a name that must be removed. */
export const profiledPng = (): UploadFile => {
  const profile = read("plain.webp").subarray(38, 38 + 456);
  const content = joinBytes(MARK, toBytes("\0\0"), deflateSync(profile));
  return toUpload("png", addPngChunks(pngChunk("iCCP", content)));
};

const gifParts = () => {
  const bytes = read("plain.gif");
  return { head: bytes.subarray(0, 19), frame: bytes.subarray(19, -1) };
};
const subBlock = (content: Uint8Array) => joinBytes(Buffer.from([content.length]), content);
const animatedGif = () => {
  const { head, frame } = gifParts();
  const loop = joinBytes(
    Buffer.from([0x21, 0xff]),
    subBlock(toBytes("NETSCAPE2.0")),
    subBlock(Buffer.from([1, 0, 0])),
    Buffer.from([0]),
  );
  const otherExtension = joinBytes(
    Buffer.from([0x21, 0xff]),
    subBlock(toBytes("XMP DataXMP")),
    subBlock(MARK),
    Buffer.from([0]),
  );
  const comment = joinBytes(Buffer.from([0x21, 0xfe]), subBlock(MARK), Buffer.from([0]));
  return joinBytes(head, loop, comment, otherExtension, frame, frame, Buffer.from([0x3b]));
};

const gifBlock = (label: number, ...content: Uint8Array[]) =>
  joinBytes(Buffer.from([0x21, label]), ...content.map(subBlock), Buffer.from([0]));
/** Returns a GIF with metadata before, between and after its frames. */
const annotatedGif = () => {
  const { head, frame } = gifParts();
  const metadata = joinBytes(
    gifBlock(0xfe, phoneExif(), MARK),
    gifBlock(0x01, Buffer.alloc(12), MARK),
    gifBlock(0xff, toBytes("XMP DataXMP"), MARK),
  );
  return joinBytes(head, metadata, frame, metadata, frame, metadata, Buffer.from([0x3b]));
};
/** Adds everything a single image may carry to each frame and to the end of the file. */
const annotatedWebp = () => {
  const chunks = webpChunks();
  const exif = riffChunk("EXIF", joinBytes(phoneExif(), MARK));
  const metadata = joinBytes(exif, riffChunk("XMP ", MARK));
  const frameBounds = Buffer.from([0, 0, 0, 0, 0, 0, 23, 0, 0, 15, 0, 0, 100, 0, 0, 0]);
  const imageChunks = chunks.subarray(chunks.indexOf("VP8 "));
  const frame = riffChunk("ANMF", joinBytes(frameBounds, metadata, imageChunks, metadata));
  const animation = riffChunk("ANIM", Buffer.alloc(6));
  const header = patchBytes(chunks.subarray(0, 18), 8, Buffer.from([0x0e]));
  return buildWebp(joinBytes(header, animation, frame, frame, metadata));
};
const annotatedPng = () => {
  const metadata = joinBytes(
    pngChunk("eXIf", joinBytes(phoneExif().subarray(6), MARK)),
    pngChunk("tEXt", joinBytes(toBytes("Comment\0"), MARK)),
  );
  const frame = (value: number) =>
    pngChunk(
      "fcTL",
      joinBytes(u32(value), u32(24), u32(16), Buffer.alloc(8), u16(1), u16(10), Buffer.alloc(2)),
    );
  const plainPng = read("plain.png");
  const secondFrame = pngChunk("fdAT", joinBytes(u32(2), plainPng.subarray(41, 641)));
  return joinBytes(
    plainPng.subarray(0, 33),
    pngChunk("acTL", joinBytes(u32(2), u32(0))),
    frame(0),
    plainPng.subarray(33, 663),
    metadata,
    frame(1),
    metadata,
    secondFrame,
    metadata,
    plainPng.subarray(663),
  );
};

/** Real images with extra data; `removedText` must not be in the stored file. */
export const picturesWithMetadata: readonly (UploadFile & {
  readonly name: string;
  readonly removedText: string;
})[] = [
  {
    name: "JPEG with GPS",
    removedText: "Spy Camera",
    ...toUpload("jpg", addJpegSegments(segment(0xe1, phoneExif()))),
  },
  {
    name: "JPEG with a comment",
    removedText: FILE_MARK,
    ...toUpload("jpg", addJpegSegments(segment(0xfe, MARK))),
  },
  {
    name: "JPEG with XMP and IPTC",
    removedText: FILE_MARK,
    ...toUpload(
      "jpg",
      addJpegSegments(
        segment(0xe1, joinBytes(toBytes("http://ns.adobe.com/xap/1.0/\0"), MARK)),
        segment(0xed, MARK),
      ),
    ),
  },
  {
    name: "JPEG with a page behind it",
    removedText: FILE_MARK,
    ...toUpload("jpg", joinBytes(read("plain.jpg"), MARK)),
  },
  {
    name: "JPEG with a ZIP behind it",
    removedText: FILE_MARK,
    ...toUpload("jpg", joinBytes(read("plain.jpg"), toBytes("PK\x03\x04"), MARK)),
  },
  {
    name: "PNG with texts",
    removedText: FILE_MARK,
    ...toUpload(
      "png",
      addPngChunks(
        pngChunk("tEXt", joinBytes(toBytes("Comment\0"), MARK)),
        pngChunk("iTXt", joinBytes(toBytes("XML:com.adobe.xmp\0\0\0\0\0"), MARK)),
      ),
    ),
  },
  {
    name: "PNG with Exif",
    removedText: "Spy Camera",
    ...toUpload("png", addPngChunks(pngChunk("eXIf", phoneExif().subarray(6)))),
  },
  {
    name: "WebP with Exif and XMP",
    removedText: FILE_MARK,
    ...toUpload(
      "webp",
      buildWebp(
        joinBytes(
          patchBytes(webpChunks(), 8, Buffer.from([0x2c])),
          riffChunk("EXIF", joinBytes(phoneExif(), MARK)),
          riffChunk("XMP ", MARK),
        ),
      ),
    ),
  },
  {
    name: "GIF with comment and application data",
    removedText: FILE_MARK,
    ...toUpload("gif", animatedGif()),
  },
  ...(["Spy Camera", FILE_MARK] as const).flatMap((removedText) => [
    {
      name: `animated GIF with "${removedText}" in its frames`,
      removedText,
      ...toUpload("gif", annotatedGif()),
    },
    {
      name: `animated WebP with "${removedText}" in its frames`,
      removedText,
      ...toUpload("webp", annotatedWebp()),
    },
    {
      name: `animated PNG with "${removedText}" in its frames`,
      removedText,
      ...toUpload("png", annotatedPng()),
    },
  ]),
  { name: "AVIF with GPS", removedText: "GPS 38.8977N", ...toUpload("avif", read("located.avif")) },
  {
    name: "AVIF with a custom box",
    removedText: FILE_MARK,
    ...toUpload("avif", joinBytes(read("plain.avif"), box("uuid", MARK))),
  },
];

const page = `<!doctype html><title>x</title>${FILE_MARK}`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

export const pngHeader = (width: number, height: number, depth = 8) =>
  pngChunk("IHDR", joinBytes(u32(width), u32(height), Buffer.from([depth, 2, 0, 0, 0])));
export const buildPng = (...chunks: Uint8Array[]) =>
  joinBytes(read("plain.png").subarray(0, 8), ...chunks, pngChunk("IEND", Buffer.alloc(0)));
/** Returns an image of that size; images of different sizes have different bytes. */
export const createPicture = (width: number, height: number): UploadFile => {
  const rows = Buffer.alloc(height * (1 + width * 3));
  return toUpload("png", buildPng(pngHeader(width, height), pngChunk("IDAT", deflateSync(rows))));
};

export const jpegFrameOffset = read("plain.jpg").indexOf(Buffer.from([0xff, 0xc0]));
const jpegFrame = () => read("plain.jpg").subarray(jpegFrameOffset, jpegFrameOffset + 19);

let zerosCache: Uint8Array | undefined;
/** Packs 200 MB, which takes so long that the tests share the result. */
const packedZeros = () => (zerosCache ??= deflateSync(Buffer.alloc(200_000_000), { level: 1 }));

/** Threat 27: files that must never be published, whatever type they claim. */
export const hostileFiles: Readonly<Record<string, () => UploadFile>> = {
  "SVG as PNG": () => toUpload("png", svg),
  "SVG as itself": () => ({ ...toUpload("png", svg), type: "image/svg+xml" }),
  "HTML as PNG": () => toUpload("png", page),
  "HTML as JPEG": () => toUpload("jpg", page),
  "XHTML as WebP": () => toUpload("webp", `<?xml version="1.0"?>${page}`),
  "JavaScript as GIF": () => toUpload("gif", "alert(1)"),
  "PDF as JPEG": () =>
    toUpload("jpg", "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>"),
  "ZIP as PNG": () => toUpload("png", "PK\x03\x04\x14\0\0\0"),
  "executable as PNG": () => toUpload("png", "MZ\x90\0\x03\0\0\0"),
  "BMP as PNG": () => toUpload("png", joinBytes(toBytes("BM"), Buffer.alloc(60))),
  "TIFF as JPEG": () => toUpload("jpg", joinBytes(toBytes("II*\0"), Buffer.alloc(60))),
  "PNG signature before HTML": () =>
    toUpload("png", joinBytes(read("plain.png").subarray(0, 8), toBytes(page))),
  "PNG with a page behind it": () => toUpload("png", joinBytes(read("plain.png"), toBytes(page))),
  "JPEG start before HTML": () =>
    toUpload("jpg", joinBytes(Buffer.from([0xff, 0xd8, 0xff]), toBytes(page))),
  "JPEG with only a comment": () =>
    toUpload(
      "jpg",
      joinBytes(Buffer.from([0xff, 0xd8]), segment(0xfe, MARK), Buffer.from([0xff, 0xd9])),
    ),
  "JPEG with two frames": () =>
    toUpload("jpg", insertBytes(read("plain.jpg"), jpegFrameOffset, jpegFrame())),
  "GIF that is JavaScript": () => toUpload("gif", "GIF89a/*\0\0\0\0*/=1;alert(1)//;"),
  "GIF with a page behind it": () => toUpload("gif", joinBytes(read("plain.gif"), toBytes(page))),
  "GIF frame outside of the image": () => {
    const bytes = read("plain.gif");
    return toUpload("gif", patchBytes(bytes, bytes.indexOf(0x2c, 19) + 5, Buffer.from([0, 16])));
  },
  "WebP that is JavaScript": () =>
    toUpload("webp", joinBytes(toBytes("RIFF/**/WEBPVP8 */=1;alert(1)//"), MARK)),
  "WebP with a page behind it": () =>
    toUpload("webp", joinBytes(read("plain.webp"), toBytes(page))),
  "audio as WebP": () =>
    toUpload(
      "webp",
      joinBytes(toBytes("RIFF"), u32(20, true), toBytes("WAVEfmt "), Buffer.alloc(12)),
    ),
  "video as AVIF": () => toUpload("avif", box("ftyp", toBytes("isom\0\0\0\0isommp42"))),
  "HEIC as AVIF": () =>
    toUpload("avif", patchBytes(read("plain.avif"), 8, toBytes("heic\0\0\0\0heic"))),
  "AVIF with HTML among its brands": () =>
    toUpload(
      "avif",
      joinBytes(
        box("ftyp", joinBytes(toBytes("avif\0\0\0\0"), MARK, toBytes("  "))),
        read("plain.avif").subarray(32),
      ),
    ),
  "AVIF with a page behind it": () =>
    toUpload("avif", joinBytes(read("plain.avif"), toBytes(page))),
  ...Object.fromEntries(
    EXTENSIONS.map((extension) => [
      `${extension} cut off`,
      () => toUpload(extension, read(`plain.${extension}`).subarray(0, -14)),
    ]),
  ),
  empty: () => toUpload("png", ""),
  "one byte": () => toUpload("jpg", "\xff"),
  "10 MB and one byte": () =>
    toUpload(
      "jpg",
      joinBytes(read("plain.jpg"), Buffer.alloc(10_485_761 - read("plain.jpg").length)),
    ),
  "PNG of 60000 × 60000": () =>
    toUpload(
      "png",
      buildPng(pngHeader(60_000, 60_000), pngChunk("IDAT", deflateSync(Buffer.alloc(1000)))),
    ),
  "PNG that unpacks to 200 MB": () =>
    toUpload("png", buildPng(pngHeader(10, 10), pngChunk("IDAT", packedZeros()))),
  "PNG with missing data": () =>
    toUpload(
      "png",
      buildPng(pngHeader(100, 100), pngChunk("IDAT", deflateSync(Buffer.alloc(100)))),
    ),
  "PNG with corrupt data": () =>
    toUpload("png", buildPng(pngHeader(10, 10), pngChunk("IDAT", MARK))),
  "PNG with a wrong checksum": () => toUpload("png", patchBytes(read("plain.png"), 29, u32(0))),
  "PNG with an unknown critical chunk": () => toUpload("png", addPngChunks(pngChunk("EVIL", MARK))),
  "JPEG of 65500 × 65500": () =>
    toUpload(
      "jpg",
      patchBytes(read("plain.jpg"), jpegFrameOffset + 5, joinBytes(u16(65_500), u16(65_500))),
    ),
  "GIF of 65535 × 65535": () =>
    toUpload("gif", patchBytes(read("plain.gif"), 6, Buffer.alloc(4, 255))),
  "WebP of 16777216 × 16777216": () =>
    toUpload("webp", patchBytes(read("plain.webp"), 24, Buffer.alloc(6, 255))),
  "AVIF of 100000 × 100000": () => {
    const bytes = read("plain.avif");
    return toUpload(
      "avif",
      patchBytes(bytes, bytes.indexOf("ispe") + 8, joinBytes(u32(100_000), u32(100_000))),
    );
  },
};

/** One hostile file of each format, for other endpoints that run the same check. */
export const hostileFileByFormat = Object.fromEntries(
  Object.entries(hostileFiles).filter(([name], index, entries) => {
    const isSameFormat = ([otherName]: readonly [string, unknown]) =>
      otherName.split(" ")[0] === name.split(" ")[0];
    return entries.findIndex(isSameFormat) === index;
  }),
);
