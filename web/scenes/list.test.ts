import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cleanImage } from "../../supabase/functions/_shared/images/clean-image.ts";
import { listSceneFiles, SCENES } from "./list.ts";

const resolveFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const MAX_BYTES = { "image/webp": 40 * 1024, "image/jpeg": 100 * 1024 };

describe("the scene list", () => {
  it("lists each drawing exactly once", () => {
    const drawings = readdirSync(resolveFromRoot("web/scenes/drawn")).map((file) =>
      file.slice(0, -4),
    );
    expect(SCENES.map(({ name }) => name).sort()).toEqual(drawings.sort());
    const pictureNumbers = SCENES.flatMap(({ seedPictureNumber }) => seedPictureNumber ?? []);
    expect(new Set(pictureNumbers).size).toBe(pictureNumbers.length);
  });

  it.each(SCENES)(
    "lists files of $name whose sizes match their paths and don't exceed 40 KB, or 100 KB for link previews",
    async (scene) => {
      for (const { file, type, width, height } of listSceneFiles(scene)) {
        const bytes = Uint8Array.from(readFileSync(resolveFromRoot(file)));
        expect(await cleanImage(bytes)).toMatchObject({ type, width, height });
        expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES[type]);
      }
    },
  );
});
