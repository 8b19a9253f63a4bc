import { describe, expect, it } from "vitest";
import { addressSource, clientAddress } from "./client-address.ts";

const SECRET = "a secret of more than thirty-two letters";
const fromCdn = { "X-Edge-Secret": SECRET, "CF-Connecting-IP": "192.0.2.1" };

const addressOf = (headers: Record<string, string>, secret: string | undefined = SECRET) =>
  clientAddress(new Headers(headers), secret);

describe("threat 47: the address used for rate limits", () => {
  it("is the visitor's if the request has the CDN's secret", () => {
    expect(addressOf({ ...fromCdn, "X-Visitor-Address": "198.51.100.7" })).toBe("198.51.100.7");
    expect(addressOf({ ...fromCdn, "X-Visitor-Address": "198.51.100.8" })).toBe("198.51.100.8");
  });

  it.each([
    ["the secret is wrong", { ...fromCdn, "X-Edge-Secret": "x".repeat(SECRET.length) }, SECRET],
    ["the secret is missing", { "CF-Connecting-IP": "192.0.2.1" }, SECRET],
    ["no secret is set", { ...fromCdn, "X-Edge-Secret": "" }, undefined],
    ["the CDN doesn't send an address", { ...fromCdn, "X-Visitor-Address": "unknown" }, SECRET],
  ])("is the one from the Supabase edge if %s", (_, headers, secret) => {
    expect(addressOf({ "X-Visitor-Address": "198.51.100.7", ...headers }, secret)).toBe(
      "192.0.2.1",
    );
  });

  it.each([
    ["cdn", { ...fromCdn, "X-Visitor-Address": "198.51.100.7" }],
    ["project", { "CF-Connecting-IP": "192.0.2.1" }],
    ["connection", { "X-Forwarded-For": "192.0.2.1" }],
  ])("can come from the %s", (source, headers) => {
    expect(addressSource(new Headers(headers), SECRET)).toBe(source);
  });

  it("is unknown if neither sets it, even if other headers contain one", () => {
    const invented = { "X-Forwarded-For": "198.51.100.7", "X-Real-IP": "198.51.100.7" };
    expect(addressOf({ ...invented, "X-Visitor-Address": "198.51.100.7" })).toBeUndefined();
  });

  it("threat 13: ignores a thousand forged headers, with and without the CDN", () => {
    const ways = [fromCdn, { "CF-Connecting-IP": "192.0.2.1" }];
    const counted = ways.map((way) => {
      const addresses = Array.from({ length: 1000 }, (_, index) => {
        const invented = `10.0.${index >> 8}.${index & 255}`;
        return addressOf({
          "X-Forwarded-For": `${invented}, 198.51.100.7`,
          Forwarded: `for=${invented}`,
          "True-Client-IP": invented,
          "X-Real-IP": invented,
          // The CDN overwrites the visitor's headers; nothing does so on direct requests.
          "X-Visitor-Address": way === fromCdn ? "198.51.100.7" : invented,
          ...way,
        });
      });
      return new Set(addresses);
    });
    expect(counted).toEqual([new Set(["198.51.100.7"]), new Set(["192.0.2.1"])]);
  });
});
