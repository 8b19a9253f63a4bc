import { describe, expect, it } from "vitest";
import { findAddressSource, findClientAddress } from "./client-address.ts";

const SECRET = "a secret of more than thirty-two letters";
const cdnHeaders = { "X-Edge-Secret": SECRET, "CF-Connecting-IP": "192.0.2.1" };

const findAddress = (
  headers: Record<string, string>,
  secrets: readonly string[] | undefined = [SECRET],
) => findClientAddress(new Headers(headers), secrets);

describe("threat 47: the address used for rate limits", () => {
  it("is the visitor's if the request has the CDN's secret", () => {
    expect(findAddress({ ...cdnHeaders, "X-Visitor-Address": "198.51.100.7" })).toBe(
      "198.51.100.7",
    );
    expect(findAddress({ ...cdnHeaders, "X-Visitor-Address": "198.51.100.8" })).toBe(
      "198.51.100.8",
    );
  });

  it.each([
    [
      "the secret is wrong",
      { ...cdnHeaders, "X-Edge-Secret": "x".repeat(SECRET.length) },
      [SECRET],
    ],
    ["the secret is missing", { "CF-Connecting-IP": "192.0.2.1" }, [SECRET]],
    ["no secret is set", { ...cdnHeaders, "X-Edge-Secret": "" }, undefined],
    [
      "the CDN doesn't send an address",
      { ...cdnHeaders, "X-Visitor-Address": "unknown" },
      [SECRET],
    ],
  ])("is the one from the Supabase edge if %s", (_, headers, secrets) => {
    expect(findAddress({ "X-Visitor-Address": "198.51.100.7", ...headers }, secrets)).toBe(
      "192.0.2.1",
    );
  });

  it("threat 61: is the visitor's with the old secret and the new one while the secret is rotated", () => {
    const oldSecret = "an older secret of more than thirty-two letters";
    for (const sentSecret of [SECRET, oldSecret]) {
      const headers = {
        ...cdnHeaders,
        "X-Edge-Secret": sentSecret,
        "X-Visitor-Address": "198.51.100.7",
      };
      expect(findAddress(headers, [SECRET, oldSecret])).toBe("198.51.100.7");
    }
    const bothSecrets = { ...cdnHeaders, "X-Edge-Secret": `${SECRET},${oldSecret}` };
    expect(
      findAddress({ ...bothSecrets, "X-Visitor-Address": "198.51.100.7" }, [SECRET, oldSecret]),
    ).toBe("192.0.2.1");
  });

  it.each([
    ["cdn", { ...cdnHeaders, "X-Visitor-Address": "198.51.100.7" }],
    ["project", { "CF-Connecting-IP": "192.0.2.1" }],
    ["connection", { "X-Forwarded-For": "192.0.2.1" }],
  ])("comes from the %s", (source, headers) => {
    expect(findAddressSource(new Headers(headers), [SECRET])).toBe(source);
  });

  it("is unknown if neither the CDN nor the Supabase edge sets it, even if other headers contain one", () => {
    const forgedHeaders = { "X-Forwarded-For": "198.51.100.7", "X-Real-IP": "198.51.100.7" };
    expect(findAddress({ ...forgedHeaders, "X-Visitor-Address": "198.51.100.7" })).toBeUndefined();
  });

  it("threat 13: doesn't change with a thousand forged headers, with or without the CDN", () => {
    const routes = [cdnHeaders, { "CF-Connecting-IP": "192.0.2.1" }];
    const addressSets = routes.map((routeHeaders) => {
      const addresses = Array.from({ length: 1000 }, (_, index) => {
        const forgedAddress = `10.0.${index >> 8}.${index & 255}`;
        return findAddress({
          "X-Forwarded-For": `${forgedAddress}, 198.51.100.7`,
          Forwarded: `for=${forgedAddress}`,
          "True-Client-IP": forgedAddress,
          "X-Real-IP": forgedAddress,
          // The CDN overwrites this header; on direct requests, it arrives as the visitor sent it.
          "X-Visitor-Address": routeHeaders === cdnHeaders ? "198.51.100.7" : forgedAddress,
          ...routeHeaders,
        });
      });
      return new Set(addresses);
    });
    expect(addressSets).toEqual([new Set(["198.51.100.7"]), new Set(["192.0.2.1"])]);
  });
});
