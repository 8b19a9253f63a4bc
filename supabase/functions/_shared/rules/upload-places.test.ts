import { describe, expect, it } from "vitest";
import { toImagePath, toImageKey, readUploadedKey } from "./upload-places.ts";

const projectUrl = "https://abc.supabase.co";
const id = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const signedUrl = `${projectUrl}/storage/v1/object/upload/sign/uploads`;

describe("an upload's key", () => {
  it("is read from its signed URL", () => {
    expect(readUploadedKey(`${signedUrl}/stories/${id}?token=a.b.c`, projectUrl, "stories")).toBe(
      `stories/${id}`,
    );
    expect(readUploadedKey(`${signedUrl}/stories/${id}`, `${projectUrl}/`, "stories")).toBe(
      `stories/${id}`,
    );
  });

  it.each([
    ["another host", `https://evil.example/storage/v1/object/upload/sign/uploads/stories/${id}`],
    [
      "a host that looks like ours",
      `${projectUrl}.evil.example${signedUrl.slice(23)}/stories/${id}`,
    ],
    ["a user in the URL", signedUrl.replace("//", "//x@") + `/stories/${id}`],
    ["another bucket", `${signedUrl.replace(/uploads$/, "reports")}/stories/${id}`],
    ["another folder", `${signedUrl}/site/${id}`],
    ["a subfolder", `${signedUrl}/stories/${id}/${id}`],
    ["a parent folder", `${signedUrl}/stories/../site/${id}`],
    ["a parent folder and back", `${signedUrl}/site/../stories/${id}`],
    ["an encoded parent folder", `${signedUrl}/stories/%2e%2e/stories/${id}`],
    ["a waiting picture", `${signedUrl}/waiting/stories/${id}`],
    ["an invalid UUID", `${signedUrl}/stories/1`],
    ["a fragment", `${signedUrl}/stories/${id}#x`],
    ["a public URL", `${projectUrl}/storage/v1/object/public/uploads/stories/${id}`],
    ["a path without a host", `/storage/v1/object/upload/sign/uploads/stories/${id}`],
    ["javascript:", `javascript:alert(1)//${signedUrl}/stories/${id}`],
    ["nothing", ""],
  ])("is not read from %s", (_, url) => {
    expect(readUploadedKey(url, projectUrl, "stories")).toBeUndefined();
  });

  it("can be read from the path that pages use", () => {
    expect(toImageKey(toImagePath(`stories/${id}`))).toBe(`stories/${id}`);
  });
});
