import { expect, it } from "vitest";
import { bridgeRequest, bridgeResponse } from "./storage-bridges.ts";

const base = "http://localhost/storage/v1/object";

it("unwraps the file from supabase-js's multipart form", async () => {
  const form = new FormData();
  form.append("cacheControl", "60");
  form.append("", new Blob(["picture"], { type: "image/png" }));
  const request = new Request(`${base}/uploads/a.png`, { method: "POST", body: form });
  const bridgedRequest = await bridgeRequest(request);
  expect(bridgedRequest.headers.get("content-type")).toBe("image/png");
  expect(bridgedRequest.headers.get("cache-control")).toBe("max-age=60");
  expect(await bridgedRequest.text()).toBe("picture");
});

it("forwards other requests unchanged", async () => {
  const raw = new Request(`${base}/uploads/a.png`, { method: "PUT", body: "picture" });
  expect(await bridgeRequest(raw)).toBe(raw);
});

it("returns `url` for signed uploads and `signedURL` for signed downloads", async () => {
  const post = (path: string) => new Request(base + path, { method: "POST" });
  const signedUrl = "/storage/v1/object/upload/sign/uploads/a.png?token=t";
  const upload = await bridgeResponse(
    post("/upload/sign/uploads/a.png"),
    Response.json({ signedUrl, token: "t", path: "a.png" }),
  );
  expect(await upload.json()).toEqual({
    url: "/object/upload/sign/uploads/a.png?token=t",
    token: "t",
    path: "a.png",
  });
  const downloads = await bridgeResponse(
    post("/sign/uploads"),
    Response.json([{ path: "a", signedUrl: "/storage/v1/object/sign/uploads/a?token=t" }]),
  );
  expect(await downloads.json()).toEqual([
    { path: "a", signedURL: "/object/sign/uploads/a?token=t" },
  ]);
});
