import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";
import { launchBrowser } from "../e2e/browser.ts";
import type * as Hero from "./drawn/hero.tsx";
import type * as Mail from "./drawn/mail-on-its-way.tsx";
import { ink } from "./palette.ts";

/*
 * `npm run cards -- "Name of the organization"` draws two JPEGs, because link previews and Outlook don't show WebP: the
 * preview of links to the site, and the scene above every email. Everything that matters in the preview is in the
 * middle, because some apps crop it to a square.
 */

const pathFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const [organizationName = "Lamplight Care Packages"] = process.argv.slice(2);

const [{ module: hero }, { module: mail }, fontBase64, starSvg] = await Promise.all([
  runnerImport<typeof Hero>(pathFromRoot("web/scenes/drawn/hero.tsx")),
  runnerImport<typeof Mail>(pathFromRoot("web/scenes/drawn/mail-on-its-way.tsx")),
  readFile(pathFromRoot("web/src/type/fraunces.woff2"), "base64"),
  readFile(pathFromRoot("web/public/favicon.svg"), "utf8"),
]);

const ShareCard = () =>
  createElement(
    "main",
    null,
    createElement("div", { className: "scene" }, createElement(hero.HeroScene)),
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

const shareStyle = `
  @font-face { font-family: Fraunces; font-weight: 400 700; src: url(data:font/woff2;base64,${fontBase64}); }
  * { box-sizing: border-box; margin: 0; }
  body { background: ${ink.night}; color: ${ink.cream}; font-family: Fraunces; text-align: center; }
  .scene { position: absolute; inset: -157px auto auto -48px; width: 1248px; height: 702px; }
  .scene svg { width: 100%; height: 100%; }
  footer { position: absolute; inset: 472px 0 0; padding-top: 15px; background: ${ink.night};
    border-top: 3px solid ${ink.brass}; }
  p { display: flex; align-items: center; justify-content: center; gap: 12px; font-size: 29px;
    font-weight: 600; color: ${ink.lamp}; }
  span svg { display: block; width: 34px; }
  h1 { width: 600px; margin: 8px auto 0; font-size: 35px; font-weight: 600; line-height: 1.16;
    letter-spacing: -0.012em; text-wrap: balance; }
`;
const mailStyle = `
  body { margin: 0; }
  svg { display: block; width: 1200px; height: 480px; }
`;

const CARDS = [
  { file: "share.jpg", height: 630, quality: 86, style: shareStyle, Card: ShareCard },
  { file: "mail.jpg", height: 480, quality: 80, style: mailStyle, Card: mail.MailStrip },
];

const browser = await launchBrowser();
for (const { file, height, quality, style, Card } of CARDS) {
  const page = await browser.newPage({ viewport: { width: 1200, height } });
  await page.setContent(`<style>${style}</style>${renderToStaticMarkup(createElement(Card))}`);
  await page.evaluate(() => document.fonts.ready);
  const path = pathFromRoot(`web/public/${file}`);
  const picture = await page.screenshot({ path, type: "jpeg", quality });
  // oxlint-disable-next-line no-console -- the script reports its result
  console.log(`${file}: ${(picture.length / 1000).toFixed(1)} KB`);
}
await browser.close();
