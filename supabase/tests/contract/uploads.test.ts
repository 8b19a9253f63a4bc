import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFlatPng, createJpegWithDeclaredSize } from "../picture-bombs.ts";
import { hostileFiles, picturesWithMetadata, readTestPicture } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import { NIGHTLY } from "../results.ts";
import { clearRateLimits, facts, type LoggedInPerson, request, signIn } from "./stack.ts";
import {
  toUploadKey,
  readQuarantinedText,
  normalize,
  normalizeOnce,
  fetchPublicFile,
  listFilesOutsideQuarantine,
  sendFile,
  findReadableUrls,
  saveStoryPicture,
  saveStoryPictureOnce,
  USED_MARKER,
  upload,
  readWaitingFile,
} from "./uploading.ts";

let volunteer: LoggedInPerson;
beforeAll(async () => {
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

describe("a picture for a story", () => {
  it("UPL-03, UPL-04: is stored by upload URL, PUT and check, and readable by no one until reviewed", async () => {
    const { bytes, type, removedText } = picturesWithMetadata[0]!;
    const { uploadURL, key } = await upload("/api/testimonials/upload", { bytes, type });
    expect(uploadURL).toMatch(
      new RegExp(
        `^${facts.apiUrl}/storage/v1/object/upload/sign/uploads/stories/[\\da-f-]{36}\\?token=`,
      ),
    );
    const { status, json } = await saveStoryPicture(uploadURL);
    expect([status, json]).toEqual([200, { objectPath: `/images/${key}` }]);

    const waitingPicture = await readWaitingFile(key);
    expect(waitingPicture?.type).toBe("image/jpeg");
    expect(waitingPicture?.bytes.includes(removedText)).toBe(false);
    expect((await fetchPublicFile(json.objectPath)).ok).toBe(false);
    expect(await readQuarantinedText(key)).toBe(USED_MARKER);
  });

  it("can be sent by the site's pages, because CORS allows a PUT as in hosted Storage", async () => {
    const { json } = await request("POST", "/api/testimonials/upload");
    const response = await fetch(json.uploadURL, {
      method: "OPTIONS",
      headers: {
        Origin: facts.webUrl,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "content-type",
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-methods")).toContain("PUT");
  });

  it("can't be sent or checked a second time with its upload URL", async () => {
    const { uploadURL } = await upload("/api/testimonials/upload", readTestPicture("png"));
    expect((await sendFile(uploadURL, readTestPicture("jpg"))).ok).toBe(false);
    const requests = Array.from({ length: 5 }, () => saveStoryPicture(uploadURL));
    const responses = await Promise.all(requests);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(4);

    await clearRateLimits();
    expect((await sendFile(uploadURL, readTestPicture("gif"))).ok).toBe(false);
    const secondResponse = await saveStoryPicture(uploadURL);
    expect([secondResponse.status, secondResponse.json.code]).toEqual([404, "upload_not_found"]);
  });

  it.each([
    [
      "a URL without a file",
      `${facts.apiUrl}/storage/v1/object/upload/sign/uploads/stories/${randomUUID()}`,
    ],
    [
      "another host",
      `https://evil.example/storage/v1/object/upload/sign/uploads/stories/${randomUUID()}`,
    ],
    [
      "another bucket",
      `${facts.apiUrl}/storage/v1/object/upload/sign/reports/stories/${randomUUID()}`,
    ],
    [
      "a path traversal",
      `${facts.apiUrl}/storage/v1/object/upload/sign/uploads/stories/../../reports/x`,
    ],
    ["a local file", "file:///etc/passwd"],
    ["an internal address", "http://169.254.169.254/latest/meta-data/"],
  ])("UPL-04: isn't accepted from %s", async (_, url) => {
    const { status, json } = await saveStoryPicture(url);
    expect([status, json]).toEqual([
      404,
      {
        code: "upload_not_found",
        message: "We couldn't find this upload. Please choose the image again.",
        requestId: expect.any(String),
      },
    ]);
  });
});

/** The people whose pictures need review, with their endpoints and tokens. */
const senders = [
  {
    description: "a visitor sharing a story",
    turn: 0,
    path: "/api/testimonials/upload",
    token: () => undefined,
    check: saveStoryPicture,
    checkOnce: saveStoryPictureOnce,
  },
  {
    description: "a volunteer adding a highlight",
    turn: 1,
    path: "/api/objects/upload",
    token: () => volunteer.token,
    check: (url: string) => normalize(url, volunteer.token),
    checkOnce: (url: string) => normalizeOnce(url, volunteer.token),
  },
] as const;

describe.each(senders)("threat 55: checking files from $description", (sender) => {
  const { path, token, check, checkOnce } = sender;

  it("waits for its turn, and none of four at once is refused", async () => {
    const uploads = await Promise.all(
      Array.from({ length: 4 }, () =>
        upload(path, createJpegWithDeclaredSize(8064, 6048), token()),
      ),
    );
    const responses = await Promise.all(uploads.map(({ uploadURL }) => checkOnce(uploadURL)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("is limited to five an hour", async () => {
    for (let count = 1; count <= 5; count += 1) {
      const { uploadURL } = await upload(path, readTestPicture("png"), token());
      expect((await check(uploadURL)).status).toBe(200);
    }
    const { uploadURL } = await upload(path, readTestPicture("png"), token());
    const sixthResponse = await check(uploadURL);
    expect([sixthResponse.status, sixthResponse.json.message]).toEqual([
      429,
      "You've added 5 pictures in the past hour, which is the limit. Please try again later.",
    ]);
    expect(Number(sixthResponse.headers.get("Retry-After"))).toBeGreaterThan(3000);
    // The file stays in quarantine.
    await clearRateLimits();
    expect((await check(uploadURL)).status).toBe(200);
  });

  it("refuses a 16-bit PNG and a picture with too many pixels, with the reason", async () => {
    for (const [file, reason] of [
      [createFlatPng(100, 100, 16), "This PNG has 16 bits per channel"],
      [createJpegWithDeclaredSize(12_000, 6000), "This image has too many pixels"],
    ] as const) {
      const { uploadURL } = await upload(path, file, token());
      const { status, json } = await check(uploadURL);
      expect([status, json.code]).toEqual([400, "image_not_accepted"]);
      expect(json.message).toContain(reason);
    }
  });
});

describe.each(senders)("threat 27: files from $description", ({ path, token, check, turn }) => {
  const testHalf = (remainder: number) => {
    const isInHalf = (_: unknown, index: number) => index % 2 === remainder;

    it.each(Object.entries(hostileFiles).filter(isInHalf))(
      "%s isn't published",
      async (_, file) => {
        const filesBefore = await listFilesOutsideQuarantine();
        const { json } = await request("POST", path, { token: token() });
        const uploadResponse = await sendFile(json.uploadURL, file());
        const response = await check(json.uploadURL);
        expect(response.json).toMatchObject(
          uploadResponse.ok ? { code: "image_not_accepted" } : { code: "upload_not_found" },
        );
        expect(response.status).toBe(uploadResponse.ok ? 400 : 404);
        expect(await listFilesOutsideQuarantine()).toEqual(filesBefore);
        // The file's contents are no longer in quarantine, either.
        const key = toUploadKey(json.uploadURL);
        expect(await readQuarantinedText(key)).toBe(uploadResponse.ok ? USED_MARKER : undefined);
        expect(await findReadableUrls(key, volunteer.token)).toEqual([]);
      },
    );

    it.each(picturesWithMetadata.filter(isInHalf))(
      "$name is stored for review without its embedded data, readable by no one",
      async ({ removedText, ...file }) => {
        const { uploadURL, key } = await upload(path, file, token());
        expect((await check(uploadURL)).status).toBe(200);
        expect((await readWaitingFile(key))?.bytes.includes(removedText)).toBe(false);
        expect(await findReadableUrls(key, volunteer.token)).toEqual([]);
      },
    );
  };

  // On every change, each sender sends half of the files, which go through the same checks.
  describe("half of the files", () => {
    testHalf(turn);
  });
  describe("the other half", { tags: [NIGHTLY] }, () => {
    testHalf(1 - turn);
  });

  it("an upload is accepted once in five simultaneous checks, and its URL doesn't accept a second file", async () => {
    const { uploadURL, key } = await upload(path, readTestPicture("png"), token());
    const responses = await Promise.all(Array.from({ length: 5 }, () => check(uploadURL)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(4);
    const waitingPicture = await readWaitingFile(key);
    await clearRateLimits();
    expect((await sendFile(uploadURL, readTestPicture("gif"))).ok).toBe(false);
    expect((await check(uploadURL)).status).toBe(404);
    expect(await readWaitingFile(key)).toEqual(waitingPicture);
  });
});

describe("threat 27: URLs that aren't the caller's upload", () => {
  const toUrl = (path: string) => `${facts.apiUrl}/storage/v1/object/upload/sign/${path}`;
  const newPath = () => `uploads/highlights/${volunteer.id}/${randomUUID()}`;

  it.each([
    ["UPL-06: a URL without a file", () => toUrl(newPath())],
    ["another bucket", () => toUrl(newPath().replace("uploads", "images"))],
    ["the site's folder", () => toUrl(`uploads/site/${randomUUID()}`)],
    [
      "a file already waiting for review",
      () => toUrl(newPath().replace("uploads/", "uploads/waiting/")),
    ],
    ["another host", () => toUrl(newPath()).replace(facts.apiUrl, "https://evil.example")],
    ["credentials before the host", () => toUrl(newPath()).replace("://", "://x@")],
    ["a path traversal", () => toUrl(`${newPath()}/../../../site/${randomUUID()}`)],
    ["an encoded path traversal", () => toUrl(`${newPath()}%2f..%2f..%2fsite%2f${randomUUID()}`)],
    ["a path traversal by backslash", () => toUrl(`${newPath()}\\..\\..\\site`)],
    ["a null byte", () => toUrl(`${newPath()}%00.png`)],
    ["a path after the key", () => toUrl(`${newPath()}/evil.html`)],
    ["a local file", () => "file:///etc/passwd"],
    ["an internal address", () => "http://169.254.169.254/latest/meta-data/"],
    ["a data: URL", () => "data:image/svg+xml,<svg onload=alert(1)>"],
    ["something that isn't a URL", () => "../../etc/passwd"],
  ])("%s is refused", async (_, getUrl) => {
    const filesBefore = await listFilesOutsideQuarantine();
    const { status, json } = await normalize(getUrl(), volunteer.token);
    expect([status, json.code]).toEqual([404, "upload_not_found"]);
    expect(await listFilesOutsideQuarantine()).toEqual(filesBefore);
  });

  it("a volunteer's upload can't be used by another volunteer", async () => {
    const { uploadURL, key } = await upload(
      "/api/objects/upload",
      readTestPicture("png"),
      volunteer.token,
    );
    const otherFolderUrl = uploadURL.replace(volunteer.id, randomUUID());
    expect((await normalize(otherFolderUrl, volunteer.token)).status).toBe(404);
    const { email, password } = logins.disabled;
    const disabledVolunteer = await signIn(email, password);
    expect((await normalize(uploadURL, disabledVolunteer.token)).status).toBe(403);
    expect((await normalize(uploadURL, volunteer.token)).json).toEqual({
      objectPath: `/images/${key}`,
    });
  });

  it("UPL-05, UPL-06: upload calls reject extra fields and require a login", async () => {
    const extraFields = { bucket: "images", key: "site/evil" };
    const { token } = volunteer;
    expect(
      (await request("POST", "/api/objects/upload", { body: extraFields, token })).status,
    ).toBe(400);
    expect((await request("POST", "/api/objects/upload")).status).toBe(401);
    const body = { url: toUrl(newPath()), ...extraFields };
    expect((await request("POST", "/api/normalize-object-path", { body, token })).status).toBe(400);
    expect((await request("POST", "/api/normalize-object-path", { body })).status).toBe(401);
  });
});
