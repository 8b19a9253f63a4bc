import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { picture } from "../pictures.ts";
import { clearRateLimits, facts, fingerprint, request, sql } from "./stack.ts";
import { upload } from "./uploading.ts";

beforeEach(() => clearRateLimits());

const story = {
  name: "Dana R.",
  title: "Army spouse",
  content: "The package came on the day he needed it.",
};
const send = (changes: Record<string, unknown> = {}) =>
  request("POST", "/api/testimonials", { body: { ...story, ...changes } });
const stored = (name: string) => sql`
  select name, title, content, image_url, rating, is_active from public.testimonials
  where name = ${name}`;

describe("a visitor's story", () => {
  it("TEST-07, TEST-08, TEST-09, TEST-12: is thanked for and waits, whatever the body says", async () => {
    const name = `Dana ${randomUUID().slice(0, 8)}`;
    const { status, json } = await send({ name, isActive: true, imageUrl: null });
    expect(status).toBe(201);
    expect(json).toEqual({
      message: expect.stringMatching(/^Thank you for sharing your story\. /),
    });
    expect(await stored(name)).toEqual([
      { ...story, name, image_url: null, rating: 5, is_active: false },
    ]);
    for (const path of ["/api/testimonials?limit=200", "/api/testimonials/latest", "/api/home"]) {
      expect((await request("GET", path)).text).not.toContain(name);
    }
  });

  it("TEST-06: values are trimmed; markup stays the text it is", async () => {
    const name = `Lee ${randomUUID().slice(0, 8)}`;
    const content = "<img src=x onerror=alert(1)>\nThank you & goodbye";
    await send({
      name: `  ${name} `,
      title: " Navy veteran\t",
      content: ` ${content}\n`,
      rating: 4,
    });
    expect(await stored(name)).toMatchObject([{ name, title: "Navy veteran", content, rating: 4 }]);
  });

  it.each([
    ["TEST-05: no name", { name: " " }],
    ["TEST-05: no title", { title: undefined }],
    ["TEST-05: no story", { content: "\n" }],
    ["TEST-04: a rating of 6", { rating: 6 }],
    ["TEST-04: half a star", { rating: 4.5 }],
    ["a line break in the name", { name: "Dana\nBcc: all" }],
    ["control characters", { content: "a\u0000b" }],
    ["5,001 characters", { content: "x".repeat(5001) }],
    ["threats row 6: an id of its own", { id: randomUUID() }],
    ["threats row 6: a date of its own", { createdAt: "2020-01-01T00:00:00Z" }],
    ["threats row 26: javascript:", { imageUrl: "javascript:alert(1)" }],
    ["threats row 26: data:", { imageUrl: "data:image/svg+xml,<svg/>" }],
    ["threats row 26: a foreign picture", { imageUrl: "https://evil.example/a.png" }],
    ["threats row 26: another host", { imageUrl: `//evil.example/images/stories/${randomUUID()}` }],
    ["threats row 26: another folder", { imageUrl: `/images/site/${randomUUID()}` }],
    ["threats row 26: a way out", { imageUrl: `/images/stories/../site/${randomUUID()}` }],
    ["UPL-07: a picture nobody uploaded", { imageUrl: `/images/stories/${randomUUID()}` }],
  ])("%s is 400 and stores nothing", async (_, changes) => {
    const before = await fingerprint();
    const { status, json } = await send(changes);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues).toHaveLength(1);
    expect(await fingerprint()).toBe(before);
  });

  it("TEST-08, UPL-07: comes with the picture that was checked, not with the address of its upload", async () => {
    const name = `Kim ${randomUUID().slice(0, 8)}`;
    const { uploadURL } = await upload("/api/testimonials/upload", picture("jpg"));
    expect((await send({ name, imageUrl: uploadURL })).status).toBe(400);
    const { json } = await request("PUT", "/api/testimonials/image", {
      body: { testimonialImageURL: uploadURL },
    });
    expect((await send({ name, imageUrl: json.objectPath })).status).toBe(201);
    expect(await stored(name)).toMatchObject([{ image_url: json.objectPath, is_active: false }]);
    const shown = await fetch(`${facts.apiUrl}/storage/v1/object/public${json.objectPath}`);
    expect(shown.ok).toBe(false);
  });

  it("a filled trap is thanked and forgotten", async () => {
    const before = await fingerprint();
    const { status, json } = await send({ website: "https://casino.example" });
    expect([status, json.message]).toEqual([201, expect.stringContaining("Thank you")]);
    expect(await fingerprint()).toBe(before);
  });

  it("ten in an hour are enough", async () => {
    const trapped = { website: "x" };
    const answers = await Promise.all(Array.from({ length: 11 }, () => send(trapped)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
