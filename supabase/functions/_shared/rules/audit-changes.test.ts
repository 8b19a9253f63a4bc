import { describe, expect, it } from "vitest";
import { listAuditChanges, findAuditedRowName, formatFieldLabel } from "./audit-changes.ts";

describe("an audit log entry", () => {
  it("lists only changed fields, with readable names", () => {
    const before = { id: "1", package_price: 50, x_url: null, is_active: true, updated_at: "a" };
    const after = { ...before, package_price: 55, x_url: "https://x.example.org", updated_at: "b" };
    expect(listAuditChanges({ before, after })).toEqual([
      { field: "Package price", before: "50", after: "55" },
      { field: "X url", before: null, after: "https://x.example.org" },
    ]);
  });

  it("lists all values of an added or deleted row", () => {
    const row = { id: "1", title: "Food", is_active: false, parts: [{ a: 1 }], notes: "" };
    expect(listAuditChanges({ before: null, after: row })).toEqual([
      { field: "Title", before: null, after: "Food" },
      { field: "Is active", before: null, after: "no" },
      { field: "Parts", before: null, after: '[{"a":1}]' },
    ]);
    expect(listAuditChanges({ before: row, after: null })[0]).toEqual({
      field: "Title",
      before: "Food",
      after: null,
    });
  });

  it("threat 48: says only that an erasable field was filled in", () => {
    expect(listAuditChanges({ before: { phone: null }, after: { phone: "erased" } })).toEqual([
      { field: "Phone", before: null, after: "erased" },
    ]);
    expect(listAuditChanges({ before: { phone: "erased" }, after: { phone: "erased" } })).toEqual(
      [],
    );
  });

  it("has the row's name if the log keeps it", () => {
    expect(findAuditedRowName({ before: null, after: { name: "Warehouse" } })).toBe("Warehouse");
    expect(findAuditedRowName({ before: { title: "Old" }, after: null })).toBe("Old");
    expect(findAuditedRowName({ before: null, after: { name: "erased", key: "k" } })).toBe("k");
    expect(findAuditedRowName({ before: null, after: { name: "erased" } })).toBeNull();
  });

  it("has a readable name for each table", () => {
    expect(formatFieldLabel("volunteer_event_registrations")).toBe("Volunteer event registrations");
  });
});
