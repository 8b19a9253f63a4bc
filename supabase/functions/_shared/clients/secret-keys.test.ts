import { describe, expect, it } from "vitest";
import { createKeyedSender } from "./secret-keys.ts";

/** Returns a sender for a project that accepts only some keys, and a list of the keys that were tried. */
function createProject(keys: readonly [string, ...string[]], acceptedKeys: Set<string>) {
  const triedKeys: string[] = [];
  const sendWithKey = createKeyedSender(keys);
  const request = async () => {
    const { status } = await sendWithKey((key) => {
      triedKeys.push(key);
      return Promise.resolve(new Response("{}", { status: acceptedKeys.has(key) ? 200 : 401 }));
    });
    return status;
  };
  return { request, triedKeys };
}

describe("threat 61: a request with the secret key", () => {
  it("is sent once with the first key while the project accepts it", async () => {
    const { request, triedKeys } = createProject(["first", "second"], new Set(["first", "second"]));
    expect([await request(), await request()]).toEqual([200, 200]);
    expect(triedKeys).toEqual(["first", "first"]);
  });

  it("is sent with the next key once the first is deleted, and later requests start with that key", async () => {
    const acceptedKeys = new Set(["first", "third"]);
    const { request, triedKeys } = createProject(["first", "second", "third"], acceptedKeys);
    expect(await request()).toBe(200);
    acceptedKeys.delete("first");
    expect([await request(), await request()]).toEqual([200, 200]);
    expect(triedKeys).toEqual(["first", "first", "second", "third", "third"]);
  });

  it("gets a 401 if no key is accepted, and the next request starts with the first key again", async () => {
    const acceptedKeys = new Set<string>();
    const { request, triedKeys } = createProject(["first", "second"], acceptedKeys);
    expect(await request()).toBe(401);
    acceptedKeys.add("first");
    expect(await request()).toBe(200);
    expect(triedKeys).toEqual(["first", "second", "first"]);
  });
});
