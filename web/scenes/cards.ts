import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  MAIL_MARK,
  MAIL_PICTURES,
  type MailPicture,
} from "../../supabase/functions/_shared/rules/mail-pictures.ts";
import { launchBrowser } from "../e2e/browser.ts";
import { createIconFile, type IconPicture } from "./icon-file.ts";
import { readDrawing } from "./list.ts";

/*
 * `npm run cards -- "Name of the organization"` draws the preview of links to the site, the pictures at the top of emails, and the logo above those pictures. They are JPEGs and a PNG, because link previews and Outlook don't show WebP or SVG.
 * It also draws the pictures on printed cards, which a migration stores, and the icons that browsers and phones ask for
 * although no page names them.
 * Everything that matters in the preview is in the middle, because some apps crop it to a square.
 */

const resolveFromRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const [organizationName = "Lamplight Care Packages"] = process.argv.slice(2);

const [fontBase64, starSvg] = await Promise.all([
  readFile(resolveFromRoot("web/src/type/fraunces.woff2"), "base64"),
  readFile(resolveFromRoot("web/public/favicon.svg"), "utf8"),
]);

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const shareCard = `<main><div class="scene">${readDrawing("hero")}</div><footer>
  <p><span>${starSvg}</span>${escapeHtml(organizationName)}</p>
  <h1>Care packages for service members, their families and veterans</h1>
</footer></main>`;

const shareStyle = `
  @font-face { font-family: Fraunces; font-weight: 400 700; src: url(data:font/woff2;base64,${fontBase64}); }
  * { box-sizing: border-box; margin: 0; }
  body { background: #14213a; color: #fffaf0; font-family: Fraunces; text-align: center; }
  .scene { position: absolute; inset: -157px auto auto -48px; width: 1248px; height: 702px; }
  .scene svg { width: 100%; height: 100%; }
  footer { position: absolute; inset: 472px 0 0; padding-top: 15px; background: #14213a;
    border-top: 3px solid #dcb25c; }
  p { display: flex; align-items: center; justify-content: center; gap: 12px; font-size: 29px;
    font-weight: 600; color: #f7c864; }
  span svg { display: block; width: 34px; }
  h1 { width: 600px; margin: 8px auto 0; font-size: 35px; font-weight: 600; line-height: 1.16;
    letter-spacing: -0.012em; text-wrap: balance; }
`;

/** A strip shows the part of its scene below `top`, scaled to the strip's width. */
interface Strip {
  readonly top: number;
  readonly height: number;
  readonly svg: string;
}

const createStrip = (name: MailPicture, top: number): Strip => ({
  top,
  height: 600,
  svg: readDrawing(name),
});

const MAIL_STRIPS: Readonly<Record<MailPicture, Strip>> = {
  "mail-on-its-way": {
    top: 0,
    height: 480,
    svg: await readFile(resolveFromRoot("web/scenes/mail-strip.svg"), "utf8"),
  },
  "thank-you": createStrip("thank-you", 184),
  "family-at-the-door": createStrip("family-at-the-door", 200),
  "winter-box": createStrip("winter-box", 200),
  "writing-a-story": createStrip("writing-a-story", 200),
  "warehouse-morning": createStrip("warehouse-morning", 200),
  "packing-table": createStrip("packing-table", 140),
  "volunteer-and-tape-gun": createStrip("volunteer-and-tape-gun", 82),
  "quiet-desk": createStrip("quiet-desk", 180),
  "folded-flag-at-dawn": createStrip("folded-flag-at-dawn", 160),
};

const mailCards = Object.entries(MAIL_STRIPS).map(
  ([name, { top, height, svg }]) =>
    ({
      file: MAIL_PICTURES[name as MailPicture],
      width: 1200,
      height,
      style: `body { margin: 0; overflow: hidden; } svg { display: block; width: 100%; height: auto; margin-top: -${top}px; }`,
      content: svg,
      encoding: { type: "jpeg", quality: 80 },
    }) as const,
);

const fillWith = (background: string) =>
  `body { margin: 0; background: ${background}; } svg { display: block; }`;

/** The logo's width and height in pixels, large enough to look sharp on screens with three pixels per point. */
const logoSize = MAIL_MARK.size * 3;

const CARDS = [
  {
    file: "share.jpg",
    width: 1200,
    height: 630,
    style: shareStyle,
    content: shareCard,
    encoding: { type: "jpeg", quality: 86 },
  },
  ...mailCards,
  {
    file: MAIL_MARK.file,
    width: logoSize,
    height: logoSize,
    style: fillWith("none"),
    content: starSvg,
    encoding: { type: "png", omitBackground: true },
  },
  {
    file: "apple-touch-icon.png",
    width: 180,
    height: 180,
    // Phones round the corners themselves.
    style: fillWith("#14213a"),
    content: starSvg,
    encoding: { type: "png" },
  },
] as const;

const ICON_SIZES = [16, 32, 48];

/** The scenes on printed cards, at 250 dots per inch. */
const CARD_SCENES = { memorial: "folded-flag-at-dawn", honor: "mail-on-its-way" } as const;
const CARD_PICTURE_SIZE = { width: 1080, height: 720 };

/** The pictures aren't in the functions' code, for the same reason as the fonts. */
const CARD_PICTURES_TABLE = `set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Drawn by \`npm run cards\`.
create table private.card_pictures (
  name text primary key check (name in ('memorial', 'honor')),
  file bytea not null
);

alter table private.card_pictures enable row level security;

create policy "No API access to card pictures" on private.card_pictures
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on private.card_pictures to service_role;

comment on table private.card_pictures is 'The pictures on printed cards, as JPEGs.';
`;

const browser = await launchBrowser();
for (const { file, width, height, style, content, encoding } of CARDS) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>${style}</style>${content}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({
    ...encoding,
    path: resolveFromRoot(`web/public/${file}`),
  });
  // oxlint-disable-next-line no-console -- the script reports its result
  console.log(`${file}: ${(picture.length / 1000).toFixed(1)} KB`);
}

const icons: IconPicture[] = [];
for (const size of ICON_SIZES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>${fillWith("none")}</style>${starSvg}`);
  icons.push({ size, png: await page.screenshot({ type: "png", omitBackground: true }) });
}
await writeFile(resolveFromRoot("web/public/favicon.ico"), createIconFile(icons));

const cardPictures: string[] = [];
for (const [kind, name] of Object.entries(CARD_SCENES)) {
  const svg = readDrawing(name);
  const page = await browser.newPage({ viewport: CARD_PICTURE_SIZE });
  await page.setContent(
    `<style>body { margin: 0; } svg { display: block; width: 100%; height: auto; }</style>${svg}`,
  );
  const picture = await page.screenshot({ type: "jpeg", quality: 78 });
  const base64 = picture.toString("base64").replaceAll(/.{120}/g, "$&\n");
  cardPictures.push(
    `  (\n    '${kind}',\n    decode(\n      '${base64}',\n      'base64'\n    )\n  )`,
  );
}
await writeFile(
  resolveFromRoot("supabase/migrations/20261120000157_card_pictures.sql"),
  `${CARD_PICTURES_TABLE}
insert into private.card_pictures (name, file)
values
${cardPictures.join(",\n")};
`,
);
await browser.close();
