import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPicture } from "../pictures.ts";
import {
  clearRateLimits,
  facts,
  logins,
  type LoggedInPerson,
  request,
  signIn,
  sql,
} from "./stack.ts";
import { put, saveStory, upload, waitingFile } from "./uploading.ts";

let volunteer: LoggedInPerson;
beforeAll(async () => {
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

describe("the private files", () => {
  const asVisitor = (path: string, init: RequestInit = {}) =>
    fetch(`${facts.apiUrl}/storage/v1${path}`, {
      ...init,
      headers: {
        apikey: facts.publishableKey,
        Authorization: `Bearer ${facts.publishableKey}`,
        "Content-Type": "application/json",
      },
    });

  it("threat 27: visitors can't read quarantined or pending pictures, list files or sign URLs", async () => {
    const quarantined = await upload("/api/testimonials/upload", testPicture("jpg"));
    const waiting = await upload("/api/testimonials/upload", testPicture("jpg"));
    await saveStory(waiting.uploadURL);
    for (const name of [quarantined.key, `waiting/${waiting.key}`]) {
      for (const path of ["", "public/", "authenticated/", "info/"]) {
        const { ok } = await asVisitor(`/object/${path}uploads/${name}`);
        expect(ok, `${path}${name}`).toBe(false);
      }
      for (const path of ["sign", "upload/sign"]) {
        const { ok } = await asVisitor(`/object/${path}/uploads/${name}`, {
          method: "POST",
          body: JSON.stringify({ expiresIn: 60 }),
        });
        expect(ok, `${path}/${name}`).toBe(false);
      }
    }
    const listed = await asVisitor("/object/list/uploads", {
      method: "POST",
      body: JSON.stringify({ prefix: "", limit: 100, offset: 0 }),
    });
    expect(await listed.json()).toEqual([]);
    expect(await (await asVisitor("/bucket")).json()).toEqual([]);
  });
});

describe("threat 27: unused uploads", () => {
  const sweep = (token: string | undefined) => request("POST", "/api/uploads/sweep", { token });
  const names = async (...keys: string[]) =>
    (await sql`select name from storage.objects where name in ${sql(keys)}`).map(
      ({ name }) => name,
    );
  const age = (...keys: string[]) =>
    sql`update storage.objects set created_at = now() - interval '25 hours' where name in ${sql(keys)}`;

  it("using an upload URL again after the check doesn't change any stored file", async () => {
    const { uploadURL, key } = await upload("/api/testimonials/upload", testPicture("jpg"));
    expect((await saveStory(uploadURL)).status).toBe(200);
    const checked = await waitingFile(key);
    await put(uploadURL, testPicture("png"));
    expect((await saveStory(uploadURL)).status).toBe(404);
    expect(await waitingFile(key)).toEqual(checked);
    await put(uploadURL, testPicture("png"));
    await age(key);
    await sweep(facts.secretKey);
    expect(await names(key)).toEqual([]);
  });

  it("sweeps them after a day but keeps a story's picture, a report and newer files", async () => {
    const sent = async () => (await upload("/api/testimonials/upload", testPicture("jpg"))).key;
    const checked = async () => {
      const { uploadURL, key } = await upload("/api/testimonials/upload", testPicture("jpg"));
      await saveStory(uploadURL);
      return key;
    };
    const [abandoned, recent, neverUploaded, replaced] = [
      await sent(),
      await sent(),
      await checked(),
      await checked(),
    ];
    const story = {
      name: "Dana",
      title: "Spouse",
      content: "It came.",
      imageUrl: `/images/${replaced}`,
      imageAlt: "A box",
    };
    expect((await request("POST", "/api/testimonials", { body: story })).status).toBe(201);
    const lost = `${randomUUID()}.pdf`;
    await fetch(`${facts.apiUrl}/storage/v1/object/reports/${lost}`, {
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
    const [shown] = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'images' limit 1`;
    const kept = [
      `waiting/${replaced}`,
      report!.name,
      ...(shown === undefined ? [] : [shown.name]),
    ];
    await age(abandoned, `waiting/${neverUploaded}`, lost, ...kept);

    expect((await sweep(undefined)).status).toBe(401);
    expect((await sweep(volunteer.token)).status).toBe(403);
    const { status, json } = await sweep(facts.secretKey);
    expect([status, json.removed >= 3]).toEqual([200, true]);
    expect(await names(abandoned, `waiting/${neverUploaded}`, lost)).toEqual([]);
    expect(new Set(await names(recent, ...kept))).toEqual(new Set([recent, ...kept]));
    expect((await sweep(facts.secretKey)).json).toEqual({ removed: 0 });
  });

  it("sweeps a smaller size without its original and keeps the sizes of a stored picture", async () => {
    const folder = `site/${randomUUID()}`;
    const orphan = `site/${randomUUID()}/480`;
    const used = [`${folder}/480`, `${folder}/960`, `${folder}/1600x900`];
    const old = `site/${randomUUID()}`;
    for (const name of [orphan, old, ...used]) {
      await sql`insert into storage.objects (bucket_id, name) values ('images', ${name})`;
    }
    expect(await names(orphan)).toEqual([orphan]);
    await age(orphan, old, ...used);
    expect((await sweep(facts.secretKey)).status).toBe(200);
    expect(new Set(await names(orphan, old, ...used))).toEqual(new Set([old, ...used]));
  });
});
