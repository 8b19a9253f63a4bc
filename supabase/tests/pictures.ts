import { deflateSync } from "node:zlib";
import {
  buildPng,
  createPhoneExif,
  createPngHeader,
  insertBytes,
  joinBytes,
  patchBytes,
  readPicture,
  toAvifBox,
  toBytes,
  toJpegSegment,
  toPngChunk,
  toRiffChunk,
  toUint16,
  toUint32,
} from "./picture-bytes.ts";

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

export const toUpload = (extension: Extension, content: Uint8Array | string): UploadFile => ({
  type: MIME_TYPES[extension],
  bytes: new Uint8Array(typeof content === "string" ? toBytes(content) : content),
});

/** Returns a small image that a browser encoded. */
export const readTestPicture = (extension: Extension): UploadFile =>
  toUpload(extension, readPicture(`plain.${extension}`));

/** Text that must not remain in any stored file. */
export const FILE_MARK = "<script>alert('mark')</script>";
const MARK = Buffer.from(FILE_MARK);

const addJpegSegments = (...parts: Uint8Array[]) =>
  insertBytes(readPicture("plain.jpg"), 2, ...parts);
const addPngChunks = (...parts: Uint8Array[]) =>
  insertBytes(readPicture("plain.png"), 33, ...parts);
const buildWebp = (chunks: Uint8Array) =>
  joinBytes(toBytes("RIFF"), toUint32(chunks.length + 4, true), toBytes("WEBP"), chunks);
const readWebpChunks = () => readPicture("plain.webp").subarray(12);

/** Returns a PNG with the color profile from the browser's WebP. The profile's name must be removed. */
export const createProfiledPng = (): UploadFile => {
  const profile = readPicture("plain.webp").subarray(38, 38 + 456);
  const content = joinBytes(MARK, toBytes("\0\0"), deflateSync(profile));
  return toUpload("png", addPngChunks(toPngChunk("iCCP", content)));
};

const splitGif = () => {
  const bytes = readPicture("plain.gif");
  return { head: bytes.subarray(0, 19), frame: bytes.subarray(19, -1) };
};
const toSubBlock = (content: Uint8Array) => joinBytes(Buffer.from([content.length]), content);
const createAnimatedGif = () => {
  const { head, frame } = splitGif();
  const loop = joinBytes(
    Buffer.from([0x21, 0xff]),
    toSubBlock(toBytes("NETSCAPE2.0")),
    toSubBlock(Buffer.from([1, 0, 0])),
    Buffer.from([0]),
  );
  const otherExtension = joinBytes(
    Buffer.from([0x21, 0xff]),
    toSubBlock(toBytes("XMP DataXMP")),
    toSubBlock(MARK),
    Buffer.from([0]),
  );
  const comment = joinBytes(Buffer.from([0x21, 0xfe]), toSubBlock(MARK), Buffer.from([0]));
  return joinBytes(head, loop, comment, otherExtension, frame, frame, Buffer.from([0x3b]));
};

const toGifBlock = (label: number, ...content: Uint8Array[]) =>
  joinBytes(Buffer.from([0x21, label]), ...content.map(toSubBlock), Buffer.from([0]));
/** Returns a GIF with metadata before, between and after its frames. */
const createAnnotatedGif = () => {
  const { head, frame } = splitGif();
  const metadata = joinBytes(
    toGifBlock(0xfe, createPhoneExif(), MARK),
    toGifBlock(0x01, Buffer.alloc(12), MARK),
    toGifBlock(0xff, toBytes("XMP DataXMP"), MARK),
  );
  return joinBytes(head, metadata, frame, metadata, frame, metadata, Buffer.from([0x3b]));
};
/** Returns a WebP that repeats a single image's metadata in each frame and at the end of the file. */
const createAnnotatedWebp = () => {
  const chunks = readWebpChunks();
  const exif = toRiffChunk("EXIF", joinBytes(createPhoneExif(), MARK));
  const metadata = joinBytes(exif, toRiffChunk("XMP ", MARK));
  const frameBounds = Buffer.from([0, 0, 0, 0, 0, 0, 23, 0, 0, 15, 0, 0, 100, 0, 0, 0]);
  const imageChunks = chunks.subarray(chunks.indexOf("VP8 "));
  const frame = toRiffChunk("ANMF", joinBytes(frameBounds, metadata, imageChunks, metadata));
  const animation = toRiffChunk("ANIM", Buffer.alloc(6));
  const header = patchBytes(chunks.subarray(0, 18), 8, Buffer.from([0x0e]));
  return buildWebp(joinBytes(header, animation, frame, frame, metadata));
};
const createAnnotatedPng = () => {
  const metadata = joinBytes(
    toPngChunk("eXIf", joinBytes(createPhoneExif().subarray(6), MARK)),
    toPngChunk("tEXt", joinBytes(toBytes("Comment\0"), MARK)),
  );
  const frame = (value: number) =>
    toPngChunk(
      "fcTL",
      joinBytes(
        toUint32(value),
        toUint32(24),
        toUint32(16),
        Buffer.alloc(8),
        toUint16(1),
        toUint16(10),
        Buffer.alloc(2),
      ),
    );
  const plainPng = readPicture("plain.png");
  const secondFrame = toPngChunk("fdAT", joinBytes(toUint32(2), plainPng.subarray(41, 641)));
  return joinBytes(
    plainPng.subarray(0, 33),
    toPngChunk("acTL", joinBytes(toUint32(2), toUint32(0))),
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
    ...toUpload("jpg", addJpegSegments(toJpegSegment(0xe1, createPhoneExif()))),
  },
  {
    name: "JPEG with a comment",
    removedText: FILE_MARK,
    ...toUpload("jpg", addJpegSegments(toJpegSegment(0xfe, MARK))),
  },
  {
    name: "JPEG with XMP and IPTC",
    removedText: FILE_MARK,
    ...toUpload(
      "jpg",
      addJpegSegments(
        toJpegSegment(0xe1, joinBytes(toBytes("http://ns.adobe.com/xap/1.0/\0"), MARK)),
        toJpegSegment(0xed, MARK),
      ),
    ),
  },
  {
    name: "JPEG with an appended page",
    removedText: FILE_MARK,
    ...toUpload("jpg", joinBytes(readPicture("plain.jpg"), MARK)),
  },
  {
    name: "JPEG with an appended ZIP file",
    removedText: FILE_MARK,
    ...toUpload("jpg", joinBytes(readPicture("plain.jpg"), toBytes("PK\x03\x04"), MARK)),
  },
  {
    name: "PNG with texts",
    removedText: FILE_MARK,
    ...toUpload(
      "png",
      addPngChunks(
        toPngChunk("tEXt", joinBytes(toBytes("Comment\0"), MARK)),
        toPngChunk("iTXt", joinBytes(toBytes("XML:com.adobe.xmp\0\0\0\0\0"), MARK)),
      ),
    ),
  },
  {
    name: "PNG with Exif",
    removedText: "Spy Camera",
    ...toUpload("png", addPngChunks(toPngChunk("eXIf", createPhoneExif().subarray(6)))),
  },
  {
    name: "WebP with Exif and XMP",
    removedText: FILE_MARK,
    ...toUpload(
      "webp",
      buildWebp(
        joinBytes(
          patchBytes(readWebpChunks(), 8, Buffer.from([0x2c])),
          toRiffChunk("EXIF", joinBytes(createPhoneExif(), MARK)),
          toRiffChunk("XMP ", MARK),
        ),
      ),
    ),
  },
  {
    name: "GIF with comment and application data",
    removedText: FILE_MARK,
    ...toUpload("gif", createAnimatedGif()),
  },
  ...(["Spy Camera", FILE_MARK] as const).flatMap((removedText) => [
    {
      name: `animated GIF with "${removedText}" in its frames`,
      removedText,
      ...toUpload("gif", createAnnotatedGif()),
    },
    {
      name: `animated WebP with "${removedText}" in its frames`,
      removedText,
      ...toUpload("webp", createAnnotatedWebp()),
    },
    {
      name: `animated PNG with "${removedText}" in its frames`,
      removedText,
      ...toUpload("png", createAnnotatedPng()),
    },
  ]),
  {
    name: "AVIF with GPS",
    removedText: "GPS 38.8977N",
    ...toUpload("avif", readPicture("located.avif")),
  },
  {
    name: "AVIF with a custom box",
    removedText: FILE_MARK,
    ...toUpload("avif", joinBytes(readPicture("plain.avif"), toAvifBox("uuid", MARK))),
  },
];

const page = `<!doctype html><title>x</title>${FILE_MARK}`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

/** Returns an image of the given size. Images of different sizes have different bytes. */
export const createPicture = (width: number, height: number): UploadFile => {
  const rows = Buffer.alloc(height * (1 + width * 3));
  return toUpload(
    "png",
    buildPng(createPngHeader(width, height), toPngChunk("IDAT", deflateSync(rows))),
  );
};

export const jpegFrameOffset = readPicture("plain.jpg").indexOf(Buffer.from([0xff, 0xc0]));
const readJpegFrame = () =>
  readPicture("plain.jpg").subarray(jpegFrameOffset, jpegFrameOffset + 19);

let zerosCache: Uint8Array | undefined;
/** Compresses 200 MB of zeros, which takes so long that the tests share the result. */
const compressZeros = () => (zerosCache ??= deflateSync(Buffer.alloc(200_000_000), { level: 1 }));

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
    toUpload("png", joinBytes(readPicture("plain.png").subarray(0, 8), toBytes(page))),
  "PNG with an appended page": () =>
    toUpload("png", joinBytes(readPicture("plain.png"), toBytes(page))),
  "JPEG start before HTML": () =>
    toUpload("jpg", joinBytes(Buffer.from([0xff, 0xd8, 0xff]), toBytes(page))),
  "JPEG with only a comment": () =>
    toUpload(
      "jpg",
      joinBytes(Buffer.from([0xff, 0xd8]), toJpegSegment(0xfe, MARK), Buffer.from([0xff, 0xd9])),
    ),
  "JPEG with two frames": () =>
    toUpload("jpg", insertBytes(readPicture("plain.jpg"), jpegFrameOffset, readJpegFrame())),
  "GIF that is JavaScript": () => toUpload("gif", "GIF89a/*\0\0\0\0*/=1;alert(1)//;"),
  "GIF with an appended page": () =>
    toUpload("gif", joinBytes(readPicture("plain.gif"), toBytes(page))),
  "GIF frame outside of the image": () => {
    const bytes = readPicture("plain.gif");
    return toUpload("gif", patchBytes(bytes, bytes.indexOf(0x2c, 19) + 5, Buffer.from([0, 16])));
  },
  "WebP that is JavaScript": () =>
    toUpload("webp", joinBytes(toBytes("RIFF/**/WEBPVP8 */=1;alert(1)//"), MARK)),
  "WebP with an appended page": () =>
    toUpload("webp", joinBytes(readPicture("plain.webp"), toBytes(page))),
  "audio as WebP": () =>
    toUpload(
      "webp",
      joinBytes(toBytes("RIFF"), toUint32(20, true), toBytes("WAVEfmt "), Buffer.alloc(12)),
    ),
  "video as AVIF": () => toUpload("avif", toAvifBox("ftyp", toBytes("isom\0\0\0\0isommp42"))),
  "HEIC as AVIF": () =>
    toUpload("avif", patchBytes(readPicture("plain.avif"), 8, toBytes("heic\0\0\0\0heic"))),
  "AVIF with HTML among its brands": () =>
    toUpload(
      "avif",
      joinBytes(
        toAvifBox("ftyp", joinBytes(toBytes("avif\0\0\0\0"), MARK, toBytes("  "))),
        readPicture("plain.avif").subarray(32),
      ),
    ),
  "AVIF with an appended page": () =>
    toUpload("avif", joinBytes(readPicture("plain.avif"), toBytes(page))),
  ...Object.fromEntries(
    EXTENSIONS.map((extension) => [
      `${extension} cut off`,
      () => toUpload(extension, readPicture(`plain.${extension}`).subarray(0, -14)),
    ]),
  ),
  empty: () => toUpload("png", ""),
  "one byte": () => toUpload("jpg", "\xff"),
  "10 MB and one byte": () =>
    toUpload(
      "jpg",
      joinBytes(
        readPicture("plain.jpg"),
        Buffer.alloc(10_485_761 - readPicture("plain.jpg").length),
      ),
    ),
  "PNG of 60000 × 60000": () =>
    toUpload(
      "png",
      buildPng(
        createPngHeader(60_000, 60_000),
        toPngChunk("IDAT", deflateSync(Buffer.alloc(1000))),
      ),
    ),
  "PNG that unpacks to 200 MB": () =>
    toUpload("png", buildPng(createPngHeader(10, 10), toPngChunk("IDAT", compressZeros()))),
  "PNG with missing data": () =>
    toUpload(
      "png",
      buildPng(createPngHeader(100, 100), toPngChunk("IDAT", deflateSync(Buffer.alloc(100)))),
    ),
  "PNG with corrupt data": () =>
    toUpload("png", buildPng(createPngHeader(10, 10), toPngChunk("IDAT", MARK))),
  "PNG with a wrong checksum": () =>
    toUpload("png", patchBytes(readPicture("plain.png"), 29, toUint32(0))),
  "PNG with an unknown critical chunk": () =>
    toUpload("png", addPngChunks(toPngChunk("EVIL", MARK))),
  "JPEG of 65500 × 65500": () =>
    toUpload(
      "jpg",
      patchBytes(
        readPicture("plain.jpg"),
        jpegFrameOffset + 5,
        joinBytes(toUint16(65_500), toUint16(65_500)),
      ),
    ),
  "GIF of 65535 × 65535": () =>
    toUpload("gif", patchBytes(readPicture("plain.gif"), 6, Buffer.alloc(4, 255))),
  "WebP of 16777216 × 16777216": () =>
    toUpload("webp", patchBytes(readPicture("plain.webp"), 24, Buffer.alloc(6, 255))),
  "AVIF of 100000 × 100000": () => {
    const bytes = readPicture("plain.avif");
    return toUpload(
      "avif",
      patchBytes(bytes, bytes.indexOf("ispe") + 8, joinBytes(toUint32(100_000), toUint32(100_000))),
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
