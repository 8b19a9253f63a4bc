import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, request, signInAdmin } from "./stack.ts";

let admin = { id: "", token: "" };

beforeAll(async () => {
  admin = await signInAdmin();
});
beforeEach(() => clearRateLimits());

const createTemplate = (changes: object) => ({
  name: "A note to our donors",
  subject: "Hello {{name}}",
  htmlContent: "<p>Dear {{name}}, hello</p>",
  ...changes,
});
const preview = async (body: object) =>
  (await request("POST", "/api/email-templates/preview", { token: admin.token, body })).json;

describe("the preview", () => {
  it("MAIL-12: renders the email as it would go out, with sample values", async () => {
    const donationTemplate = createTemplate({ name: "Donation Confirmation" });
    const { subject, html, problem } = await preview(donationTemplate);
    expect([subject, problem]).toEqual(["Hello Rosalind", null]);
    expect(html).toContain(">Dear Rosalind, hello</p>");
    expect(html).toMatch(/Your gift fills one box\.[\s\S]*Your receipt/);
  });

  it("explains why an unfinished template can't be sent", async () => {
    const unfinishedTemplate = {
      name: "Event Reminder",
      subject: "",
      htmlContent: "<p>{{eventDay",
    };
    expect((await preview(unfinishedTemplate)).problem).toBe("The subject would be empty.");
    const invalidTemplate = {
      ...unfinishedTemplate,
      subject: "x",
      htmlContent: "<p>{{eventDay}}</p>",
    };
    expect((await preview(invalidTemplate)).problem).toMatch(/uses {{eventDay}}/);
  });

  it("threat 30: renders no hostile markup from placeholder names, the content or the subject", async () => {
    const maliciousPlaceholders = `<p>{{<img src=x onerror=ran()>}}</p>{{"><svg onload=ran()>}}`;
    expect(await preview(createTemplate({ htmlContent: maliciousPlaceholders }))).toMatchObject({
      html: "",
    });
    const htmlContent = `<p><img src=x onerror=ran()></p><script>ran()</script><svg onload=ran()>`;
    const { html } = await preview(createTemplate({ subject: "<b>{{name}}</b>", htmlContent }));
    expect(html).not.toMatch(/<(img(?! src="[^"]*\/mail(-mark)?\.)|script|svg)|<[^>]*onerror/i);
    expect(html).toContain("<title>&lt;b&gt;Rosalind&lt;/b&gt;</title>");
  });
});
