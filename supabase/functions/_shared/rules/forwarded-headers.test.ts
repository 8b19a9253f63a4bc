import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as limits from "../contracts/limits.ts";
import { isForwardedHeader } from "./forwarded-headers.ts";
import * as visitorAddress from "./visitor-address.ts";

/** Clients read the headers of other services' responses, not of requests. */
const SOURCES = globSync("supabase/functions/**/*.ts", {
  exclude: ["supabase/functions/dist/**", "supabase/functions/_shared/clients/**", "**/*.test.ts"],
});
const READS = [/\breq\.header\(\s*([^(),]+)\)/g, /\bheaders\.get\(\s*([^(),]+)\)/g];
const CONSTANTS = Object.entries({ ...limits, ...visitorAddress });

/** Returns the name of a header that code reads as a constant or as text. */
const resolveName = (argument: string): string => {
  const constant = CONSTANTS.find(([name]) => name === argument)?.[1];
  return typeof constant === "string" ? constant : argument.replaceAll('"', "");
};

describe("the headers that the CDN forwards", () => {
  const readNames = SOURCES.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return READS.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([, argument = ""]) =>
        resolveName(argument.trim()).toLowerCase(),
      ),
    );
  });

  it("include each header that the functions read, unless the CDN, Stripe or Supabase sets it", () => {
    expect(new Set(readNames.filter((name) => !isForwardedHeader(name)))).toEqual(
      new Set([
        visitorAddress.EDGE_SECRET_HEADER,
        visitorAddress.VISITOR_ADDRESS_HEADER,
        visitorAddress.PROJECT_EDGE_HEADER,
        "stripe-signature",
      ]),
    );
    expect(new Set(readNames).size).toBeGreaterThanOrEqual(11);
  });
});
