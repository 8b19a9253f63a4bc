import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  hostileFiles,
  hostileFileByFormat,
  picturesWithMetadata,
  type Extension,
  EXTENSIONS,
  readTestPicture,
  type UploadFile,
} from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import { NIGHTLY } from "../results.ts";
import { clearRateLimits, type LoggedInPerson, request, signIn, signInAdmin } from "./stack.ts";
import {
  normalize,
  fetchPublicFile,
  listFilesOutsideQuarantine,
  sendFile,
  saveStoryPicture,
  upload,
  readWaitingFile,
} from "./uploading.ts";

let admin: LoggedInPerson;
let volunteer: LoggedInPerson;
beforeAll(async () => {
  admin = await signInAdmin();
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

// The endpoints that publish an administrator's upload immediately.
describe.each([
  {
    description: "the site",
    tags: [],
    check: (url: string) => normalize(url, admin.token),
  },
  {
    description: "the mission",
    tags: [NIGHTLY],
    check: (missionImageURL: string) =>
      request("PUT", "/api/objects/image", { body: { missionImageURL }, token: admin.token }),
  },
] as const)("threat 27: checking uploads for $description", ({ tags, check }) => {
  const findUnexpectedResponses = async (files: Readonly<Record<string, () => UploadFile>>) => {
    const unexpectedResponses: unknown[] = [];
    for (const [name, file] of Object.entries(files)) {
      const { json } = await request("POST", "/api/objects/upload", { token: admin.token });
      const uploadResponse = await sendFile(json.uploadURL, file());
      const { status, json: body } = await check(json.uploadURL);
      const code = uploadResponse.ok ? "image_not_accepted" : "upload_not_found";
      if (status !== (uploadResponse.ok ? 400 : 404) || body.code !== code)
        unexpectedResponses.push([name, status, body]);
    }
    return unexpectedResponses;
  };

  it("UPL-06, UPL-08: publishes no hostile file of any format", { tags: [...tags] }, async () => {
    const filesBefore = await listFilesOutsideQuarantine();
    expect(await findUnexpectedResponses(hostileFileByFormat)).toEqual([]);
    expect(await listFilesOutsideQuarantine()).toEqual(filesBefore);
  });

  it("publishes no hostile file of any kind", { tags: [NIGHTLY] }, async () => {
    const filesBefore = await listFilesOutsideQuarantine();
    expect(await findUnexpectedResponses(hostileFiles)).toEqual([]);
    expect(await listFilesOutsideQuarantine()).toEqual(filesBefore);
  });

  it(
    `UPL-06, UPL-08: publishes ${picturesWithMetadata.length} pictures with embedded data without that data`,
    { timeout: 120_000, tags: [...tags] },
    async () => {
      for (const { name, removedText, ...file } of picturesWithMetadata) {
        const { uploadURL } = await upload("/api/objects/upload", file, admin.token);
        const { json } = await check(uploadURL);
        expect(json.objectPath, name).toMatch(/^\/images\/site\/[\da-f-]{36}\/\d+x\d+$/);
        const response = await fetchPublicFile(json.objectPath);
        expect([response.status, response.headers.get("content-type")], name).toEqual([
          200,
          file.type,
        ]);
        expect(Buffer.from(await response.arrayBuffer()).includes(removedText), name).toBe(false);
      }
    },
  );
});

describe("a picture uploaded with an account", () => {
  it.each(EXTENSIONS)(
    "UPL-05, UPL-06: is public immediately if an administrator uploads a %s",
    async (extension: Extension) => {
      const { uploadURL, key } = await upload(
        "/api/objects/upload",
        readTestPicture(extension),
        admin.token,
      );
      const { status, json } = await normalize(uploadURL, admin.token);
      const size = extension === "gif" ? "1x1" : "24x16";
      expect([status, json]).toEqual([200, { objectPath: `/images/${key}/${size}` }]);
      expect(key).toMatch(/^site\//);
      const response = await fetchPublicFile(json.objectPath);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        readTestPicture(extension).type,
      ]);
    },
  );

  it("UPL-08: can be the mission image", async () => {
    const { uploadURL, key } = await upload(
      "/api/objects/upload",
      readTestPicture("webp"),
      admin.token,
    );
    const { json } = await request("PUT", "/api/objects/image", {
      body: { missionImageURL: uploadURL },
      token: admin.token,
    });
    expect(json).toEqual({ objectPath: `/images/${key}/24x16` });
    expect((await fetchPublicFile(json.objectPath)).status).toBe(200);
  });

  it("UPL-06: waits for review in the volunteer's own folder if a volunteer uploads it", async () => {
    const { uploadURL, key } = await upload(
      "/api/objects/upload",
      readTestPicture("png"),
      volunteer.token,
    );
    expect(key).toMatch(new RegExp(`^highlights/${volunteer.id}/`));
    expect((await normalize(uploadURL, undefined)).status).toBe(401);
    expect((await normalize(uploadURL, admin.token)).status).toBe(404);
    expect((await saveStoryPicture(uploadURL)).status).toBe(404);
    const { json } = await normalize(uploadURL, volunteer.token);
    expect(json).toEqual({ objectPath: `/images/${key}` });
    expect((await fetchPublicFile(json.objectPath)).ok).toBe(false);
    expect(await readWaitingFile(key)).toBeDefined();
  });

  it("UPL-06: can't be a story's upload", async () => {
    const { uploadURL } = await upload("/api/testimonials/upload", readTestPicture("png"));
    expect((await normalize(uploadURL, admin.token)).status).toBe(404);
    expect((await normalize(uploadURL, volunteer.token)).status).toBe(404);
  });
});
