import { beforeAll, describe, expect, it } from "vitest";
import { EMPTY_DRAFT } from "./empty-draft.ts";
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

  it("is kept in a draft of up to 1,000,000 letters, and its preview says what to change", async () => {
    const path = `/api/blog-post-drafts/${crypto.randomUUID()}`;
    const saveDraft = (content: string, version: number | null) =>
      request("PUT", path, {
        body: { ...EMPTY_DRAFT, session: "bounded", content, version },
        token,
      });
    const longest = "𝓪".repeat(1_000_000);
    expect((await saveDraft(markdownBombs[0]!, null)).status).toBe(200);
    const { json: saved } = await saveDraft(longest, 1);
    expect(saved.content).toBe(longest);
    const { json: refused } = await saveDraft(`${longest}a`, 2);
    expect(refused.issues).toEqual([
      { path: "content", message: "Use at most 1000000 characters." },
    ]);

    const { json: link } = await request("POST", `${path}/preview-link`, { token });
    const linkToken = new URL(link.url).hash.slice("#token=".length);
    const readPreview = () =>
      request("POST", "/api/preview-links/read", { body: { token: linkToken } });
    const { status, json } = await readPreview();
    expect([status, json.issues]).toEqual([
      400,
      [{ path: "content", message: expect.stringMatching(/^(?:Use at most|The paragraph)/) }],
    ]);
    expect((await saveDraft("Short", 2)).status).toBe(200);
    expect((await readPreview()).json.draft.content).toBe("Short");
    expect((await request("DELETE", path, { token })).status).toBe(200);
  });
});
