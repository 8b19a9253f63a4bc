import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { loadEnv } from "vite";
import { bundleSite } from "./bundle.ts";
import { takeOverLastRelease } from "./last-release.ts";
import { prerenderSite } from "./prerender.ts";

/*
 * `npm run build` bundles, takes over files of the release that is online, and then prerenders. The local stack runs
 * only the first and the last step, and separately (`bundle`, `pages`), so that its database can start during the
 * bundling.
 */

const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: "string", default: resolveFromRoot("web/dist") },
    server: { type: "string", default: resolveFromRoot("web/prerender/dist") },
  },
});
const steps = positionals.length > 0 ? positionals : ["bundle", "last-release", "pages"];
const env = { ...loadEnv("production", resolveFromRoot("."), ""), ...process.env };

const siteUrl = env["VITE_SITE_URL"] ?? "";

if (steps.includes("bundle")) await bundleSite(values);
if (steps.includes("last-release")) {
  for (const line of await takeOverLastRelease({ ...values, siteUrl })) console.log(line);
}
if (steps.includes("pages")) {
  const apiUrl = env["PRERENDER_API_URL"] || undefined;
  const pageCount = await prerenderSite({ ...values, apiUrl, siteUrl });
  console.log(
    `Prerendered ${pageCount} pages with ${apiUrl ? `the content of ${apiUrl}` : "the built-in content (PRERENDER_API_URL is not set)"}.`,
  );
}
