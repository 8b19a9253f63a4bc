import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";
import { launchBrowser } from "../e2e/browser.ts";
import type * as Drawn from "./drawn/hero.tsx";
import { ink } from "./palette.ts";

/*
 * `npm run share-card -- "Name of the organization"` draws the preview of links to the site.
 * Everything that matters is in the middle, because some apps crop it to a square.
 */

const pathFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const [organizationName = "Lamplight Care Packages"] = process.argv.slice(2);
const cardSize = { width: 1200, height: 630 };

const [{ module }, fontBase64, starSvg] = await Promise.all([
  runnerImport<typeof Drawn>(pathFromRoot("web/scenes/drawn/hero.tsx")),
  readFile(pathFromRoot("web/src/type/fraunces.woff2"), "base64"),
  readFile(pathFromRoot("web/public/favicon.svg"), "utf8"),
]);

const Card = () =>
  createElement(
    "main",
    null,
    createElement("div", { className: "scene" }, createElement(module.HeroScene)),
    createElement(
      "footer",
      null,
      createElement(
        "p",
        null,
        createElement("span", { dangerouslySetInnerHTML: { __html: starSvg } }),
        organizationName,
      ),
      createElement("h1", null, "Care packages for service members, their families and veterans"),
    ),
  );

const style = `
  @font-face { font-family: Fraunces; font-weight: 400 700; src: url(data:font/woff2;base64,${fontBase64}); }
  * { box-sizing: border-box; margin: 0; }
  body { background: ${ink.night}; color: ${ink.cream}; font-family: Fraunces; text-align: center; }
  .scene { position: absolute; inset: -146px auto auto -48px; width: 1248px; height: 702px; }
  .scene svg { width: 100%; height: 100%; }
  footer { position: absolute; inset: 472px 0 0; padding-top: 15px; background: ${ink.night};
    border-top: 3px solid ${ink.brass}; }
  p { display: flex; align-items: center; justify-content: center; gap: 12px; font-size: 29px;
    font-weight: 600; color: ${ink.lamp}; }
  span svg { display: block; width: 34px; }
  h1 { width: 600px; margin: 8px auto 0; font-size: 35px; font-weight: 600; line-height: 1.16;
    letter-spacing: -0.012em; text-wrap: balance; }
`;

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: cardSize });
await page.setContent(`<style>${style}</style>${renderToStaticMarkup(createElement(Card))}`);
await page.evaluate(() => document.fonts.ready);
const file = pathFromRoot("web/public/share.jpg");
const picture = await page.screenshot({ path: file, type: "jpeg", quality: 86 });
await browser.close();
// oxlint-disable-next-line no-console -- the script reports its result
console.log(`share.jpg: ${(picture.length / 1000).toFixed(1)} KB`);
