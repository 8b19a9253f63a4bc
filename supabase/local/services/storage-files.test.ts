import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StorageFiles } from "./storage-files.ts";

let folder: string;
let storage: StorageFiles;
const encodeText = (text: string) => new TextEncoder().encode(text);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "storage-"));
  storage = new StorageFiles(folder);
  await storage.uploadObject(
    "images",
    "a/b.png",
    undefined,
    encodeText("picture"),
    "image/png",
    "max-age=9",
  );
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("a copy keeps the contents, content type and cache time after the original is deleted", async () => {
  await storage.copyObject("images", "a/b.png", undefined, "reports", "c.png");
  await storage.deleteObject("images", "a/b.png");
  const { metadata, body } = await storage.getObject("reports", "c.png", undefined);
  expect(new TextDecoder().decode(body)).toBe("picture");
  expect(metadata).toMatchObject({ mimetype: "image/png", cacheControl: "max-age=9", size: 7 });
  await expect(storage.headObject("images", "a/b.png")).rejects.toThrow(/ENOENT/);
});

it("a range is served, and an unchanged object returns a 304", async () => {
  const partialObject = await storage.getObject("images", "a/b.png", undefined, {
    range: "bytes=1-3",
  });
  expect(partialObject.httpStatusCode).toBe(206);
  expect(new TextDecoder().decode(partialObject.body)).toBe("ict");
  const ifNoneMatch = partialObject.metadata?.eTag;
  const unchangedObject = await storage.getObject("images", "a/b.png", undefined, { ifNoneMatch });
  expect(unchangedObject.httpStatusCode).toBe(304);
});

it("a deleted file returns a 404 without a body", async () => {
  await storage.deleteObject("images", "a/b.png");
  const deletedObject = await storage.getObject("images", "a/b.png", undefined);
  expect(deletedObject).toEqual({ httpStatusCode: 404 });
});

it.each(["../../../etc/passwd", "../reports/x", ""])("the key %j is refused", async (key) => {
  await expect(storage.headObject("images", key)).rejects.toThrow(/outside of the bucket/);
});
