import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { cleanImage } from "../../supabase/functions/_shared/images/clean-image.ts";
import { MAIL_MARK, MAIL_PICTURES } from "../../supabase/functions/_shared/rules/mail-pictures.ts";
import { SCENES } from "./list.ts";

const readPicture = (file: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../public/${file}`, import.meta.url))));

it.each(Object.entries(MAIL_PICTURES))(
  "the email picture %s is one of the scenes, is twice as wide as an email and has at most 60 KB",
  async (name, file) => {
    expect(SCENES.map((scene) => scene.name)).toContain(name);
    const bytes = readPicture(file);
    expect(await cleanImage(bytes)).toMatchObject({ type: "image/jpeg", width: 1200 });
    expect(bytes.length).toBeLessThanOrEqual(60 * 1024);
  },
);

it("the logo at the top of emails is a PNG with three pixels per point", async () => {
  const side = MAIL_MARK.size * 3;
  const mark = await cleanImage(readPicture(MAIL_MARK.file));
  expect(mark).toMatchObject({ type: "image/png", width: side, height: side });
});
