import { readFileSync } from "node:fs";
import path from "node:path";
import { resolveDataDir } from "../local/machine/paths.ts";
import type { StackFacts } from "../local/stack.ts";

/**
 * Reads the URLs and keys of the running stack: the temporary stack of `npm test` if there is one, or else the stack of
 * `npm start`.
 */
export function readStackFacts(): StackFacts {
  const file = path.join(resolveDataDir(process.env.DATA_DIR), "stack.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as StackFacts;
  } catch {
    throw new Error(
      `No running stack found (${file}). Start one with \`npm start\`, then try again.`,
    );
  }
}
