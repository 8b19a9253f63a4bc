import { expect, it } from "vitest";
import { request, sql } from "./stack.ts";

it("an internal error returns a generic message without details", async () => {
  await sql`alter function private.home() rename to home_elsewhere`;
  try {
    const { status, headers, json } = await request("GET", "/api/home");
    expect(status).toBe(500);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(json).toEqual({
      message: "Something went wrong on our side. Please try again.",
      code: "unexpected",
      requestId: headers.get("X-Request-Id"),
    });
  } finally {
    await sql`alter function private.home_elsewhere() rename to home`;
  }
  expect((await request("GET", "/api/home")).status).toBe(200);
});
