import { describe, expect, it } from "vitest";
import { adminEndpoints, type EndpointDefinition } from "./endpoint.ts";

const partners = {
  method: "GET",
  path: "/api/partners",
  summary: "Partners",
  output: "file",
} as const;

const cases: readonly [
  stated: Partial<EndpointDefinition>,
  expected: Partial<EndpointDefinition>,
][] = [
  [{}, { access: "admin", area: "content" }],
  [{ area: "owner" }, { access: "admin", area: "owner" }],
  [{ access: "public" }, { access: "public" }],
  [
    { access: "public", area: "content" },
    { access: "public", area: "content" },
  ],
  [
    { access: "unenrolled-or-admin", area: "any" },
    { access: "unenrolled-or-admin", area: "any" },
  ],
];

describe("threat 2: an endpoint of adminEndpoints in the area content", () => {
  it.each(cases)("that states %o has %o", (stated, expected) => {
    const { list } = adminEndpoints("content", { list: { ...partners, ...stated } });
    expect(list).toEqual({ ...partners, ...expected });
  });
});
