import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";
import { launchBrowser } from "../../e2e/browser.ts";
import type * as Papers from "./papers.tsx";

/*
 * `npm run papers` renders the demo's reports as PDFs, and their first pages as pictures. The files are
 * committed.
 */

const resolveFromRoot = (file: string) =>
  fileURLToPath(new URL(`../../../${file}`, import.meta.url));
const SIZES = [
  { width: 720, height: 932, name: "720x932" },
  { width: 480, height: 621, name: "480" },
] as const;

const { module } = await runnerImport<typeof Papers>(
  resolveFromRoot("web/scenes/papers/papers.tsx"),
);
const fontBase64 = await readFile(resolveFromRoot("web/src/type/fraunces.woff2"), "base64");
const fontFace = `@font-face { font-family: Fraunces; src: url(data:font/woff2;base64,${fontBase64}); font-weight: 400 700 }`;
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 816, height: 1056 } });

for (const { key, coverNumber, draw } of module.DEMO_REPORTS) {
  const sheetHtml = renderToStaticMarkup(createElement(draw));
  await page.setContent(`<!doctype html><style>${fontFace}${module.STYLE}</style>${sheetHtml}`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await writeFile(resolveFromRoot(`supabase/demo-files/reports/${key}.pdf`), pdf);
  const screenshotBase64 = (await page.screenshot({ type: "png" })).toString("base64");
  const folder = `supabase/demo-files/images/site/5ce4e000-0000-4000-8000-${String(coverNumber).padStart(12, "0")}`;
  await mkdir(resolveFromRoot(folder), { recursive: true });
  for (const { name, ...size } of SIZES) {
    const pictureBase64 = await page.evaluate(
      async ({ screenshotBase64, width, height }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${screenshotBase64}`;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        const context = canvas.getContext("2d")!;
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return canvas.toDataURL("image/webp", 0.8).replace(/^.*,/, "");
      },
      { screenshotBase64, ...size },
    );
    await writeFile(resolveFromRoot(`${folder}/${name}`), Buffer.from(pictureBase64, "base64"));
  }
  console.log(`${key}: ${pdf.length} bytes`);
}
await browser.close();
