import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readTestPicture } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, facts, type LoggedInPerson, request, signIn, sql } from "./stack.ts";
import { sendFile, saveStoryPicture, upload, readWaitingFile } from "./uploading.ts";

let volunteer: LoggedInPerson;
beforeAll(async () => {
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

describe("private files", () => {
  const fetchAsVisitor = (path: string, init: RequestInit = {}) =>
    fetch(`${facts.apiUrl}/storage/v1${path}`, {
      ...init,
      headers: {
        apikey: facts.publishableKey,
        Authorization: `Bearer ${facts.publishableKey}`,
        "Content-Type": "application/json",
      },
    });

  it("threat 27: visitors can't read quarantined or pending pictures, list files or sign URLs", async () => {
    const quarantinedUpload = await upload("/api/testimonials/upload", readTestPicture("jpg"));
    const waitingUpload = await upload("/api/testimonials/upload", readTestPicture("jpg"));
    await saveStoryPicture(waitingUpload.uploadURL);
    // The same request finds a public picture.
    const [picture] = await sql<[{ name: string }]>`
      select name from storage.objects where bucket_id = 'images' limit 1`;
    expect((await fetchAsVisitor(`/object/public/images/${picture.name}`)).ok).toBe(true);
    for (const name of [quarantinedUpload.key, `waiting/${waitingUpload.key}`]) {
      for (const path of ["", "public/", "authenticated/", "info/"]) {
        const { ok } = await fetchAsVisitor(`/object/${path}uploads/${name}`);
        expect(ok, `${path}${name}`).toBe(false);
      }
      for (const path of ["sign", "upload/sign"]) {
        const { ok } = await fetchAsVisitor(`/object/${path}/uploads/${name}`, {
          method: "POST",
          body: JSON.stringify({ expiresIn: 60 }),
        });
        expect(ok, `${path}/${name}`).toBe(false);
      }
    }
    const listResponse = await fetchAsVisitor("/object/list/uploads", {
      method: "POST",
      body: JSON.stringify({ prefix: "", limit: 100, offset: 0 }),
    });
    expect(await listResponse.json()).toEqual([]);
    expect(await (await fetchAsVisitor("/bucket")).json()).toEqual([]);
  });
});

describe("threat 27: unused uploads", () => {
  const sweepUploads = (token: string | undefined) =>
    request("POST", "/api/uploads/sweep", { token });
  const listStoredNames = async (...keys: string[]) =>
    (await sql`select name from storage.objects where name in ${sql(keys)}`).map(
      ({ name }) => name,
    );
  const backdateFiles = (...keys: string[]) =>
    sql`update storage.objects set created_at = now() - interval '25 hours' where name in ${sql(keys)}`;

  it("using an upload URL again after the check doesn't change any stored file", async () => {
    const { uploadURL, key } = await upload("/api/testimonials/upload", readTestPicture("jpg"));
    expect((await saveStoryPicture(uploadURL)).status).toBe(200);
    const checkedFile = await readWaitingFile(key);
    await sendFile(uploadURL, readTestPicture("png"));
    expect((await saveStoryPicture(uploadURL)).status).toBe(404);
    expect(await readWaitingFile(key)).toEqual(checkedFile);
    await sendFile(uploadURL, readTestPicture("png"));
    await backdateFiles(key);
    await sweepUploads(facts.secretKey);
    expect(await listStoredNames(key)).toEqual([]);
  });

  it("are swept after a day, unlike a story's picture, a report and newer files", async () => {
    const uploadWithoutCheck = async () =>
      (await upload("/api/testimonials/upload", readTestPicture("jpg"))).key;
    const uploadAndCheck = async () => {
      const { uploadURL, key } = await upload("/api/testimonials/upload", readTestPicture("jpg"));
      await saveStoryPicture(uploadURL);
      return key;
    };
    const [abandonedKey, recentKey, unusedKey, storyKey] = [
      await uploadWithoutCheck(),
      await uploadWithoutCheck(),
      await uploadAndCheck(),
      await uploadAndCheck(),
    ];
    const story = {
      name: "Dana",
      title: "Spouse",
      content: "It came.",
      imageUrl: `/images/${storyKey}`,
      imageAlt: "A box",
    };
    expect((await request("POST", "/api/testimonials", { body: story })).status).toBe(201);
    const lostReportName = `${randomUUID()}.pdf`;
    await fetch(`${facts.apiUrl}/storage/v1/object/reports/${lostReportName}`, {
      method: "POST",
      headers: {
        apikey: facts.secretKey,
        Authorization: `Bearer ${facts.secretKey}`,
        "Content-Type": "application/pdf",
      },
      body: "%PDF-1.7",
    });
    const [report] = await sql<{ name: string }[]>`
      select file.name from storage.objects as file
      join public.financial_reports as report on report.file_url = '/reports/' || file.name limit 1`;
    const [publicPicture] = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'images' limit 1`;
    const namesToKeep = [
      `waiting/${storyKey}`,
      report!.name,
      ...(publicPicture === undefined ? [] : [publicPicture.name]),
    ];
    await backdateFiles(abandonedKey, `waiting/${unusedKey}`, lostReportName, ...namesToKeep);

    expect((await sweepUploads(undefined)).status).toBe(401);
    expect((await sweepUploads(volunteer.token)).status).toBe(403);
    const { status, json } = await sweepUploads(facts.secretKey);
    expect([status, json.removed >= 3]).toEqual([200, true]);
    expect(await listStoredNames(abandonedKey, `waiting/${unusedKey}`, lostReportName)).toEqual([]);
    expect(new Set(await listStoredNames(recentKey, ...namesToKeep))).toEqual(
      new Set([recentKey, ...namesToKeep]),
    );
    expect((await sweepUploads(facts.secretKey)).json).toEqual({ removed: 0 });
  });

  it("include other versions without their original, but not the sizes of a stored picture", async () => {
    const folder = `site/${randomUUID()}`;
    const orphanFolder = `site/${randomUUID()}`;
    const orphanNames = [`${orphanFolder}/480`, `${orphanFolder}/share`];
    const sizeNames = ["480", "960", "share", "1600x900-share"].map((size) => `${folder}/${size}`);
    const oldFormatName = `site/${randomUUID()}`;
    for (const name of [...orphanNames, oldFormatName, ...sizeNames]) {
      await sql`insert into storage.objects (bucket_id, name) values ('images', ${name})`;
    }
    expect(await listStoredNames(...orphanNames)).toHaveLength(2);
    await backdateFiles(...orphanNames, oldFormatName, ...sizeNames);
    expect((await sweepUploads(facts.secretKey)).status).toBe(200);
    expect(new Set(await listStoredNames(...orphanNames, oldFormatName, ...sizeNames))).toEqual(
      new Set([oldFormatName, ...sizeNames]),
    );
  });
});
