import { fileURLToPath } from "node:url";
import path from "node:path";

/** The checkout this file belongs to, whatever the current directory is. */
export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");

/** Everything the stack writes lives here: keys, data, logs, facts. `DATA_DIR` chooses another place. */
export function resolveDataDir(configured: string | undefined): string {
  return path.resolve(projectRoot, configured || "supabase/.temp");
}
