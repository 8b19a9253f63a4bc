import { expect, it } from "vitest";
import { appendPeer, withoutHopByHop } from "./messages.ts";

it("puts what it saw itself last, whatever the caller claims", () => {
  expect(appendPeer(undefined, "::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(appendPeer("9.9.9.9, 8.8.8.8", "10.0.0.1")).toBe("9.9.9.9, 8.8.8.8, 10.0.0.1");
  expect(appendPeer(["9.9.9.9", "8.8.8.8"], "::1")).toBe("9.9.9.9, 8.8.8.8, ::1");
});

it("drops the headers of one connection, also those it names itself", () => {
  const headers = {
    connection: "close, X-Secret",
    "keep-alive": "5",
    "transfer-encoding": "chunked",
    "x-secret": "1",
    "content-type": "text/plain",
    "set-cookie": ["a=1", "b=2"],
  };
  expect(withoutHopByHop(headers)).toEqual({
    "content-type": "text/plain",
    "set-cookie": ["a=1", "b=2"],
  });
});
