import type { FunctionComponent } from "react";
import { smallerWidths } from "../../supabase/functions/_shared/rules/pictures.ts";
import { Hero } from "./drawn/hero.tsx";

interface DrawnScene {
  readonly name: string;
  readonly draw: FunctionComponent;
  readonly width: number;
  readonly height: number;
  /** The seed's picture of that number; without one it belongs to the site itself. */
  readonly seed?: number;
}

const hero = { width: 1600, height: 900 } as const;

export const SCENES: readonly DrawnScene[] = [{ name: "hero", draw: Hero, ...hero, seed: 1 }];

interface SceneFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** Stories and highlights keep one file each, where a teller's or a volunteer's own upload lies (rules/upload-places.ts). */
const REVIEWED: Readonly<Record<number, string>> = {
  11: "stories",
  12: "stories",
  13: "stories",
  14: "highlights/00000000-0000-4000-8000-000000000002",
  15: "highlights/00000000-0000-4000-8000-000000000011",
  16: "highlights/00000000-0000-4000-8000-000000000013",
};

/** All that one scene is drawn as: for the seed what an upload leaves, for the site one file. */
export function filesOf({ name, width, height, seed }: DrawnScene): readonly SceneFile[] {
  if (seed === undefined) {
    return [{ file: `web/src/areas/public/art/${name}.webp`, width: 960, height: 640 }];
  }
  const key = `5ce4e000-0000-4000-8000-${String(seed).padStart(12, "0")}`;
  const reviewed = REVIEWED[seed];
  if (reviewed !== undefined) {
    return [{ file: `supabase/demo-files/images/${reviewed}/${key}`, width: 960, height: 640 }];
  }
  const folder = `supabase/demo-files/images/site/${key}`;
  return [
    { file: `${folder}/${width}x${height}`, width, height },
    ...smallerWidths(width).map((smaller) => ({
      file: `${folder}/${smaller}`,
      width: smaller,
      height: Math.round((height * smaller) / width),
    })),
  ];
}
