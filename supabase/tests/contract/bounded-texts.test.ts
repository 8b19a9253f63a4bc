import { beforeAll, describe, expect, it } from "vitest";
import { request, signInAdmin } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});

const markdownBombs = ["*a_".repeat(3333), "> ".repeat(5000), "x".repeat(5001)];
const htmlBombs = ["<b>".repeat(5000), "< ".repeat(5000), `<p>${"x".repeat(5001)}</p>`];
const template = { name: "Bounded", subject: "Bounded" };

const writes = [
  ["POST", "/api/blog-posts", "content", { title: "Bounded" }, markdownBombs],
  ["PUT", "/api/legal-content/privacy_policy", "content", {}, htmlBombs],
  ["POST", "/api/email-templates", "htmlContent", template, htmlBombs],
  ["POST", "/api/email-templates/preview", "htmlContent", template, htmlBombs],
  ["POST", "/api/email-templates/test", "htmlContent", template, htmlBombs],
] as const;

describe("threat 67: a text that would take long to parse", () => {
  it.each(writes)("is refused by %s %s, with a sentence at its field", async (...write) => {
    const [method, path, field, values, bombs] = write;
    for (const bomb of bombs) {
      const body = { ...values, [field]: bomb };
      const { status, json } = await request(method, path, { body, token });
      expect([status, json.code]).toEqual([400, "validation_failed"]);
      expect(json.issues).toEqual([
        {
          path: field,
          message: expect.stringMatching(/^The paragraph that starts with .* (?:has|is) /),
        },
      ]);
    }
  });

  it("is kept in a draft, so that nothing is lost", async () => {
    const path = `/api/blog-post-drafts/${crypto.randomUUID()}`;
    const draft = {
      title: "Bounded",
      content: markdownBombs[0],
      imageUrl: null,
      imageAlt: null,
      publishedAt: null,
      slug: null,
      searchTitle: null,
      searchDescription: null,
      tags: [],
      session: "bounded",
      postVersion: null,
      version: null,
    };
    expect((await request("PUT", path, { body: draft, token })).status).toBe(200);
    expect((await request("DELETE", path, { token })).status).toBe(200);
  });
});
