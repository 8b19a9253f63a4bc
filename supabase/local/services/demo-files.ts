import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";
import { contentTypeOf } from "../site/content-types.ts";

const folder = path.join(projectRoot, "supabase/demo-files");
const sitePictures = path.join("images", "site", path.sep);

/** The files that the seed's rows speak of, a folder per bucket: what `supabase seed buckets` does with `objects_path`. */
export async function storeDemoFiles(
  fetchService: (request: Request) => Promise<Response>,
  secretKey: string,
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    // A picture's key has no extension; all of the seed's are drawn as WebP.
    const type = path.extname(file) ? contentTypeOf(file).replace(/;.*/, "") : "image/webp";
    const answer = await fetchService(
      new Request(`http://localhost/storage/v1/object/${file.split(path.sep).join("/")}`, {
        method: "POST",
        headers: {
          apikey: secretKey,
          Authorization: `Bearer ${secretKey}`,
          "Content-Type": type,
          // As the functions store it: the site's pictures never change, a story's may be withdrawn.
          "Cache-Control": `max-age=${file.startsWith(sitePictures) ? 31_536_000 : 60}`,
          // Data may have been forgotten while files were not.
          "x-upsert": "true",
        },
        body: await readFile(path.join(folder, file)),
      }),
    );
    if (!answer.ok) throw new Problem(`Couldn't store ${file}: ${await answer.text()}`);
  }
}
