import { expect, it } from "vitest";
import { respondOrSendUnavailable } from "./responses.ts";

const send = (path: string) =>
  respondOrSendUnavailable(new Request(`https://www.example.org${path}`), () =>
    Promise.resolve(new Response("ok")),
  );

it.each([
  "/api/..%2f..%2fauth/v1/user",
  "/api/home%5Cx",
  "/api/%252e%252e%252Fx",
  "/news/a%2Fb",
  "/%5c%5cevil.example",
])("threat 39: the edge refuses an encoded slash: %s", async (path) => {
  const response = await send(path);
  expect(response.status).toBe(400);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(await response.json()).toMatchObject({ code: "invalid_path" });
});

it.each(["/api/home?next=%2Fdonate", "/news/a-b", "/caf%C3%A9", "/100%25"])(
  "the edge forwards other paths: %s",
  async (path) => {
    expect(await (await send(path)).text()).toBe("ok");
  },
);
