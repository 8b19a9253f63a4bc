import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { functionsFolder } from "./functions.ts";

const contractsFolder = path.join(functionsFolder, "_shared/contracts");
const summariesFile = path.join(functionsFolder, "api/openapi/summaries.ts");

const SUMMARY = /(?<=\bsummary:\s+)"(?:[^"\\]|\\.)*"(?=,\n)/g;

/**
 * Moves the endpoints' summaries, which only the API document shows, out of the code that loads before the first request.
 * A short key takes the place of each.
 */
export function moveSummaries(): Plugin {
  const keys = new Map<string, string>();
  for (const file of readdirSync(contractsFolder)) {
    const code = readFileSync(path.join(contractsFolder, file), "utf8");
    for (const [text] of code.matchAll(SUMMARY)) {
      if (!keys.has(text)) keys.set(text, keys.size.toString(36));
    }
  }
  return {
    name: "move-summaries",
    enforce: "pre",
    transform: (code, id) => {
      if (path.dirname(id) === contractsFolder) {
        return { code: code.replaceAll(SUMMARY, (text) => `"${keys.get(text) ?? ""}"`), map: null };
      }
      if (id !== summariesFile) return null;
      const texts = [...keys].map(([text, key]) => `"${key}": ${text}`).join(",");
      return {
        code: `const texts = {${texts}};\nexport const summaryOf = ({ summary }) => texts[summary] ?? summary;`,
        map: null,
      };
    },
  };
}
