import { crc32 } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { countedPictures, nestedPictures } from "../../../tests/nested-pictures.ts";
import {
  pictureBombs,
  createFlatPng,
  createJpegWithDeclaredSize,
} from "../../../tests/picture-bombs.ts";
import {
  EXTENSIONS,
  hostileFiles,
  picturesWithMetadata,
  FILE_MARK,
  readTestPicture,
  createProfiledPng,
} from "../../../tests/pictures.ts";
import { NIGHTLY } from "../../../tests/results.ts";
import { cleanImage, requireImage } from "./clean-image.ts";
import type { CleanedImage } from "./picture.ts";

const clean = async (bytes: Uint8Array<ArrayBuffer>): Promise<CleanedImage> => {
  const result = await cleanImage(bytes);
  if (result === undefined) throw new Error("refused");
  return result;
};
const containsText = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes).includes(text, 0, "latin1");

describe("cleaning a picture", () => {
  it.each(EXTENSIONS)("recognizes %s by content and keeps its size", async (extension) => {
    const { bytes, type } = readTestPicture(extension);
    const size = extension === "gif" ? { width: 1, height: 1 } : { width: 24, height: 16 };
    expect(await clean(bytes)).toMatchObject({ type, ...size });
  });

  it.each(picturesWithMetadata)(
    "removes extra data from a $name, and cleaning again changes nothing",
    async ({ bytes, removedText }) => {
      expect(containsText(bytes, removedText)).toBe(true);
      const firstResult = await clean(bytes);
      expect(containsText(firstResult.bytes, removedText)).toBe(false);
      expect(await clean(firstResult.bytes)).toEqual(firstResult);
    },
  );

  it("keeps the orientation and colors of phone photos", async () => {
    const { bytes } = await clean(picturesWithMetadata[0]!.bytes);
    const exifOffset = Buffer.from(bytes).indexOf("Exif\0\0");
    expect(
      Buffer.from(bytes)
        .subarray(exifOffset + 6, exifOffset + 32)
        .toString("hex"),
    ).toBe("4d4d002a00000008000101120003000000010006000000000000");
    for (const { bytes } of [readTestPicture("jpg"), readTestPicture("webp")]) {
      expect(containsText((await clean(bytes)).bytes, "acsp")).toBe(true);
    }
    const png = await clean(createProfiledPng().bytes);
    expect([containsText(png.bytes, "iCCPICC\0"), containsText(png.bytes, FILE_MARK)]).toEqual([
      true,
      false,
    ]);
  });

  it("keeps an animation's frames and looping", async () => {
    const animation = picturesWithMetadata.find(({ name }) => name.startsWith("GIF"))!;
    const { bytes } = await clean(animation.bytes);
    expect(containsText(bytes, "NETSCAPE2.0\x03\x01\0\0\0")).toBe(true);
    expect(Buffer.from(bytes).toString("latin1").split("\x21\xf9\x04")).toHaveLength(3);
    const webp = picturesWithMetadata.find(({ name }) => name.startsWith("animated WebP"))!;
    expect(
      Buffer.from((await clean(webp.bytes)).bytes)
        .toString("latin1")
        .split("ANMF"),
    ).toHaveLength(3);
  });
});

describe("threat 55: limits on pictures", () => {
  const checkPicture = (bytes: Uint8Array<ArrayBuffer>, maxDepth: 8 | 16 = 16) =>
    requireImage(bytes, { maxDepth }).then(
      () => "taken",
      (error: unknown) => (error as { readonly userMessage?: string }).userMessage ?? String(error),
    );
  const tooLargeMessage = expect.stringContaining("too many pixels");

  it("accept 48-megapixel photos and reject larger ones", async () => {
    expect(await checkPicture(createJpegWithDeclaredSize(8064, 6048).bytes)).toBe("taken");
    expect(await checkPicture(createJpegWithDeclaredSize(12_000, 4_200).bytes)).toEqual(
      tooLargeMessage,
    );
  });

  it("allow PNGs to inflate to 64 MB, and at most a hundredfold unless they're small", async () => {
    expect(await checkPicture(createFlatPng(1600, 1600).bytes)).toBe("taken");
    expect(await checkPicture(createFlatPng(1900, 1600).bytes)).toEqual(tooLargeMessage);
    expect(await checkPicture(createFlatPng(6000, 3800).bytes)).toEqual(tooLargeMessage);
  });

  it("reject large pictures by their header, before reading the data", async () => {
    const { bytes } = createFlatPng(400, 400, 16);
    const view = new DataView(bytes.buffer);
    view.setUint32(16, 12_000);
    view.setUint32(20, 4000);
    view.setUint32(29, crc32(bytes.subarray(12, 29)));
    // Bytes that can't be decompressed.
    bytes.fill(0, 41 + 12, 100);
    const crcOffset = bytes.length - 16;
    const data = bytes.subarray(37, crcOffset);
    view.setUint32(crcOffset, crc32(data));
    expect(await checkPicture(bytes)).toEqual(tooLargeMessage);
  });

  it("allow 16 bits per channel only where requested", async () => {
    const { bytes } = createFlatPng(100, 100, 16);
    expect(await checkPicture(bytes, 16)).toBe("taken");
    expect(await checkPicture(bytes, 8)).toContain("16 bits per channel");
  });

  it("reject a second color profile, too many scans and too many pixels in frames", async () => {
    const reasons = {
      profiles: "two color profiles",
      scans: "too many scans",
      frames: tooLargeMessage,
    };
    for (const [nameWord, reason] of Object.entries(reasons)) {
      const bomb = pictureBombs.find(({ name }) => name.includes(nameWord));
      const expected: unknown = typeof reason === "string" ? `NotAPictureError: ${reason}` : reason;
      expect(await checkPicture(bomb!.make().bytes), nameWord).toEqual(expected);
    }
  });
});

describe("threat 67: pictures of many parts", () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** Returns why a picture is refused, and how often its check let other requests run. */
  async function checkAndCountTurns(bytes: Uint8Array<ArrayBuffer>) {
    let now = 0;
    let turnCount = 0;
    // Each look at the clock finds that the turn is over.
    vi.stubGlobal("performance", { now: () => (now += 20) });
    vi.stubGlobal("setTimeout", (callback: () => void) => {
      turnCount += 1;
      queueMicrotask(callback);
    });
    const problem = await requireImage(bytes).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    return { problem, turnCount };
  }

  const testSome = (pictures: typeof nestedPictures) => {
    it.each(pictures)("let others run: $name", async ({ make, problem, isSkipped }) => {
      const result = await checkAndCountTurns(make().bytes);
      expect(result.problem).toBe(problem);
      // 10 MB are read in slices of 64 KB.
      if (isSkipped !== true) expect(result.turnCount).toBeGreaterThanOrEqual(150);
    });
  };
  testSome(nestedPictures.filter((_, index) => index % 2 === 0));
  describe("the other half", { tags: [NIGHTLY] }, () => {
    testSome(nestedPictures.filter((_, index) => index % 2 === 1));
  });

  it.each(countedPictures)("have at most 20,000 in a file: $name", async (picture) => {
    const count = 20_000 - picture.neededParts;
    expect((await checkAndCountTurns(picture.make(count).bytes)).problem).toBeUndefined();
    const { problem } = await checkAndCountTurns(picture.make(count + 1).bytes);
    expect(problem).toBe("too many parts");
  });
});

/** CPU time of this process, because wall time includes other load on the machine. */
const measureCpuMilliseconds = (startUsage: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(startUsage);
  return (user + system) / 1000;
};

describe("threat 27: the picture check", () => {
  it.each(Object.entries(hostileFiles))("rejects %s", async (_, createFile) => {
    expect(await cleanImage(createFile().bytes)).toBeUndefined();
  });

  it("rejects or cleans each of 5,000 damaged pictures quickly, without errors", async () => {
    let state = 20_261_121;
    const pickNumberBelow = (max: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % max;
    };
    for (let round = 0; round < 5000; round += 1) {
      const bytes = readTestPicture(EXTENSIONS[round % EXTENSIONS.length]!).bytes;
      for (let change = pickNumberBelow(4); change >= 0; change -= 1)
        bytes[pickNumberBelow(bytes.length)] = pickNumberBelow(256);
      const startUsage = process.cpuUsage();
      const result = await cleanImage(bytes);
      expect(measureCpuMilliseconds(startUsage)).toBeLessThan(1000);
      if (result !== undefined) expect(result.bytes.length).toBeLessThan(bytes.length + 200);
    }
  });
});
