import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";
import { contentTypeOf } from "../site/content-types.ts";

const folder = path.join(projectRoot, "supabase/demo-files");

/** The files that the seed's rows speak of, a folder per bucket: what `supabase seed buckets` does with `objects_path`. */
export async function storeDemoFiles(
  fetchService: (request: Request) => Promise<Response>,
  secretKey: string,
): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => path.extname(file));
  for (const file of files) {
    const answer = await fetchService(
      new Request(`http://localhost/storage/v1/object/${file.split(path.sep).join("/")}`, {
        method: "POST",
        headers: {
          apikey: secretKey,
          Authorization: `Bearer ${secretKey}`,
          "Content-Type": contentTypeOf(file).replace(/;.*/, ""),
          // Data may have been forgotten while files were not.
          "x-upsert": "true",
        },
        body: await readFile(path.join(folder, file)),
      }),
    );
    if (!answer.ok) throw new Problem(`${file} could not be stored: ${await answer.text()}`);
  }
}
