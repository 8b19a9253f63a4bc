import { fileURLToPath } from "node:url";
import path from "node:path";

/** The root of this checkout, independent of the current directory. */
export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");

/** Returns the folder for everything the stack writes: keys, data, logs and stack.json. Override with `DATA_DIR`. */
export function resolveDataDir(configuredDir: string | undefined): string {
  return path.resolve(projectRoot, configuredDir || "supabase/.temp");
}
