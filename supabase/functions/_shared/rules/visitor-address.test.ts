import { describe, expect, it } from "vitest";
import { toRateLimitAddress, toWiderSubject } from "./visitor-address.ts";

describe("threat 47: a visitor's address", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    [" 203.0.113.9 ", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::"],
    ["2001:db8::1", "2001:db8:0:0::"],
    ["fe80::1%eth0", "fe80:0:0:0::"],
    ["::1", "0:0:0:0::"],
    ["::", "0:0:0:0::"],
  ])("%s counts as %s", (address, rateLimitAddress) => {
    expect(toRateLimitAddress(address)).toBe(rateLimitAddress);
  });

  it.each([
    "",
    "unknown",
    "1.2.3",
    "1.2.3.4.5",
    "1.2.3.256",
    "1.2.3.4:80",
    "12345::",
    "::1]",
    "a:b",
  ])("%j is invalid", (text) => {
    expect(toRateLimitAddress(text)).toBeUndefined();
  });

  it("doesn't change if normalized again", () => {
    for (const address of ["2001:db8:1:2::", "0:0:0:0::", "203.0.113.9"]) {
      expect(toRateLimitAddress(address)).toBe(address);
    }
  });
});

describe("threat 47: a wider network", () => {
  it.each([
    ["2001:db8:1:2::", "2001:db8:1::/48"],
    ["ann 2001:db8:1:2::", "ann 2001:db8:1::/48"],
    ["0:0:0:0::", "0:0:0::/48"],
    ["203.0.113.9", undefined],
    ["ann 203.0.113.9", undefined],
    ["ann", undefined],
    ["b6f1c1f0-0000-4000-8000-000000000001", undefined],
  ])("of %s is %s", (subject, widerSubject) => {
    expect(toWiderSubject(subject)).toBe(widerSubject);
  });
});
