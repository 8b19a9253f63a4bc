import { describe, expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "../contracts/catalog.ts";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { describeFilters } from "./log-export.ts";

const exports = Object.entries<EndpointDefinition>(catalog).filter(
  ([, { output, path }]) => output === "text/csv" && path.endsWith("/export"),
);

describe("threat 48: the audit log about exports", () => {
  it.each(exports)("never has what someone typed into a filter of %s", (_name, { query }) => {
    const typed = Object.fromEntries(Object.keys(query!.shape).map((name) => [name, "Ann Lee"]));
    const freeTexts = Object.entries(query!.shape).filter(
      ([, schema]) => (schema as z.ZodType).safeParse("Ann Lee").success,
    );
    const logged = describeFilters(query, typed);
    expect(freeTexts.map(([name]) => name)).toContain("search");
    for (const [name] of freeTexts.filter(([name]) => name in logged)) {
      expect([name, logged[name]]).toEqual([name, true]);
    }
  });

  it("has the values of choices, days, IDs and flags", () => {
    const query = z.object({
      limit: z.number(),
      status: z.enum(["open", "done"]).optional(),
      personId: z.uuid().optional(),
      from: z.iso.date().optional(),
      isDue: z.boolean().optional(),
      tag: z.string().optional(),
      search: z.string().optional(),
    });
    const personId = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
    expect(
      describeFilters(query, {
        limit: 5,
        status: "open",
        personId,
        from: "2026-01-02",
        isDue: false,
        tag: "ann lee",
        search: "",
      }),
    ).toEqual({
      status: "open",
      person_id: personId,
      from: "2026-01-02",
      is_due: false,
      tag: true,
    });
  });
});
