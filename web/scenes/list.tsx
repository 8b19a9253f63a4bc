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

/** All that one scene is drawn as: for the seed what an upload leaves, for the site one file. */
export function filesOf({ name, width, height, seed }: DrawnScene): readonly SceneFile[] {
  if (seed === undefined) {
    return [{ file: `web/src/areas/public/art/${name}.webp`, width: 960, height: 640 }];
  }
  const number = String(seed).padStart(12, "0");
  const folder = `supabase/demo-files/images/site/5ce4e000-0000-4000-8000-${number}`;
  return [
    { file: `${folder}/${width}x${height}`, width, height },
    ...smallerWidths(width).map((smaller) => ({
      file: `${folder}/${smaller}`,
      width: smaller,
      height: Math.round((height * smaller) / width),
    })),
  ];
}
