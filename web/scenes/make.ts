import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cleanImage } from "../../supabase/functions/_shared/images/clean-image.ts";
import { launchBrowser } from "../e2e/browser.ts";
import { listSceneFiles, readDrawing, SCENES } from "./list.ts";

/*
 * `npm run scenes` renders all scenes of list.ts, or only the named ones, as WebP in every size, and
 * as JPEG for link previews, encoded like uploads. The files are committed, so run it only after changing a drawing.
 */

const resolveFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const QUALITY = 0.8;

const requestedNames = process.argv.slice(2);
const browser = await launchBrowser();
const page = await browser.newPage();

for (const scene of SCENES) {
  if (requestedNames.length > 0 && !requestedNames.includes(scene.name)) continue;
  const svg = readDrawing(scene.name);
  for (const { file, type, width, height } of listSceneFiles(scene)) {
    const base64 = await page.evaluate(
      async ({ svg, type, width, height, quality }) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext("2d", { alpha: false })!;
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return canvas.toDataURL(type, quality).replace(/^.*,/, "");
      },
      { svg, type, width, height, quality: scene.quality ?? QUALITY },
    );
    const cleanedImage = await cleanImage(Uint8Array.from(Buffer.from(base64, "base64")));
    const { bytes } = cleanedImage!;
    await mkdir(path.dirname(resolveFromRoot(file)), { recursive: true });
    await writeFile(resolveFromRoot(file), bytes);
    console.log(`${scene.name} ${width}x${height}: ${(bytes.length / 1024).toFixed(1)} KB`);
  }
}
await browser.close();
