import { expect, it } from "vitest";
import { getPictureSizes, listSmallerPaths, listSmallerWidths } from "./pictures.ts";
import { getSharePicture } from "./share-pictures.ts";

const PICTURE_PATH = "/images/site/0a1b2c3d-0000-4000-8000-000000000001";

it("a picture's path determines its size and its smaller versions", () => {
  expect(getPictureSizes(`${PICTURE_PATH}/1600x900`)).toEqual({
    width: 1600,
    height: 900,
    srcSet: `${PICTURE_PATH}/480 480w,${PICTURE_PATH}/960 960w,${PICTURE_PATH}/1600x900 1600w`,
  });
  expect(getPictureSizes(`${PICTURE_PATH}/960x1280`)?.srcSet).toBe(
    `${PICTURE_PATH}/480 480w,${PICTURE_PATH}/960x1280 960w`,
  );
});

it.each([
  [`${PICTURE_PATH}/1600x900`, [`${PICTURE_PATH}/480`, `${PICTURE_PATH}/960`]],
  [`${PICTURE_PATH}/600x900`, [`${PICTURE_PATH}/480`]],
  [`${PICTURE_PATH}/1600x900-single`, []],
  [`${PICTURE_PATH}/1600x900-single-share`, []],
  [`${PICTURE_PATH}/1600x900-share`, [`${PICTURE_PATH}/480`, `${PICTURE_PATH}/960`]],
  [`${PICTURE_PATH}/480x300`, []],
  [PICTURE_PATH, []],
])("%s has the smaller versions %j", (path, smallerVersions) => {
  expect(listSmallerPaths(path)).toEqual(smallerVersions);
});

it.each([
  ["no larger than the smallest version", `${PICTURE_PATH}/480x480`, { width: 480, height: 480 }],
  ["stored alone", `${PICTURE_PATH}/1024x1024-single`, { width: 1024, height: 1024 }],
])("a picture %s has only its own size", (_, path, size) => {
  expect(getPictureSizes(path)).toEqual({ ...size, srcSet: "" });
});

it.each([
  PICTURE_PATH,
  "/images/stories/x",
  `${PICTURE_PATH}/480`,
  "",
  "https://example.org/a.jpg",
])("%s has no size", (path) => expect(getPictureSizes(path)).toBeUndefined());

it("smaller versions are narrower than the picture", () => {
  expect([480, 481, 960, 961].map((width) => listSmallerWidths(width))).toEqual([
    [],
    [480],
    [480],
    [480, 960],
  ]);
});

it.each([
  [`${PICTURE_PATH}/1600x900-share`, { path: `${PICTURE_PATH}/share`, width: 1200, height: 675 }],
  [
    `${PICTURE_PATH}/700x901-single-share`,
    { path: `${PICTURE_PATH}/share`, width: 700, height: 901 },
  ],
  [`${PICTURE_PATH}/1600x900`, undefined],
  [`${PICTURE_PATH}/1600x900-single`, undefined],
  [PICTURE_PATH, undefined],
  ["https://example.org/a.jpg", undefined],
])("%s has the JPEG %j for link previews", (path, sharePicture) => {
  expect(getSharePicture(path)).toEqual(sharePicture);
});
