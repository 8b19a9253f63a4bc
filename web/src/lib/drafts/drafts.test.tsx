import { describe, expect, test, vi } from "vitest";
import { forgetDraft, forgetDrafts, readDraft, saveDraft } from "./drafts.ts";

const of = (owner: string, form = "locations") => ({ owner, form });

describe("drafts", () => {
  test("can be read only under the same owner and form", () => {
    saveDraft(of("anna"), { city: "Waco", tags: ["a"], families: 3 });
    expect(readDraft(of("anna"))).toEqual({ city: "Waco", tags: ["a"], families: 3 });
    expect(readDraft(of("ben"))).toBeNull();
    expect(readDraft(of("anna", "events"))).toBeNull();
  });

  test("leave out passwords, card data and files", () => {
    saveDraft(of("anna"), {
      email: "anna@example.org",
      password: "secret",
      newPassword: "secret",
      nested: { cardNumber: "4242", cvv: "123", expirationDate: "12/30", zipCode: "76102" },
      picture: new File(["x"], "x.png"),
    });
    expect(readDraft(of("anna"))).toEqual({
      email: "anna@example.org",
      nested: { zipCode: "76102" },
    });
  });

  test("are deleted one by one or all at once for an owner", () => {
    saveDraft(of("anna"), { city: "Waco" });
    saveDraft(of("anna", "events"), { city: "Waco" });
    saveDraft(of("ben"), { city: "Austin" });
    forgetDraft(of("anna", "events"));
    expect(readDraft(of("anna", "events"))).toBeNull();
    forgetDrafts("anna");
    expect(readDraft(of("anna"))).toBeNull();
    expect(readDraft(of("ben"))).toEqual({ city: "Austin" });
  });

  test("ignore unreadable entries and full storage", () => {
    sessionStorage.setItem("draft:anna:locations", "{");
    expect(readDraft(of("anna"))).toBeNull();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    saveDraft(of("anna"), { city: "Waco" });
    full.mockRestore();
    expect(readDraft(of("anna"))).toBeNull();
  });
});
