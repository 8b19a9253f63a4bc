import { expect, it } from "vitest";
import { pictureSizes, smallerPaths, smallerWidths } from "./pictures.ts";

const PICTURE = "/images/site/0a1b2c3d-0000-4000-8000-000000000001";

it("a picture's path contains its size, and its smaller versions follow from it", () => {
  expect(pictureSizes(`${PICTURE}/1600x900`)).toEqual({
    width: 1600,
    height: 900,
    srcSet: `${PICTURE}/480 480w,${PICTURE}/960 960w,${PICTURE}/1600x900 1600w`,
  });
  expect(pictureSizes(`${PICTURE}/960x1280`)?.srcSet).toBe(
    `${PICTURE}/480 480w,${PICTURE}/960x1280 960w`,
  );
});

it.each([
  [`${PICTURE}/1600x900`, [`${PICTURE}/480`, `${PICTURE}/960`]],
  [`${PICTURE}/600x900`, [`${PICTURE}/480`]],
  [`${PICTURE}/1600x900-single`, []],
  [`${PICTURE}/480x300`, []],
  [PICTURE, []],
])("%s has the smaller versions %j", (path, smaller) => {
  expect(smallerPaths(path)).toEqual(smaller);
});

it.each([
  ["no larger than the smallest version", `${PICTURE}/480x480`, { width: 480, height: 480 }],
  ["stored alone", `${PICTURE}/1024x1024-single`, { width: 1024, height: 1024 }],
])("a picture %s has only its own size", (_, path, size) => {
  expect(pictureSizes(path)).toEqual({ ...size, srcSet: "" });
});

it.each([PICTURE, "/images/stories/x", `${PICTURE}/480`, "", "https://example.org/a.jpg"])(
  "%s has no size",
  (path) => expect(pictureSizes(path)).toBeUndefined(),
);

it("smaller versions are narrower than the picture", () => {
  expect([480, 481, 960, 961].map((width) => smallerWidths(width))).toEqual([
    [],
    [480],
    [480],
    [480, 960],
  ]);
});
