import { describe, expect, test, vi } from "vitest";
import { readDrawnSize, fakeCanvas } from "#testing/fake-canvas.ts";
import { resizePicture } from "../../lib/uploads/resize-picture.ts";

const createFile = (type: string, content = "x".repeat(1000)) => new File([content], "a", { type });
const describeBlob = async (blob: Blob) => `${await readDrawnSize(blob)} ${blob.type}`;
const describePictures = async (file: File, needsSmallerVersions = true) => {
  const { picture, smallerVersions } = await resizePicture(file, { needsSmallerVersions });
  const describe = async (blob: Blob) => (blob === file ? "as it is" : describeBlob(blob));
  return Promise.all([picture, ...smallerVersions].map(describe));
};
const describeShareVersion = async (file: File) => {
  const { shareVersion } = await resizePicture(file, { needsShareVersion: true });
  return shareVersion ? describeBlob(shareVersion) : null;
};

describe("resizing a site picture to three sizes", () => {
  test("shrinks a large photo to 1600 pixels and adds WebP versions for narrow screens", async () => {
    fakeCanvas(4000, 3000);
    expect(await describePictures(createFile("image/jpeg"))).toEqual([
      "1600x1200 image/jpeg",
      "480x360 image/webp",
      "960x720 image/webp",
    ]);
  });

  test("limits a portrait's height to 1600 pixels and picks smaller sizes by width", async () => {
    fakeCanvas(2000, 4000);
    expect(await describePictures(createFile("image/png"))).toEqual([
      "800x1600 image/webp",
      "480x960 image/webp",
    ]);
  });

  test("keeps a small file as it is, and doesn't add sizes to a very small one", async () => {
    fakeCanvas(1000, 333);
    expect(await describePictures(createFile("image/avif"))).toEqual([
      "as it is",
      "480x160 image/webp",
      "960x320 image/webp",
    ]);
    fakeCanvas(480, 480);
    expect(await describePictures(createFile("image/jpeg"))).toEqual(["as it is"]);
  });

  test("keeps the file if resizing would make it larger, but still adds smaller sizes", async () => {
    fakeCanvas(3000, 1500);
    expect(await describePictures(createFile("image/jpeg", "x"))).toEqual([
      "as it is",
      "480x240 image/webp",
      "960x480 image/webp",
    ]);
  });

  test("falls back to JPEG for photos in a browser that can't write WebP", async () => {
    fakeCanvas(900, 600, ["image/jpeg"]);
    expect((await describePictures(createFile("image/jpeg")))[1]).toBe("480x320 image/jpeg");
    expect((await describePictures(createFile("image/png")))[1]).toBe("480x320 image/png");
  });
});

test("resizes to a single size when smaller ones aren't requested", async () => {
  fakeCanvas(4000, 3000);
  expect(await describePictures(createFile("image/jpeg"), false)).toEqual(["1600x1200 image/jpeg"]);
});

test("keeps animated and unreadable files as they are", async () => {
  fakeCanvas(4000, 3000);
  const createWebp = (flags: number) =>
    createFile(
      "image/webp",
      `RIFF____WEBPVP8X____${String.fromCodePoint(flags)}${"x".repeat(1000)}`,
    );
  expect(await describePictures(createFile("image/gif"))).toEqual(["as it is"]);
  expect(await describePictures(createWebp(2))).toEqual(["as it is"]);
  expect((await describePictures(createWebp(16)))[0]).toBe("1600x1200 image/webp");
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("unreadable")));
  expect(await describePictures(createFile("image/jpeg"))).toEqual(["as it is"]);
});

describe("the JPEG for link previews", () => {
  const createJpeg = () =>
    new File([Uint8Array.of(0xff, 0xd8, 0xff), "x".repeat(1000)], "a", { type: "image/jpeg" });

  test("is at most 1200 pixels wide and has the picture's proportions", async () => {
    fakeCanvas(4000, 3000);
    expect(await describeShareVersion(createFile("image/avif"))).toBe("1200x900 image/jpeg");
    expect(await describeShareVersion(createFile("image/png"))).toBe("1200x900 image/jpeg");
    fakeCanvas(1000, 333);
    expect(await describeShareVersion(createFile("image/webp"))).toBe("1000x333 image/jpeg");
    expect(await describeShareVersion(createFile("image/gif"))).toBe("1000x333 image/jpeg");
  });

  test("is drawn on white, which other types aren't", async () => {
    fakeCanvas(1000, 500);
    const drawn: unknown[] = [];
    const context = {
      fillStyle: "",
      fillRect(this: { fillStyle: string }, ...place: number[]) {
        drawn.push([this.fillStyle, ...place]);
      },
      drawImage: (_: unknown, ...place: number[]) => drawn.push(place),
    };
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
    await describeShareVersion(createFile("image/webp"));
    expect(drawn).toEqual([
      ["#fff", 0, 0, 1000, 500],
      [0, 0, 1000, 500],
    ]);
    await describePictures(createFile("image/webp"));
    expect(drawn.slice(2)).toEqual([
      [0, 0, 480, 240],
      [0, 0, 960, 480],
    ]);
  });

  test("isn't made from a JPEG, but from a WebP whose name says JPEG", async () => {
    fakeCanvas(1000, 333);
    expect(await describeShareVersion(createJpeg())).toBeNull();
    expect(await describeShareVersion(createFile("image/jpeg"))).toBe("1000x333 image/jpeg");
    vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("unreadable")));
    expect(await describeShareVersion(createFile("image/png"))).toBeNull();
  });
});
