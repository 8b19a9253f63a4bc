// @vitest-environment jsdom

import { afterEach, describe, expect, it } from "vitest";
import { BLOCKED_STORAGE, blockStorage } from "../../../supabase/tests/blocked-storage.ts";
import { localStore, tabStore } from "./browser-storage.ts";

const stores = { localStore, tabStore };
const originals = Object.getOwnPropertyDescriptors(globalThis);
// oxlint-disable-next-line typescript/unbound-method -- only put back
const { setItem } = Storage.prototype;

afterEach(() => {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    Object.defineProperty(globalThis, name, originals[name]);
  }
  Storage.prototype.setItem = setItem;
  for (const store of Object.values(stores)) store.keys().forEach(store.removeItem);
});

describe.each(Object.entries(BLOCKED_STORAGE))("if %s", (way, blocked) => {
  it.each(Object.entries(stores))("%s keeps values until the page is closed", (name, store) => {
    store.setItem("old", "stored before");
    blockStorage(blocked);
    store.setItem("shift", "first");
    store.setItem("shift", "second");
    expect(store.getItem("shift")).toBe("second");
    expect(store.getItem("missing")).toBeNull();
    expect(store.keys()).toContain("shift");
    store.removeItem("shift");
    expect(store.getItem("shift")).toBeNull();
    expect(store.keys()).not.toContain("shift");
    const isOther =
      way === `only ${name === "localStore" ? "sessionStorage" : "localStorage"} throws`;
    expect(store.isKept()).toBe(isOther);
  });
});

describe("a storage that is full", () => {
  it("returns the new value of a key that was stored before", () => {
    localStore.setItem("shift", "old");
    blockStorage(BLOCKED_STORAGE["the quota is full"]!);
    localStore.setItem("shift", "new");
    expect(localStore.getItem("shift")).toBe("new");
    localStore.removeItem("shift");
    expect(localStore.getItem("shift")).toBeNull();
  });
});
