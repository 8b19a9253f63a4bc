import { describe, expect, test, vi } from "vitest";
import { readDrawnSize, fakeCanvas } from "#testing/fake-canvas.ts";
import { resizePicture } from "../../lib/uploads/resize-picture.ts";

const createFile = (type: string, content = "x".repeat(1000)) => new File([content], "a", { type });
const describePictures = async (file: File, needsSmallerVersions = true) => {
  const { picture, smallerVersions } = await resizePicture(file, needsSmallerVersions);
  const describeBlob = async (blob: Blob) =>
    blob === file ? "as it is" : `${await readDrawnSize(blob)} ${blob.type}`;
  return Promise.all([picture, ...smallerVersions].map(describeBlob));
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
