import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";
import { cleanImage } from "../../supabase/functions/_shared/images/clean-image.ts";
import { launchBrowser } from "../e2e/browser.ts";
import type * as List from "./list.tsx";

/*
 * `npm run scenes` draws all scenes of list.tsx, or only the named ones, as WebP in every size,
 * encoded like uploads. The files are committed, so run it only after changing a drawing.
 */

const resolveFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const QUALITY = 0.8;

const { module } = await runnerImport<typeof List>(resolveFromRoot("web/scenes/list.tsx"));
const requestedNames = process.argv.slice(2);
const browser = await launchBrowser();
const page = await browser.newPage();

for (const scene of module.SCENES) {
  if (requestedNames.length > 0 && !requestedNames.includes(scene.name)) continue;
  const svg = renderToStaticMarkup(createElement(scene.draw));
  for (const { file, width, height } of module.listSceneFiles(scene)) {
    const webpBase64 = await page.evaluate(
      async ({ svg, width, height, quality }) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext("2d", { alpha: false })!;
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return canvas.toDataURL("image/webp", quality).replace(/^.*,/, "");
      },
      { svg, width, height, quality: scene.quality ?? QUALITY },
    );
    const cleanedImage = await cleanImage(Uint8Array.from(Buffer.from(webpBase64, "base64")));
    const { bytes } = cleanedImage!;
    await mkdir(path.dirname(resolveFromRoot(file)), { recursive: true });
    await writeFile(resolveFromRoot(file), bytes);
    console.log(`${scene.name} ${width}x${height}: ${(bytes.length / 1024).toFixed(1)} KB`);
  }
}
await browser.close();
