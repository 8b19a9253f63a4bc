import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StorageFiles } from "./storage-files.ts";

let folder: string;
let files: StorageFiles;
const bytes = (text: string) => new TextEncoder().encode(text);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "storage-"));
  files = new StorageFiles(folder);
  await files.uploadObject(
    "images",
    "a/b.png",
    undefined,
    bytes("picture"),
    "image/png",
    "max-age=9",
  );
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("returns the contents, content type and cache time of a file and of its copy", async () => {
  await files.copyObject("images", "a/b.png", undefined, "reports", "c.png");
  await files.deleteObject("images", "a/b.png");
  const { metadata, body } = await files.getObject("reports", "c.png", undefined);
  expect(new TextDecoder().decode(body)).toBe("picture");
  expect(metadata).toMatchObject({ mimetype: "image/png", cacheControl: "max-age=9", size: 7 });
  await expect(files.headObject("images", "a/b.png")).rejects.toThrow(/ENOENT/);
});

it("serves a range, and returns 304 for an unchanged object", async () => {
  const partialObject = await files.getObject("images", "a/b.png", undefined, {
    range: "bytes=1-3",
  });
  expect(partialObject.httpStatusCode).toBe(206);
  expect(new TextDecoder().decode(partialObject.body)).toBe("ict");
  const ifNoneMatch = partialObject.metadata?.eTag;
  const unchangedObject = await files.getObject("images", "a/b.png", undefined, { ifNoneMatch });
  expect(unchangedObject.httpStatusCode).toBe(304);
});

it("returns a 404 without a body for a deleted file", async () => {
  await files.deleteObject("images", "a/b.png");
  const deletedObject = await files.getObject("images", "a/b.png", undefined);
  expect(deletedObject).toEqual({ httpStatusCode: 404 });
});

it.each(["../../../etc/passwd", "../reports/x", ""])("refuses the key %j", async (key) => {
  await expect(files.headObject("images", key)).rejects.toThrow(/outside of the bucket/);
});
