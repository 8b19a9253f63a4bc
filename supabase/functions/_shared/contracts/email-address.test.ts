import { describe, expect, it } from "vitest";
import { donationEndpoints } from "./donations.ts";
import { encodeSearchedAddresses } from "./email-address.ts";
import { email } from "./fields.ts";

const LONGEST_LABEL = "a".repeat(63);

describe("an email address", () => {
  it.each([
    ["ana@münchen.de", "ana@xn--mnchen-3ya.de"],
    ["ana@MÜNCHEN.de", "ana@xn--mnchen-3ya.de"],
    ["ana@mu\u0308nchen.de", "ana@xn--mnchen-3ya.de"],
    ["ana@XN--MNCHEN-3YA.de", "ana@xn--mnchen-3ya.de"],
    ["ana@straße.de", "ana@xn--strae-oqa.de"],
    ["ana@例え。テスト", "ana@xn--r8jz45g.xn--zckzah"],
    ["ana@почта.рф", "ana@xn--80a1acny.xn--p1ai"],
    ["ana@mail.éxample.co.uk", "ana@mail.xn--xample-9ua.co.uk"],
    ["ana@ｅｘａｍｐｌｅ.org", "ana@example.org"],
    ["a&b@example.org", "a&b@example.org"],
    ["R&D@example.org", "r&d@example.org"],
    ["o'neill+boxes@example.org", "o'neill+boxes@example.org"],
    ["first.last/box@example.org", "first.last/box@example.org"],
    ["{ana}=b!c#d$e%f*g?h^i`j|k~l@example.org", "{ana}=b!c#d$e%f*g?h^i`j|k~l@example.org"],
    ["_@a-b.example.museum", "_@a-b.example.museum"],
    [" ana@example.org\u200b ", "ana@example.org"],
    [`ana@${LONGEST_LABEL}.org`, `ana@${LONGEST_LABEL}.org`],
  ])("that mail servers accept has one form: %s is %s", (typed, stored) => {
    expect(email.parse(typed)).toBe(stored);
    expect(email.parse(stored)).toBe(stored);
  });

  it.each([
    "ana",
    "@example.org",
    "ana@",
    "ana@example",
    "ana@@example.org",
    "ana@b@example.org",
    "ana@example..org",
    ".ana@example.org",
    "ana.@example.org",
    "a..b@example.org",
    "ana b@example.org",
    "ana@exam ple.org",
    "ana@-example.org",
    "ana@example-.org",
    "ana@example.c",
    `ana@a${LONGEST_LABEL}.org`,
    "ana@127.0.0.1",
    "ana@１２７.0.0.1",
    "ana@[127.0.0.1]",
    "ana@münchen.de/evil",
    "ana@münchen.de:25",
    "ana@münchen.de\\evil",
    "ana@user:münchen.de",
    "ana@münchen.de?x.example.org",
    "ana@ünchen",
    '"ana b"@example.org',
    "ana<b@example.org",
    "ana>b@example.org",
    "ana,b@example.org",
    "ana;b@example.org",
    "ana(b)@example.org",
    "ana\\b@example.org",
    "ana\r\nBcc: b@example.org",
    "jörg@example.org",
    `ana@${"ü".repeat(300)}.de`,
    `ana@${"é.".repeat(200)}org`,
    // Longer than 254 characters only when it is encoded.
    `ana@${"é.".repeat(50)}org`,
  ])("that mail servers refuse is refused: %j", (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
  });
});

describe("a search", () => {
  it.each([
    ["ana@münchen.de", "ana@xn--mnchen-3ya.de"],
    ["Núñez ana@MÜNCHEN.de 50", "Núñez ana@xn--mnchen-3ya.de 50"],
    ["@münchen.de", "@xn--mnchen-3ya.de"],
    ["ana@mün", "ana@xn--mn-xka"],
    ["münchen.de", "münchen.de"],
    ["ana@ mün", "ana@ mün"],
  ])("looks for an address as it is stored: %s as %s", (typed, searched) => {
    expect(encodeSearchedAddresses(typed)).toBe(searched);
    expect(donationEndpoints.listDonations.query?.parse({ search: typed })).toMatchObject({
      search: searched,
    });
  });
});
