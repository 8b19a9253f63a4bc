import { expect, it } from "vitest";
import { appendPeer, isAmbiguousPath, dropHopByHopHeaders } from "./messages.ts";

it("the peer's real address is appended to X-Forwarded-For, whatever the caller sent", () => {
  expect(appendPeer(undefined, "::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(appendPeer("9.9.9.9, 8.8.8.8", "10.0.0.1")).toBe("9.9.9.9, 8.8.8.8, 10.0.0.1");
  expect(appendPeer(["9.9.9.9", "8.8.8.8"], "::1")).toBe("9.9.9.9, 8.8.8.8, ::1");
});

it("hop-by-hop headers are dropped, including those named in Connection", () => {
  const headers = {
    connection: "close, X-Secret",
    "keep-alive": "5",
    "transfer-encoding": "chunked",
    "x-secret": "1",
    "content-type": "text/plain",
    "set-cookie": ["a=1", "b=2"],
  };
  expect(dropHopByHopHeaders(headers)).toEqual({
    "content-type": "text/plain",
    "set-cookie": ["a=1", "b=2"],
  });
});

const isAmbiguousTarget = (target: string) =>
  isAmbiguousPath(target, new URL(target, "http://localhost"));

it.each([
  "/auth/v1/%75ser",
  "/auth/v1/%2575ser",
  "/auth/v1/user%2F",
  "/auth/v1/user%5c",
  "/auth/v1//user",
  "//auth/v1/user",
  String.raw`/\auth/v1/user`,
  "/rest/v1/%00",
  "/rest/v1/%7f",
  "/rest/v1/%30",
  "/rest/v1/%2D",
  "/rest/v1/%ff",
  "/rest/v1/%",
  "/rest/v1/%zz",
  "http://localhost/auth/v1/user",
])("the path %s is ambiguous", (target) => expect(isAmbiguousTarget(target)).toBe(true));

it.each([
  "/",
  "/auth/v1/user",
  "/auth/v1/user/?x=%75&y=//",
  "/storage/v1/object/images/site/a%20b%C3%A9(1)%27.png",
  "/functions/v1/api/api/zip-lookup/a%3Db%26c",
])("the path %s isn't ambiguous", (target) => expect(isAmbiguousTarget(target)).toBe(false));
