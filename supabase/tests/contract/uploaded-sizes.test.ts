import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pictureSizes } from "../../functions/_shared/rules/pictures.ts";
import { hostile, laden, picture, pictureOf, type SentFile } from "../pictures.ts";
import {
  clearRateLimits,
  logins,
  type Person,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { keyOf, normalize, publicFile, upload } from "./uploading.ts";

let admin: Person;
let volunteer: Person;
beforeAll(async () => {
  admin = await signInAdmin();
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

describe("a picture of the site in several sizes", () => {
  const send = async (file: SentFile) =>
    (await upload("/api/objects/upload", file, admin.token)).uploadURL;
  const sendAll = (files: readonly SentFile[]) => Promise.all(files.map(send));
  const save = async (whole: SentFile, smaller: readonly SentFile[]) => {
    const [url, ...others] = await sendAll([whole, ...smaller]);
    const body = { url, smaller: others };
    const { status, json } = await request("POST", "/api/normalize-object-path", {
      body,
      token: admin.token,
    });
    return { status, path: String(json.objectPath), folder: `/images/${keyOf(url!)}` };
  };
  const WHOLE = pictureOf(1600, 900);
  const MEDIUM = pictureOf(960, 540);
  const SMALL = pictureOf(480, 270);
  const filesOf = async (folder: string) =>
    (
      await sql`select name from storage.objects where name like ${`${folder.slice(8)}/%`} order by 1`
    ).map(({ name }) => String(name).slice(folder.length - 7));

  it("UPL-06: its path says its size, and what that promises is there", async () => {
    const { path, folder } = await save(WHOLE, [MEDIUM, SMALL]);
    expect(path).toBe(`${folder}/1600x900`);
    expect(await filesOf(folder)).toEqual(["1600x900", "480", "960"]);
    for (const address of pictureSizes(path)!.srcSet.split(",")) {
      const [src, width] = address.split(" ");
      const shown = await publicFile(src!);
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await shown.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}w`).toBe(width);
    }
  });

  it("UPL-08: of the mission as well; a picture turned upright says how it is shown", async () => {
    const [missionImageURL, small] = await sendAll([pictureOf(600, 800), pictureOf(480, 641)]);
    const { json } = await request("PUT", "/api/objects/image", {
      body: { missionImageURL, smaller: [small] },
      token: admin.token,
    });
    expect(json.objectPath).toMatch(/\/600x800$/);
    const turned = await save(
      laden.find(({ name }) => name === "JPEG with GPS")!,
      [],
    );
    expect(turned.path).toBe(`${turned.folder}/16x24`);
  });

  it.each<[string, SentFile[]]>([
    ["none were sent", []],
    ["one is missing", [MEDIUM]],
    ["one comes twice", [MEDIUM, MEDIUM]],
    ["one has another width", [MEDIUM, pictureOf(481, 270)]],
    ["one has another shape", [MEDIUM, pictureOf(480, 300)]],
    ["one is no picture", [MEDIUM, hostile["HTML as PNG"]!()]],
    ["one is cut off", [hostile["png cut off"]!(), SMALL]],
  ])("UPL-06: stands alone where %s", async (_, smaller) => {
    const { path, folder } = await save(WHOLE, smaller);
    expect(path).toBe(`${folder}/1600x900-single`);
    expect(await filesOf(folder)).toEqual(["1600x900-single"]);
  });

  it("UPL-06: an address that is none of hers is refused, and nothing is taken", async () => {
    const [url, small] = await sendAll([WHOLE, SMALL]);
    const elsewhere = small!.replace("/site/", "/stories/");
    for (const smaller of [[small, elsewhere], ["https://evil.example/960.png"]]) {
      const body = { url, smaller };
      const answer = await request("POST", "/api/normalize-object-path", {
        body,
        token: admin.token,
      });
      expect([answer.status, answer.json.code]).toEqual([404, "upload_not_found"]);
    }
    expect((await normalize(url!, admin.token)).json.objectPath).toMatch(/1600x900-single$/);
  });

  it("UPL-06: a volunteer's picture has one size", async () => {
    const { uploadURL } = await upload("/api/objects/upload", picture("png"), volunteer.token);
    const body = { url: uploadURL, smaller: [uploadURL] };
    const answer = await request("POST", "/api/normalize-object-path", {
      body,
      token: volunteer.token,
    });
    expect([answer.status, answer.json.code]).toEqual([400, "validation_failed"]);
    expect((await normalize(uploadURL, volunteer.token)).status).toBe(200);
  });
});
