import { expect, it } from "vitest";
import { formatMailLine } from "./format-mail-line.ts";

const urls = { siteUrl: "http://localhost:4173", apiUrl: "http://localhost:54321" };
const createMail = (href: string) => ({
  to: "a@example.org",
  subject: "Your link",
  html: `<p><a href="${href}">Log in</a></p>`,
});

it.each([
  [
    "http://localhost:4173/auth/v1/verify?token=abc&amp;type=magiclink",
    "http://localhost:54321/auth/v1/verify?token=abc&type=magiclink",
  ],
  [
    "http://localhost:4173/reset-password?token_hash=abc",
    "http://localhost:4173/reset-password?token_hash=abc",
  ],
])("the line contains a link that opens in the browser: %s", (href, link) => {
  expect(formatMailLine(createMail(href), urls)).toBe(
    `Email to a@example.org: Your link\n  ${link}`,
  );
});

it("the line of an email without a link has only its recipient and subject", () => {
  expect(formatMailLine({ to: "a@example.org", subject: "Code", html: "<p>1</p>" }, urls)).toBe(
    "Email to a@example.org: Code",
  );
});
