import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

/** A file as a browser sends it, with the type it claims. */
export interface SentFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TYPES = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
} as const;
export type Extension = keyof typeof TYPES;
export const EXTENSIONS = Object.keys(TYPES) as Extension[];

const folder = new URL("pictures/", import.meta.url);
export const file = (name: string) => Buffer.from(readFileSync(new URL(name, folder)));
const sentFile = (extension: Extension, bytes: Uint8Array): SentFile => ({
  type: TYPES[extension],
  bytes: new Uint8Array(bytes),
});

/** Returns a small image that a browser encoded. */
export const testPicture = (extension: Extension): SentFile =>
  sentFile(extension, file(`plain.${extension}`));

/** Text that must not remain in any stored file. */
export const FILE_MARK = "<script>alert('mark')</script>";
const mark = Buffer.from(FILE_MARK);

export const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
export const u32 = (value: number, little = false) => {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};
export const textFile = (value: string) => Buffer.from(value, "latin1");
export const joinBytes = (...parts: Uint8Array[]) => Buffer.concat(parts);

const segment = (marker: number, content: Uint8Array) =>
  joinBytes(Buffer.from([0xff, marker]), u16(content.length + 2), content);
export const pngChunk = (type: string, content: Uint8Array) => {
  const body = joinBytes(textFile(type), content);
  return joinBytes(u32(content.length), body, u32(crc32(body)));
};
const riffChunk = (type: string, content: Uint8Array) =>
  joinBytes(textFile(type), u32(content.length, true), content, Buffer.alloc(content.length % 2));
const box = (type: string, content: Uint8Array) =>
  joinBytes(u32(content.length + 8), textFile(type), content);

function insertBytes(bytes: Buffer, at: number, ...parts: Uint8Array[]): Buffer {
  return joinBytes(bytes.subarray(0, at), ...parts, bytes.subarray(at));
}
export function patchBytes(bytes: Buffer, at: number, replacement: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(replacement, at);
  return copy;
}

/** Exif as a phone writes it: rotated orientation (6), camera name and GPS position. */
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
    entry(1, 2, 2, textFile("N\0\0\0")),
    entry(2, 5, 3, u32(122)),
    entry(3, 2, 2, textFile("W\0\0\0")),
    entry(4, 5, 3, u32(146)),
    u32(0),
    Buffer.alloc(6),
    textFile("Spy Camera\0\0"),
    ...[38, 53, 51, 77, 2, 11].map((value) => joinBytes(u32(value), u32(1))),
  );
  return joinBytes(textFile("Exif\0\0"), textFile("MM"), u16(42), u32(8), directories);
}

const addJpegSegments = (...parts: Uint8Array[]) => insertBytes(file("plain.jpg"), 2, ...parts);
const addPngChunks = (...parts: Uint8Array[]) => insertBytes(file("plain.png"), 33, ...parts);
const buildWebp = (chunks: Uint8Array) =>
  joinBytes(textFile("RIFF"), u32(chunks.length + 4, true), textFile("WEBP"), chunks);
const webpChunks = () => file("plain.webp").subarray(12);

/** Returns a PNG with the color profile of the browser's WebP, under a name that must be removed. */
export const profiledPng = (): SentFile => {
  const profile = file("plain.webp").subarray(38, 38 + 456);
  const content = joinBytes(mark, textFile("\0\0"), deflateSync(profile));
  return sentFile("png", addPngChunks(pngChunk("iCCP", content)));
};

const gifParts = () => {
  const bytes = file("plain.gif");
  return { head: bytes.subarray(0, 19), frame: bytes.subarray(19, -1) };
};
const subBlock = (content: Uint8Array) => joinBytes(Buffer.from([content.length]), content);
const animatedGif = () => {
  const { head, frame } = gifParts();
  const loop = joinBytes(
    Buffer.from([0x21, 0xff]),
    subBlock(textFile("NETSCAPE2.0")),
    subBlock(Buffer.from([1, 0, 0])),
    Buffer.from([0]),
  );
  const otherExtension = joinBytes(
    Buffer.from([0x21, 0xff]),
    subBlock(textFile("XMP DataXMP")),
    subBlock(mark),
    Buffer.from([0]),
  );
  const comment = joinBytes(Buffer.from([0x21, 0xfe]), subBlock(mark), Buffer.from([0]));
  return joinBytes(head, loop, comment, otherExtension, frame, frame, Buffer.from([0x3b]));
};

const gifBlock = (label: number, ...content: Uint8Array[]) =>
  joinBytes(Buffer.from([0x21, label]), ...content.map(subBlock), Buffer.from([0]));
/** Comments before, between and after the frames. */
const annotatedGif = () => {
  const { head, frame } = gifParts();
  const notes = joinBytes(
    gifBlock(0xfe, phoneExif(), mark),
    gifBlock(0x01, Buffer.alloc(12), mark),
    gifBlock(0xff, textFile("XMP DataXMP"), mark),
  );
  return joinBytes(head, notes, frame, notes, frame, notes, Buffer.from([0x3b]));
};
/** Adds everything a single image may carry to each frame and to the end of the file. */
const annotatedWebp = () => {
  const chunks = webpChunks();
  const notes = joinBytes(riffChunk("EXIF", joinBytes(phoneExif(), mark)), riffChunk("XMP ", mark));
  const frameBounds = Buffer.from([0, 0, 0, 0, 0, 0, 23, 0, 0, 15, 0, 0, 100, 0, 0, 0]);
  const imageChunks = chunks.subarray(chunks.indexOf("VP8 "));
  const frame = riffChunk("ANMF", joinBytes(frameBounds, notes, imageChunks, notes));
  const animation = riffChunk("ANIM", Buffer.alloc(6));
  const header = patchBytes(chunks.subarray(0, 18), 8, Buffer.from([0x0e]));
  return buildWebp(joinBytes(header, animation, frame, frame, notes));
};
const annotatedPng = () => {
  const notes = joinBytes(
    pngChunk("eXIf", joinBytes(phoneExif().subarray(6), mark)),
    pngChunk("tEXt", joinBytes(textFile("Comment\0"), mark)),
  );
  const frame = (value: number) =>
    pngChunk(
      "fcTL",
      joinBytes(u32(value), u32(24), u32(16), Buffer.alloc(8), u16(1), u16(10), Buffer.alloc(2)),
    );
  const plainPng = file("plain.png");
  const second = pngChunk("fdAT", joinBytes(u32(2), plainPng.subarray(41, 641)));
  return joinBytes(
    plainPng.subarray(0, 33),
    pngChunk("acTL", joinBytes(u32(2), u32(0))),
    frame(0),
    plainPng.subarray(33, 663),
    notes,
    frame(1),
    notes,
    second,
    notes,
    plainPng.subarray(663),
  );
};

/** Real images with extra data; `removedText` must not be in the stored file. */
export const picturesWithMetadata: readonly (SentFile & {
  readonly name: string;
  readonly removedText: string;
})[] = [
  {
    name: "JPEG with GPS",
    removedText: "Spy Camera",
    ...sentFile("jpg", addJpegSegments(segment(0xe1, phoneExif()))),
  },
  {
    name: "JPEG with a comment",
    removedText: FILE_MARK,
    ...sentFile("jpg", addJpegSegments(segment(0xfe, mark))),
  },
  {
    name: "JPEG with XMP and IPTC",
    removedText: FILE_MARK,
    ...sentFile(
      "jpg",
      addJpegSegments(
        segment(0xe1, joinBytes(textFile("http://ns.adobe.com/xap/1.0/\0"), mark)),
        segment(0xed, mark),
      ),
    ),
  },
  {
    name: "JPEG with a page behind it",
    removedText: FILE_MARK,
    ...sentFile("jpg", joinBytes(file("plain.jpg"), mark)),
  },
  {
    name: "JPEG with a ZIP behind it",
    removedText: FILE_MARK,
    ...sentFile("jpg", joinBytes(file("plain.jpg"), textFile("PK\x03\x04"), mark)),
  },
  {
    name: "PNG with texts",
    removedText: FILE_MARK,
    ...sentFile(
      "png",
      addPngChunks(
        pngChunk("tEXt", joinBytes(textFile("Comment\0"), mark)),
        pngChunk("iTXt", joinBytes(textFile("XML:com.adobe.xmp\0\0\0\0\0"), mark)),
      ),
    ),
  },
  {
    name: "PNG with Exif",
    removedText: "Spy Camera",
    ...sentFile("png", addPngChunks(pngChunk("eXIf", phoneExif().subarray(6)))),
  },
  {
    name: "WebP with Exif and XMP",
    removedText: FILE_MARK,
    ...sentFile(
      "webp",
      buildWebp(
        joinBytes(
          patchBytes(webpChunks(), 8, Buffer.from([0x2c])),
          riffChunk("EXIF", joinBytes(phoneExif(), mark)),
          riffChunk("XMP ", mark),
        ),
      ),
    ),
  },
  {
    name: "GIF with comment and application data",
    removedText: FILE_MARK,
    ...sentFile("gif", animatedGif()),
  },
  ...(["Spy Camera", FILE_MARK] as const).flatMap((removedText) => [
    {
      name: `animated GIF with "${removedText}" in its frames`,
      removedText,
      ...sentFile("gif", annotatedGif()),
    },
    {
      name: `animated WebP with "${removedText}" in its frames`,
      removedText,
      ...sentFile("webp", annotatedWebp()),
    },
    {
      name: `animated PNG with "${removedText}" in its frames`,
      removedText,
      ...sentFile("png", annotatedPng()),
    },
  ]),
  { name: "AVIF with GPS", removedText: "GPS 38.8977N", ...sentFile("avif", file("located.avif")) },
  {
    name: "AVIF with a custom box",
    removedText: FILE_MARK,
    ...sentFile("avif", joinBytes(file("plain.avif"), box("uuid", mark))),
  },
];

export const claim = (extension: Extension, content: Uint8Array | string): SentFile =>
  sentFile(extension, typeof content === "string" ? textFile(content) : content);

const page = `<!doctype html><title>x</title>${FILE_MARK}`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

export const pngHeader = (width: number, height: number, depth = 8) =>
  pngChunk("IHDR", joinBytes(u32(width), u32(height), Buffer.from([depth, 2, 0, 0, 0])));
export const buildPng = (...chunks: Uint8Array[]) =>
  joinBytes(file("plain.png").subarray(0, 8), ...chunks, pngChunk("IEND", Buffer.alloc(0)));
/** Returns an image of that size with unique bytes. */
export const pictureOf = (width: number, height: number): SentFile => {
  const rows = Buffer.alloc(height * (1 + width * 3));
  return claim("png", buildPng(pngHeader(width, height), pngChunk("IDAT", deflateSync(rows))));
};

export const frameAt = file("plain.jpg").indexOf(Buffer.from([0xff, 0xc0]));
const frame = () => file("plain.jpg").subarray(frameAt, frameAt + 19);

/** Threat 27: files that must never be published, whatever type they claim. */
export const hostile: Readonly<Record<string, () => SentFile>> = {
  "SVG as PNG": () => claim("png", svg),
  "SVG as itself": () => ({ ...claim("png", svg), type: "image/svg+xml" }),
  "HTML as PNG": () => claim("png", page),
  "HTML as JPEG": () => claim("jpg", page),
  "XHTML as WebP": () => claim("webp", `<?xml version="1.0"?>${page}`),
  "JavaScript as GIF": () => claim("gif", "alert(1)"),
  "PDF as JPEG": () =>
    claim("jpg", "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>"),
  "ZIP as PNG": () => claim("png", "PK\x03\x04\x14\0\0\0"),
  "executable as PNG": () => claim("png", "MZ\x90\0\x03\0\0\0"),
  "BMP as PNG": () => claim("png", joinBytes(textFile("BM"), Buffer.alloc(60))),
  "TIFF as JPEG": () => claim("jpg", joinBytes(textFile("II*\0"), Buffer.alloc(60))),
  "PNG signature before HTML": () =>
    claim("png", joinBytes(file("plain.png").subarray(0, 8), textFile(page))),
  "PNG with a page behind it": () => claim("png", joinBytes(file("plain.png"), textFile(page))),
  "JPEG start before HTML": () =>
    claim("jpg", joinBytes(Buffer.from([0xff, 0xd8, 0xff]), textFile(page))),
  "JPEG with only a comment": () =>
    claim(
      "jpg",
      joinBytes(Buffer.from([0xff, 0xd8]), segment(0xfe, mark), Buffer.from([0xff, 0xd9])),
    ),
  "JPEG with two frames": () => claim("jpg", insertBytes(file("plain.jpg"), frameAt, frame())),
  "GIF that is JavaScript": () => claim("gif", "GIF89a/*\0\0\0\0*/=1;alert(1)//;"),
  "GIF with a page behind it": () => claim("gif", joinBytes(file("plain.gif"), textFile(page))),
  "GIF frame outside of the image": () => {
    const bytes = file("plain.gif");
    return claim("gif", patchBytes(bytes, bytes.indexOf(0x2c, 19) + 5, Buffer.from([0, 16])));
  },
  "WebP that is JavaScript": () =>
    claim("webp", joinBytes(textFile("RIFF/**/WEBPVP8 */=1;alert(1)//"), mark)),
  "WebP with a page behind it": () => claim("webp", joinBytes(file("plain.webp"), textFile(page))),
  "audio as WebP": () =>
    claim(
      "webp",
      joinBytes(textFile("RIFF"), u32(20, true), textFile("WAVEfmt "), Buffer.alloc(12)),
    ),
  "video as AVIF": () => claim("avif", box("ftyp", textFile("isom\0\0\0\0isommp42"))),
  "HEIC as AVIF": () =>
    claim("avif", patchBytes(file("plain.avif"), 8, textFile("heic\0\0\0\0heic"))),
  "AVIF with HTML among its brands": () =>
    claim(
      "avif",
      joinBytes(
        box("ftyp", joinBytes(textFile("avif\0\0\0\0"), mark, textFile("  "))),
        file("plain.avif").subarray(32),
      ),
    ),
  "AVIF with a page behind it": () => claim("avif", joinBytes(file("plain.avif"), textFile(page))),
  ...Object.fromEntries(
    EXTENSIONS.map((extension) => [
      `${extension} cut off`,
      () => claim(extension, file(`plain.${extension}`).subarray(0, -14)),
    ]),
  ),
  empty: () => claim("png", ""),
  "one byte": () => claim("jpg", "\xff"),
  "10 MB and one byte": () =>
    claim("jpg", joinBytes(file("plain.jpg"), Buffer.alloc(10_485_761 - file("plain.jpg").length))),
  "PNG of 60000 × 60000": () =>
    claim(
      "png",
      buildPng(pngHeader(60_000, 60_000), pngChunk("IDAT", deflateSync(Buffer.alloc(1000)))),
    ),
  "PNG that unpacks to 200 MB": () =>
    claim(
      "png",
      buildPng(
        pngHeader(10, 10),
        pngChunk("IDAT", deflateSync(Buffer.alloc(200_000_000), { level: 1 })),
      ),
    ),
  "PNG with missing data": () =>
    claim("png", buildPng(pngHeader(100, 100), pngChunk("IDAT", deflateSync(Buffer.alloc(100))))),
  "PNG with corrupt data": () => claim("png", buildPng(pngHeader(10, 10), pngChunk("IDAT", mark))),
  "PNG with a wrong checksum": () => claim("png", patchBytes(file("plain.png"), 29, u32(0))),
  "PNG with an unknown critical chunk": () => claim("png", addPngChunks(pngChunk("EVIL", mark))),
  "JPEG of 65500 × 65500": () =>
    claim("jpg", patchBytes(file("plain.jpg"), frameAt + 5, joinBytes(u16(65_500), u16(65_500)))),
  "GIF of 65535 × 65535": () =>
    claim("gif", patchBytes(file("plain.gif"), 6, Buffer.alloc(4, 255))),
  "WebP of 16777216 × 16777216": () =>
    claim("webp", patchBytes(file("plain.webp"), 24, Buffer.alloc(6, 255))),
  "AVIF of 100000 × 100000": () => {
    const bytes = file("plain.avif");
    return claim(
      "avif",
      patchBytes(bytes, bytes.indexOf("ispe") + 8, joinBytes(u32(100_000), u32(100_000))),
    );
  },
};

/** One hostile file of each format, for other endpoints that run the same check. */
export const hostileOfEachFormat = Object.fromEntries(
  Object.entries(hostile).filter(([name], index, entries) => {
    const isSameFormat = ([other]: readonly [string, unknown]) =>
      other.split(" ")[0] === name.split(" ")[0];
    return entries.findIndex(isSameFormat) === index;
  }),
);
