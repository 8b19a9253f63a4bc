import { expect, it } from "vitest";
import { bridgeRequest, bridgeResponse } from "./storage-bridges.ts";

const baseUrl = "http://localhost/storage/v1/object";

it("a file in supabase-js's multipart form is forwarded without the form", async () => {
  const form = new FormData();
  form.append("cacheControl", "60");
  form.append("", new Blob(["picture"], { type: "image/png" }));
  const request = new Request(`${baseUrl}/uploads/a.png`, { method: "POST", body: form });
  const bridgedRequest = await bridgeRequest(request);
  expect(bridgedRequest.headers.get("content-type")).toBe("image/png");
  expect(bridgedRequest.headers.get("cache-control")).toBe("max-age=60");
  expect(await bridgedRequest.text()).toBe("picture");
});

it("other requests are forwarded unchanged", async () => {
  const rawRequest = new Request(`${baseUrl}/uploads/a.png`, { method: "PUT", body: "picture" });
  expect(await bridgeRequest(rawRequest)).toBe(rawRequest);
});

it("a signed upload's URL is in `url`, and a signed download's URL is in `signedURL`", async () => {
  const createPostRequest = (path: string) => new Request(baseUrl + path, { method: "POST" });
  const signedUrl = "/storage/v1/object/upload/sign/uploads/a.png?token=t";
  const uploadResponse = await bridgeResponse(
    createPostRequest("/upload/sign/uploads/a.png"),
    Response.json({ signedUrl, token: "t", path: "a.png" }),
  );
  expect(await uploadResponse.json()).toEqual({
    url: "/object/upload/sign/uploads/a.png?token=t",
    token: "t",
    path: "a.png",
  });
  const downloadResponse = await bridgeResponse(
    createPostRequest("/sign/uploads"),
    Response.json([{ path: "a", signedUrl: "/storage/v1/object/sign/uploads/a?token=t" }]),
  );
  expect(await downloadResponse.json()).toEqual([
    { path: "a", signedURL: "/object/sign/uploads/a?token=t" },
  ]);
});
