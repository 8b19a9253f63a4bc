import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";
import { getContentType } from "../site/content-types.ts";

const demoFilesFolder = path.join(projectRoot, "supabase/demo-files");
const sitePicturesPath = path.join("images", "site", path.sep);

/** Uploads the files that the seed's rows refer to, one folder per bucket, like `supabase seed buckets` does. */
export async function storeDemoFiles(
  fetchService: (request: Request) => Promise<Response>,
  secretKey: string,
): Promise<void> {
  const entries = await readdir(demoFilesFolder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = path.relative(demoFilesFolder, path.join(entry.parentPath, entry.name));
    // The keys of pictures have no extension. All of the seed's pictures are WebP, except for link previews.
    const pictureType = entry.name === "share" ? "image/jpeg" : "image/webp";
    const type = path.extname(file) ? getContentType(file).replace(/;.*/, "") : pictureType;
    const response = await fetchService(
      new Request(`http://localhost/storage/v1/object/${file.split(path.sep).join("/")}`, {
        method: "POST",
        headers: {
          apikey: secretKey,
          Authorization: `Bearer ${secretKey}`,
          "Content-Type": type,
          // The same cache times as in the functions: site pictures never change, but the picture of a story may be
          // withdrawn.
          "Cache-Control": `max-age=${file.startsWith(sitePicturesPath) ? 31_536_000 : 60}`,
          // The files may still exist from a database that was deleted.
          "x-upsert": "true",
        },
        body: await readFile(path.join(demoFilesFolder, file)),
      }),
    );
    if (!response.ok) throw new Problem(`Couldn't store ${file}: ${await response.text()}`);
  }
}
