import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getPictureSizes } from "../../functions/_shared/rules/pictures.ts";
import { getSharePicture } from "../../functions/_shared/rules/share-pictures.ts";
import { hostileFiles, picturesWithMetadata, createPicture, type UploadFile } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  facts,
  type LoggedInPerson,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { toUploadKey, normalize, fetchPublicFile, upload } from "./uploading.ts";

let admin: LoggedInPerson;
let volunteer: LoggedInPerson;
beforeAll(async () => {
  admin = await signInAdmin();
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

describe("a site picture in several sizes", () => {
  const send = async (file: UploadFile) =>
    (await upload("/api/objects/upload", file, admin.token)).uploadURL;
  const sendAll = (files: readonly UploadFile[]) => Promise.all(files.map(send));
  const save = async (original: UploadFile, smaller: readonly UploadFile[]) => {
    const [url, ...smallerUrls] = await sendAll([original, ...smaller]);
    const body = { url, smaller: smallerUrls };
    const { status, json } = await request("POST", "/api/normalize-object-path", {
      body,
      token: admin.token,
    });
    return { status, path: String(json.objectPath), folder: `/images/${toUploadKey(url!)}` };
  };
  const LARGE_PICTURE = createPicture(1600, 900);
  const MEDIUM_PICTURE = createPicture(960, 540);
  const SMALL_PICTURE = createPicture(480, 270);
  const listSizes = async (folder: string) =>
    (
      await sql`select name from storage.objects where name like ${`${folder.slice(8)}/%`} order by 1`
    ).map(({ name }) => String(name).slice(folder.length - 7));

  it("UPL-06: has its dimensions in its path, and every implied size exists", async () => {
    const { path, folder } = await save(LARGE_PICTURE, [MEDIUM_PICTURE, SMALL_PICTURE]);
    expect(path).toBe(`${folder}/1600x900`);
    expect(await listSizes(folder)).toEqual(["1600x900", "480", "960"]);
    for (const candidate of getPictureSizes(path)!.srcSet.split(",")) {
      const [src, width] = candidate.split(" ");
      const response = await fetchPublicFile(src!);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}w`).toBe(width);
    }
  });

  it("UPL-08: can be the mission image, and has the displayed dimensions if it is rotated", async () => {
    const [missionImageURL, smallUrl] = await sendAll([
      createPicture(600, 800),
      createPicture(480, 641),
    ]);
    const { json } = await request("PUT", "/api/objects/image", {
      body: { missionImageURL, smaller: [smallUrl] },
      token: admin.token,
    });
    expect(json.objectPath).toMatch(/\/600x800$/);
    const rotatedPicture = await save(
      picturesWithMetadata.find(({ name }) => name === "JPEG with GPS")!,
      [],
    );
    expect(rotatedPicture.path).toBe(`${rotatedPicture.folder}/16x24`);
  });

  it.each<[string, UploadFile[]]>([
    ["no smaller sizes are sent", []],
    ["a smaller size is missing", [MEDIUM_PICTURE]],
    ["a smaller size is repeated", [MEDIUM_PICTURE, MEDIUM_PICTURE]],
    ["a smaller size has another width", [MEDIUM_PICTURE, createPicture(481, 270)]],
    ["a smaller size has another shape", [MEDIUM_PICTURE, createPicture(480, 300)]],
    ["a smaller size isn't an image", [MEDIUM_PICTURE, hostileFiles["HTML as PNG"]!()]],
    ["a smaller size is truncated", [hostileFiles["png cut off"]!(), SMALL_PICTURE]],
  ])("UPL-06: has only its original size if %s", async (_, smaller) => {
    const { path, folder } = await save(LARGE_PICTURE, smaller);
    expect(path).toBe(`${folder}/1600x900-single`);
    expect(await listSizes(folder)).toEqual(["1600x900-single"]);
  });

  describe("and its JPEG for link previews", () => {
    /** A JPEG that is displayed with 16 by 24 pixels. */
    const JPEG = picturesWithMetadata.find(({ name }) => name === "JPEG with GPS")!;
    const saveWithShare = async (original: UploadFile, share: UploadFile) => {
      const [url, shareUrl] = await sendAll([original, share]);
      const { json } = await request("POST", "/api/normalize-object-path", {
        body: { url, share: shareUrl },
        token: admin.token,
      });
      return { path: String(json.objectPath), folder: `/images/${toUploadKey(url!)}` };
    };

    it("is in its path, and is served as a JPEG without metadata", async () => {
      const { path, folder } = await saveWithShare(createPicture(16, 24), JPEG);
      expect(path).toBe(`${folder}/16x24-share`);
      expect(await listSizes(folder)).toEqual(["16x24-share", "share"]);
      const response = await fetchPublicFile(getSharePicture(path)!.path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect(Buffer.from(await response.arrayBuffer()).includes("GPS")).toBe(false);
    });

    it("is what link previews of a post show", async () => {
      const { path, folder } = await saveWithShare(createPicture(16, 24), JPEG);
      const body = { title: "Shared", content: "Text", isPublished: true, imageUrl: path };
      const created = await request("POST", "/api/blog-posts", { body, token: admin.token });
      expect(created.status).toBe(201);
      const id = String(created.json.id);
      const html = await (await fetch(`${facts.webUrl}/news/shared-${id.slice(0, 8)}`)).text();
      const image = `${facts.webUrl}${folder}/share`;
      for (const name of ["og:image", "twitter:image"])
        expect(html).toMatch(new RegExp(`<meta (?:name|property)="${name}" content="${image}"`));
      expect(html).toContain('<meta property="og:image:height" content="24"/>');
      expect(html).toContain(`"image":"${image}"`);
      await request("DELETE", `/api/blog-posts/${id}`, { token: admin.token });
    });

    it.each<[string, UploadFile, UploadFile]>([
      ["isn't a JPEG", createPicture(16, 24), createPicture(16, 24)],
      ["has another shape", createPicture(24, 16), JPEG],
      ["has another width", createPicture(32, 48), JPEG],
      ["isn't an image", createPicture(16, 24), hostileFiles["HTML as PNG"]!()],
    ])("is left out if it %s", async (_, original, share) => {
      const { path, folder } = await saveWithShare(original, share);
      expect(path).toMatch(/\/\d+x\d+$/);
      expect(await listSizes(folder)).toEqual([path.slice(folder.length + 1)]);
    });
  });

  it("UPL-06: refuses a URL that isn't the administrator's upload and stores nothing", async () => {
    const [url, smallUrl] = await sendAll([LARGE_PICTURE, SMALL_PICTURE]);
    const otherFolderUrl = smallUrl!.replace("/site/", "/stories/");
    for (const smaller of [[smallUrl, otherFolderUrl], ["https://evil.example/960.png"]]) {
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
  const send = async (files: readonly UploadFile[]) => {
    const path = kind === "story" ? "/api/testimonials/upload" : "/api/objects/upload";
    const token = kind === "story" ? undefined : volunteer.token;
    const uploadUrls: string[] = [];
    for (const file of files) uploadUrls.push((await upload(path, file, token)).uploadURL);
    return uploadUrls;
  };
  const save = ([url, ...smaller]: readonly string[]) =>
    kind === "story"
      ? request("PUT", "/api/testimonials/image", { body: { testimonialImageURL: url, smaller } })
      : request("POST", "/api/normalize-object-path", {
          body: { url, smaller },
          token: volunteer.token,
        });
  const listStoredFiles = async (folder: string) => {
    const rows = await sql<{ file: string }[]>`
      select bucket_id || '/' || name as file from storage.objects
      where name like ${`%${folder}%`} and (bucket_id = 'images' or name like 'waiting/%')
      order by 1`;
    return rows.map(({ file }) => file);
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

  it("UPL-06: waits, is published and is withdrawn in all sizes together, and isn't swept while its record exists", async () => {
    const urls = await send([
      createPicture(1600, 900),
      createPicture(480, 270),
      createPicture(960, 540),
    ]);
    const { status, json } = await save(urls);
    const folder = toUploadKey(urls[0]!);
    const path = `/images/${folder}/1600x900`;
    expect([status, json]).toEqual([200, { objectPath: path }]);
    const names = ["1600x900", "480", "960"].map((size) => `${folder}/${size}`);
    const waitingFiles = names.map((name) => `uploads/waiting/${name}`);
    const publicFiles = names.map((name) => `images/${name}`);
    expect(await listStoredFiles(folder)).toEqual(waitingFiles);
    const sizeUrls = getPictureSizes(path)!
      .srcSet.split(",")
      .map((candidate) => candidate.split(" ")[0]!);
    expect(sizeUrls).toHaveLength(3);
    const readStatuses = async () =>
      Promise.all(sizeUrls.map(async (url) => (await fetchPublicFile(url)).status));
    expect(await readStatuses()).not.toContain(200);
    const reviewResultPromises = ["", "&width=480", "&width=960", "&width=481"].map(
      async (width) => {
        const url = `/api/uploads/waiting?path=${encodeURIComponent(path)}${width}`;
        const response = await fetch(`${facts.apiUrl}/functions/v1${url}`, {
          headers: { Authorization: `Bearer ${admin.token}` },
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        return [response.status, response.ok && bytes.readUInt32BE(16)];
      },
    );
    expect(await Promise.all(reviewResultPromises)).toEqual([
      [200, 1600],
      [200, 480],
      [200, 960],
      [404, false],
    ]);

    const id = await createRecord(path);
    expect((await setPublished(id, true)).status).toBe(200);
    expect([await listStoredFiles(folder), await readStatuses()]).toEqual([
      publicFiles,
      [200, 200, 200],
    ]);
    expect((await setPublished(id, false)).status).toBe(200);
    expect(await listStoredFiles(folder)).toEqual(waitingFiles);

    const backdateFiles = () =>
      sql`update storage.objects set created_at = now() - interval '2 days' where name like ${`%${folder}/%`}`;
    await backdateFiles();
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await listStoredFiles(folder)).toEqual(waitingFiles);
    expect((await setPublished(id, true)).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    await expect.poll(() => listStoredFiles(folder)).toEqual(waitingFiles);
    await backdateFiles();
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await listStoredFiles(folder)).toEqual([]);
  });

  it.each<[string, UploadFile[]]>([
    ["no smaller sizes are sent", []],
    ["a smaller size is missing", [createPicture(960, 540)]],
    ["a smaller size has another shape", [createPicture(960, 540), createPicture(480, 300)]],
    ["a smaller size isn't an image", [createPicture(960, 540), hostileFiles["HTML as PNG"]!()]],
  ])("UPL-06: has only its original size if %s", async (_, smaller) => {
    const urls = await send([createPicture(1600, 900), ...smaller]);
    const { json } = await save(urls);
    const folder = toUploadKey(urls[0]!);
    expect(json).toEqual({ objectPath: `/images/${folder}` });
    expect(await listStoredFiles(folder)).toEqual([`uploads/waiting/${folder}`]);
  });

  it("UPL-06: refuses a URL from another folder and stores nothing", async () => {
    const [url, smallUrl] = await send([createPicture(1600, 900), createPicture(480, 270)]);
    const otherFolderUrl = smallUrl!.replace(/uploads\/[^?]*\//, "uploads/site/");
    const response = await save([url!, otherFolderUrl]);
    expect([response.status, response.json.code]).toEqual([404, "upload_not_found"]);
    expect((await save([url!])).status).toBe(200);
  });
});
