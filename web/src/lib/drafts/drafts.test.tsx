import { describe, expect, test, vi } from "vitest";
import { forgetDraft, forgetDrafts, readDraft, saveDraft } from "./drafts.ts";

const createKey = (owner: string, form = "locations") => ({ owner, form });

describe("drafts", () => {
  test("can be read only under the same owner and form", () => {
    saveDraft(createKey("anna"), { city: "Waco", tags: ["a"], families: 3 });
    expect(readDraft(createKey("anna"))).toEqual({ city: "Waco", tags: ["a"], families: 3 });
    expect(readDraft(createKey("ben"))).toBeNull();
    expect(readDraft(createKey("anna", "events"))).toBeNull();
  });

  test("leave out passwords, card data and files", () => {
    saveDraft(createKey("anna"), {
      email: "anna@example.org",
      password: "secret",
      newPassword: "secret",
      nested: { cardNumber: "4242", cvv: "123", expirationDate: "12/30", zipCode: "76102" },
      picture: new File(["x"], "x.png"),
    });
    expect(readDraft(createKey("anna"))).toEqual({
      email: "anna@example.org",
      nested: { zipCode: "76102" },
    });
  });

  test("are deleted one by one or all at once for an owner", () => {
    saveDraft(createKey("anna"), { city: "Waco" });
    saveDraft(createKey("anna", "events"), { city: "Waco" });
    saveDraft(createKey("ben"), { city: "Austin" });
    forgetDraft(createKey("anna", "events"));
    expect(readDraft(createKey("anna", "events"))).toBeNull();
    forgetDrafts("anna");
    expect(readDraft(createKey("anna"))).toBeNull();
    expect(readDraft(createKey("ben"))).toEqual({ city: "Austin" });
  });

  test("ignore unreadable entries, and stay in memory if the storage is full", () => {
    sessionStorage.setItem("draft:anna:locations", "{");
    expect(readDraft(createKey("anna"))).toBeNull();
    const setItemSpy = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    saveDraft(createKey("anna"), { city: "Waco" });
    setItemSpy.mockRestore();
    expect(readDraft(createKey("anna"))).toEqual({ city: "Waco" });
  });
});
