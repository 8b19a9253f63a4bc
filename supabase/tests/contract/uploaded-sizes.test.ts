import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pictureSizes } from "../../functions/_shared/rules/pictures.ts";
import { hostile, picturesWithMetadata, pictureOf, type SentFile } from "../pictures.ts";
import {
  clearRateLimits,
  facts,
  logins,
  type LoggedInPerson,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { uploadKeyOf, normalize, fetchPublicFile, upload } from "./uploading.ts";

let admin: LoggedInPerson;
let volunteer: LoggedInPerson;
beforeAll(async () => {
  admin = await signInAdmin();
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

describe("a site picture in several sizes", () => {
  const send = async (file: SentFile) =>
    (await upload("/api/objects/upload", file, admin.token)).uploadURL;
  const sendAll = (files: readonly SentFile[]) => Promise.all(files.map(send));
  const save = async (original: SentFile, smaller: readonly SentFile[]) => {
    const [url, ...others] = await sendAll([original, ...smaller]);
    const body = { url, smaller: others };
    const { status, json } = await request("POST", "/api/normalize-object-path", {
      body,
      token: admin.token,
    });
    return { status, path: String(json.objectPath), folder: `/images/${uploadKeyOf(url!)}` };
  };
  const LARGE_PICTURE = pictureOf(1600, 900);
  const MEDIUM_PICTURE = pictureOf(960, 540);
  const SMALL_PICTURE = pictureOf(480, 270);
  const filesOf = async (folder: string) =>
    (
      await sql`select name from storage.objects where name like ${`${folder.slice(8)}/%`} order by 1`
    ).map(({ name }) => String(name).slice(folder.length - 7));

  it("UPL-06: has its dimensions in its path, and every implied size exists", async () => {
    const { path, folder } = await save(LARGE_PICTURE, [MEDIUM_PICTURE, SMALL_PICTURE]);
    expect(path).toBe(`${folder}/1600x900`);
    expect(await filesOf(folder)).toEqual(["1600x900", "480", "960"]);
    for (const address of pictureSizes(path)!.srcSet.split(",")) {
      const [src, width] = address.split(" ");
      const response = await fetchPublicFile(src!);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}w`).toBe(width);
    }
  });

  it("UPL-08: also works for the mission image, and a rotated picture reports its displayed dimensions", async () => {
    const [missionImageURL, small] = await sendAll([pictureOf(600, 800), pictureOf(480, 641)]);
    const { json } = await request("PUT", "/api/objects/image", {
      body: { missionImageURL, smaller: [small] },
      token: admin.token,
    });
    expect(json.objectPath).toMatch(/\/600x800$/);
    const rotated = await save(
      picturesWithMetadata.find(({ name }) => name === "JPEG with GPS")!,
      [],
    );
    expect(rotated.path).toBe(`${rotated.folder}/16x24`);
  });

  it.each<[string, SentFile[]]>([
    ["there are none", []],
    ["one is missing", [MEDIUM_PICTURE]],
    ["one is repeated", [MEDIUM_PICTURE, MEDIUM_PICTURE]],
    ["one has another width", [MEDIUM_PICTURE, pictureOf(481, 270)]],
    ["one has another shape", [MEDIUM_PICTURE, pictureOf(480, 300)]],
    ["one isn't an image", [MEDIUM_PICTURE, hostile["HTML as PNG"]!()]],
    ["one is truncated", [hostile["png cut off"]!(), SMALL_PICTURE]],
  ])("UPL-06: has one size when %s", async (_, smaller) => {
    const { path, folder } = await save(LARGE_PICTURE, smaller);
    expect(path).toBe(`${folder}/1600x900-single`);
    expect(await filesOf(folder)).toEqual(["1600x900-single"]);
  });

  it("UPL-06: refuses a URL that isn't the administrator's upload and stores nothing", async () => {
    const [url, small] = await sendAll([LARGE_PICTURE, SMALL_PICTURE]);
    const otherFolderUrl = small!.replace("/site/", "/stories/");
    for (const smaller of [[small, otherFolderUrl], ["https://evil.example/960.png"]]) {
      const body = { url, smaller };
      const response = await request("POST", "/api/normalize-object-path", {
        body,
        token: admin.token,
      });
      expect([response.status, response.json.code]).toEqual([404, "upload_not_found"]);
    }
    expect((await normalize(url!, admin.token)).json.objectPath).toMatch(/1600x900-single$/);
  });
});

describe.each(["story", "highlight"] as const)("a %s's picture in several sizes", (kind) => {
  const send = async (files: readonly SentFile[]) => {
    const path = kind === "story" ? "/api/testimonials/upload" : "/api/objects/upload";
    const token = kind === "story" ? undefined : volunteer.token;
    const uploads: string[] = [];
    for (const file of files) uploads.push((await upload(path, file, token)).uploadURL);
    return uploads;
  };
  const save = ([url, ...smaller]: readonly string[]) =>
    kind === "story"
      ? request("PUT", "/api/testimonials/image", { body: { testimonialImageURL: url, smaller } })
      : request("POST", "/api/normalize-object-path", {
          body: { url, smaller },
          token: volunteer.token,
        });
  const storedFiles = async (folder: string) => {
    const rows = await sql<{ place: string }[]>`
      select bucket_id || '/' || name as place from storage.objects
      where name like ${`%${folder}%`} and (bucket_id = 'images' or name like 'waiting/%')
      order by 1`;
    return rows.map(({ place }) => place);
  };
  const createRecord = async (imageUrl: string) => {
    if (kind === "story") {
      const body = {
        name: "Sizes",
        title: "Reader",
        content: "Of sizes",
        imageUrl,
        imageAlt: "A box",
      };
      expect((await request("POST", "/api/testimonials", { body })).status).toBe(201);
      const [row] = await sql<{ id: string }[]>`
        select id from public.testimonials where image_url = ${imageUrl}`;
      return row!.id;
    }
    const body = { title: "Sizes", message: "Of sizes", imageUrl, imageAlt: "A box" };
    const path = `/api/volunteer/${volunteer.id}/highlights`;
    const { status, json } = await request("POST", path, { body, token: volunteer.token });
    expect(status).toBe(201);
    return json.id as string;
  };
  const setPublished = (id: string, isPublished: boolean) =>
    kind === "story"
      ? request("PUT", `/api/testimonials/${id}/status`, {
          body: { isActive: isPublished },
          token: admin.token,
        })
      : request("PUT", `/api/volunteer-highlights/${id}/publish`, {
          body: { isPublished },
          token: admin.token,
        });
  const remove = (id: string) =>
    request(
      "DELETE",
      kind === "story" ? `/api/testimonials/${id}` : `/api/volunteer-highlights/${id}`,
      { token: admin.token },
    );

  it("UPL-06: all sizes wait, are published and are withdrawn together, and none is swept before its record", async () => {
    const urls = await send([pictureOf(1600, 900), pictureOf(480, 270), pictureOf(960, 540)]);
    const { status, json } = await save(urls);
    const folder = uploadKeyOf(urls[0]!);
    const path = `/images/${folder}/1600x900`;
    expect([status, json]).toEqual([200, { objectPath: path }]);
    const names = ["1600x900", "480", "960"].map((size) => `${folder}/${size}`);
    const waitingFiles = names.map((name) => `uploads/waiting/${name}`);
    const publicFiles = names.map((name) => `images/${name}`);
    expect(await storedFiles(folder)).toEqual(waitingFiles);
    const addresses = pictureSizes(path)!
      .srcSet.split(",")
      .map((candidate) => candidate.split(" ")[0]!);
    expect(addresses).toHaveLength(3);
    const readStatuses = async () =>
      Promise.all(addresses.map(async (address) => (await fetchPublicFile(address)).status));
    expect(await readStatuses()).not.toContain(200);
    const reviewResults = ["", "&width=480", "&width=960", "&width=481"].map(async (width) => {
      const address = `/api/uploads/waiting?path=${encodeURIComponent(path)}${width}`;
      const response = await fetch(`${facts.apiUrl}/functions/v1${address}`, {
        headers: { Authorization: `Bearer ${admin.token}` },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return [response.status, response.ok && bytes.readUInt32BE(16)];
    });
    expect(await Promise.all(reviewResults)).toEqual([
      [200, 1600],
      [200, 480],
      [200, 960],
      [404, false],
    ]);

    const id = await createRecord(path);
    expect((await setPublished(id, true)).status).toBe(200);
    expect([await storedFiles(folder), await readStatuses()]).toEqual([
      publicFiles,
      [200, 200, 200],
    ]);
    expect((await setPublished(id, false)).status).toBe(200);
    expect(await storedFiles(folder)).toEqual(waitingFiles);

    const ageFiles = () =>
      sql`update storage.objects set created_at = now() - interval '2 days' where name like ${`%${folder}/%`}`;
    await ageFiles();
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await storedFiles(folder)).toEqual(waitingFiles);
    expect((await setPublished(id, true)).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    await expect.poll(() => storedFiles(folder)).toEqual(waitingFiles);
    await ageFiles();
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await storedFiles(folder)).toEqual([]);
  });

  it.each<[string, SentFile[]]>([
    ["there are none", []],
    ["one is missing", [pictureOf(960, 540)]],
    ["one has another shape", [pictureOf(960, 540), pictureOf(480, 300)]],
    ["one isn't an image", [pictureOf(960, 540), hostile["HTML as PNG"]!()]],
  ])("UPL-06: has one size if %s", async (_, smaller) => {
    const urls = await send([pictureOf(1600, 900), ...smaller]);
    const { json } = await save(urls);
    const folder = uploadKeyOf(urls[0]!);
    expect(json).toEqual({ objectPath: `/images/${folder}` });
    expect(await storedFiles(folder)).toEqual([`uploads/waiting/${folder}`]);
  });

  it("UPL-06: refuses a URL from another folder and stores nothing", async () => {
    const [url, small] = await send([pictureOf(1600, 900), pictureOf(480, 270)]);
    const otherFolderUrl = small!.replace(/uploads\/[^?]*\//, "uploads/site/");
    const response = await save([url!, otherFolderUrl]);
    expect([response.status, response.json.code]).toEqual([404, "upload_not_found"]);
    expect((await save([url!])).status).toBe(200);
  });
});
