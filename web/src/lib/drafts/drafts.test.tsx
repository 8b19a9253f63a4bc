import { describe, expect, test, vi } from "vitest";
import { forgetDraft, forgetDrafts, readDraft, saveDraft } from "./drafts.ts";

const keyFor = (owner: string, form = "locations") => ({ owner, form });

describe("drafts", () => {
  test("can be read only under the same owner and form", () => {
    saveDraft(keyFor("anna"), { city: "Waco", tags: ["a"], families: 3 });
    expect(readDraft(keyFor("anna"))).toEqual({ city: "Waco", tags: ["a"], families: 3 });
    expect(readDraft(keyFor("ben"))).toBeNull();
    expect(readDraft(keyFor("anna", "events"))).toBeNull();
  });

  test("leave out passwords, card data and files", () => {
    saveDraft(keyFor("anna"), {
      email: "anna@example.org",
      password: "secret",
      newPassword: "secret",
      nested: { cardNumber: "4242", cvv: "123", expirationDate: "12/30", zipCode: "76102" },
      picture: new File(["x"], "x.png"),
    });
    expect(readDraft(keyFor("anna"))).toEqual({
      email: "anna@example.org",
      nested: { zipCode: "76102" },
    });
  });

  test("are deleted one by one or all at once for an owner", () => {
    saveDraft(keyFor("anna"), { city: "Waco" });
    saveDraft(keyFor("anna", "events"), { city: "Waco" });
    saveDraft(keyFor("ben"), { city: "Austin" });
    forgetDraft(keyFor("anna", "events"));
    expect(readDraft(keyFor("anna", "events"))).toBeNull();
    forgetDrafts("anna");
    expect(readDraft(keyFor("anna"))).toBeNull();
    expect(readDraft(keyFor("ben"))).toEqual({ city: "Austin" });
  });

  test("ignore unreadable entries and full storage", () => {
    sessionStorage.setItem("draft:anna:locations", "{");
    expect(readDraft(keyFor("anna"))).toBeNull();
    const setItemSpy = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    saveDraft(keyFor("anna"), { city: "Waco" });
    setItemSpy.mockRestore();
    expect(readDraft(keyFor("anna"))).toBeNull();
  });
});
