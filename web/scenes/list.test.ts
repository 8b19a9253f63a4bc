import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cleanImage } from "../../supabase/functions/_shared/images/clean-image.ts";
import { sceneFiles, SCENES } from "./list.tsx";

const pathFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const MAX_BYTES = 40 * 1024;

describe("scenes", () => {
  it("lists each drawing exactly once", () => {
    const drawings = readdirSync(pathFromRoot("web/scenes/drawn")).map((file) => file.slice(0, -4));
    expect(SCENES.map(({ name }) => name).sort()).toEqual(drawings.sort());
    const seeds = SCENES.flatMap(({ seed }) => seed ?? []);
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  it.each(SCENES)(
    "$name exists in every size that its paths name, each at most 40 KB",
    async (scene) => {
      for (const { file, width, height } of sceneFiles(scene)) {
        const bytes = Uint8Array.from(readFileSync(pathFromRoot(file)));
        expect(await cleanImage(bytes)).toMatchObject({ width, height });
        expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
      }
    },
  );
});
