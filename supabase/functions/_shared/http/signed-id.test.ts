import { describe, expect, it } from "vitest";
import { createSignedLinkUrl } from "./signed-link.ts";
import { verifySignedId, signId } from "./signed-id.ts";

const SECRET = "a secret of more than thirty-two letters";
const OLD_SECRET = "an older secret of more than thirty-two letters";
const ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const OTHER_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c12";

describe("a signed id", () => {
  it("is accepted for its purpose", async () => {
    const token = await signId(SECRET, "gift-link", ID);
    expect(token).toMatch(new RegExp(`^${ID}\\.[0-9a-f]{64}$`));
    expect(await verifySignedId([SECRET], "gift-link", token)).toBe(ID);
  });

  it("is rejected for other purposes and after any change", async () => {
    const token = await signId(SECRET, "gift-link", ID);
    const otherDigit = token.at(-1) === "0" ? "1" : "0";
    const alteredTokens = [
      "",
      ".",
      ID,
      `${ID}.`,
      token.replace(ID, OTHER_ID),
      token.toUpperCase(),
      token.slice(0, -1),
      `${token.slice(0, -1)}${otherDigit}`,
      `${token} `,
      token.replace(".", ""),
    ];
    for (const alteredToken of alteredTokens) {
      expect(
        await verifySignedId([SECRET], "gift-link", alteredToken),
        alteredToken,
      ).toBeUndefined();
    }
    expect(await verifySignedId([SECRET], "gift-session", token)).toBeUndefined();
    expect(await verifySignedId([SECRET], "activation-link", token)).toBeUndefined();
    expect(await verifySignedId([SECRET], "invitation-link", token)).toBeUndefined();
    expect(await verifySignedId([SECRET.toUpperCase()], "gift-link", token)).toBeUndefined();
  });

  it("threat 61: is accepted while its secret is being replaced, and rejected afterward", async () => {
    const token = await signId(OLD_SECRET, "gift-link", ID);
    expect(await verifySignedId([SECRET, OLD_SECRET], "gift-link", token)).toBe(ID);
    expect(await verifySignedId([OLD_SECRET, SECRET], "gift-link", token)).toBe(ID);
    expect(await verifySignedId([SECRET], "gift-link", token)).toBeUndefined();
  });

  it.each([
    ["gift-link", "/manage-gift"],
    ["activation-link", "/activate"],
    ["invitation-link", "/join"],
    ["preview-link", "/news-preview"],
  ] as const)(
    "is signed with the newest secret, and goes into the URL fragment of a %s, which browsers never send",
    async (purpose, path) => {
      const environment = {
        SITE_URL: "https://www.example.org",
        HASH_SECRET: [SECRET, OLD_SECRET] as const,
      };
      const url = new URL(await createSignedLinkUrl(environment, purpose, ID));
      expect(url.origin + url.pathname + url.search).toBe(`https://www.example.org${path}`);
      const token = new URLSearchParams(url.hash.slice(1)).get("token") ?? "";
      expect(await verifySignedId([SECRET], purpose, token)).toBe(ID);
    },
  );
});
