import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listSmallerWidths } from "../../supabase/functions/_shared/rules/pictures.ts";
import { getShareWidth } from "../../supabase/functions/_shared/rules/share-pictures.ts";

export interface Scene {
  /** The name of its file in `drawn`, without the extension. */
  readonly name: string;
  /** The picture's number in the sample data, or undefined for the site's own pictures. */
  readonly seedPictureNumber?: number;
  /** A post's picture, which link previews show as a JPEG. */
  readonly isShared?: true;
  /** The WebP quality, which is lower than usual for drawings with many small parts. */
  readonly quality?: number;
}

export const SCENES: readonly Scene[] = [
  { name: "hero", seedPictureNumber: 1 },
  { name: "packing-table", seedPictureNumber: 2 },
  { name: "letter-on-a-cot", seedPictureNumber: 3 },
  { name: "family-at-the-door", seedPictureNumber: 4 },
  { name: "veteran-with-a-visitor", seedPictureNumber: 5 },
  { name: "winter-box", seedPictureNumber: 6, isShared: true },
  { name: "child-writing", seedPictureNumber: 7, isShared: true },
  { name: "weighing-a-box", seedPictureNumber: 8, isShared: true },
  { name: "crossword-by-the-window", seedPictureNumber: 9, isShared: true, quality: 0.7 },
  { name: "warehouse-morning", seedPictureNumber: 10, isShared: true },
  { name: "coffee-in-the-tent", seedPictureNumber: 11 },
  { name: "newborn-and-box", seedPictureNumber: 12 },
  { name: "radio-repair", seedPictureNumber: 13 },
  { name: "letter-in-a-frame", seedPictureNumber: 14 },
  { name: "forklift", seedPictureNumber: 15 },
  { name: "packing-record", seedPictureNumber: 16, quality: 0.75 },
  { name: "volunteer-and-tape-gun", seedPictureNumber: 17 },
  { name: "writing-a-story", seedPictureNumber: 18 },
  { name: "thank-you", seedPictureNumber: 19 },
  { name: "mail-on-its-way", seedPictureNumber: 20 },
  { name: "portrait-by-the-boxes", seedPictureNumber: 21 },
  { name: "portrait-by-the-quilt", seedPictureNumber: 22 },
  { name: "portrait-at-the-dock", seedPictureNumber: 23 },
  { name: "portrait-by-the-window", seedPictureNumber: 24 },
  { name: "portrait-by-the-ledgers", seedPictureNumber: 25 },
  { name: "portrait-in-the-letter-room", seedPictureNumber: 26 },
  { name: "seal-from-candid", seedPictureNumber: 27 },
  { name: "seal-from-charity-navigator", seedPictureNumber: 28 },
  { name: "seal-from-bbb", seedPictureNumber: 29 },
  { name: "folded-flag-at-dawn" },
  { name: "packing-day" },
  { name: "step-given" },
  { name: "step-given-small" },
  { name: "step-packed" },
  { name: "step-packed-small" },
  { name: "step-on-its-way" },
  { name: "step-on-its-way-small" },
  { name: "step-arrived" },
  { name: "step-arrived-small" },
  { name: "lost-parcel" },
  { name: "quiet-desk" },
];

export const readDrawing = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`drawn/${name}.svg`, import.meta.url)), "utf8");

interface SceneFile {
  readonly file: string;
  readonly type: "image/webp" | "image/jpeg";
  readonly width: number;
  readonly height: number;
}

/** The folders of uploads by storytellers and volunteers (rules/upload-places.ts). */
const REVIEWED_FOLDERS: Readonly<Record<number, string>> = {
  11: "stories",
  12: "stories",
  13: "stories",
  14: "highlights/00000000-0000-4000-8000-000000000002",
  15: "highlights/00000000-0000-4000-8000-000000000011",
  16: "highlights/00000000-0000-4000-8000-000000000013",
};

/**
 * Returns the files to render for a scene. A picture in the sample data has the same set of files as an upload, and each
 * of the site's own pictures has a single file, which is a third smaller than its drawing.
 */
export function listSceneFiles({ name, seedPictureNumber, isShared }: Scene): readonly SceneFile[] {
  // Some drawing programs leave out the width and height, but all write the view box.
  const viewBox = /viewBox="0 0 (\d+) (\d+)"/.exec(readDrawing(name));
  if (!viewBox) throw new Error(`${name}.svg has no view box that starts at 0 0.`);
  const [width, height] = [Number(viewBox[1]), Number(viewBox[2])];
  if (seedPictureNumber === undefined) {
    return [
      {
        file: `web/src/areas/public/art/${name}.webp`,
        type: "image/webp",
        width: (width * 2) / 3,
        height: (height * 2) / 3,
      },
    ];
  }
  const key = `5ce4e000-0000-4000-8000-${String(seedPictureNumber).padStart(12, "0")}`;
  const folder = `supabase/demo-files/images/${REVIEWED_FOLDERS[seedPictureNumber] ?? "site"}/${key}`;
  const createVersion = (
    versionName: string,
    versionWidth: number,
    type: SceneFile["type"] = "image/webp",
  ): SceneFile => ({
    file: `${folder}/${versionName}`,
    type,
    width: versionWidth,
    height: Math.round((height * versionWidth) / width),
  });
  return [
    createVersion(`${width}x${height}${isShared ? "-share" : ""}`, width),
    ...listSmallerWidths(width).map((smallerWidth) =>
      createVersion(String(smallerWidth), smallerWidth),
    ),
    ...(isShared ? [createVersion("share", getShareWidth(width), "image/jpeg")] : []),
  ];
}
