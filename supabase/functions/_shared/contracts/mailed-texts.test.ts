import { describe, expect, it } from "vitest";
import { z } from "zod";
import { TEXTS_WITH_LINKS, TEXTS_WITHOUT_LINKS } from "../../../tests/card-texts.ts";
import { REAL_NAMES } from "../../../tests/real-names.ts";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { paymentEndpoints } from "./payments.ts";

/** Fields that people other than administrators type, and that no email repeats, or whose format leaves no room for a link. */
const OTHER_FIELDS = {
  // Links to our own pages, and what only the server reads.
  secrets: /[Tt]oken$|[Pp]assword$|\.code$/,
  // An email address that a mail program links is the reader's own.
  addresses: /[Ee]mail$/,
  unmailed:
    /^createDonation\.|^login\w+\.|^changeAdminPassword\.username$|^handInHours\.activity$|^createTestimonial\.|^\w+OwnHighlight\.|\.(?:city|state|zipCode|interests|emergencyContactName|recipientAddress|website)$|(?:ImageURL|\.url|\.share|smaller\[\])$/,
  formats: /\.(?:amount|source|date|sendOn|updatedAt|\w+Id)$/,
};

interface TypedField {
  readonly name: string;
  readonly schema: z.ZodType;
}

function listTexts(name: string, schema: unknown): TypedField[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return listTexts(name, schema.unwrap());
  }
  if (schema instanceof z.ZodDefault) return listTexts(name, schema.unwrap());
  if (schema instanceof z.ZodPipe) return listTexts(name, schema.in);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => listTexts(name, option));
  }
  if (schema instanceof z.ZodArray) return listTexts(`${name}[]`, schema.element);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([field, value]) =>
      listTexts(`${name}.${field}`, value),
    );
  }
  return schema instanceof z.ZodString ? [{ name, schema }] : [];
}

const OWN_CALLERS = new Set(["admin", "service", "monitor"]);

const mailedTexts = Object.entries<EndpointDefinition>(catalog)
  .filter(([, { access }]) => !OWN_CALLERS.has(access))
  .flatMap(([operation, { body }]) => listTexts(operation, body))
  .filter(({ name }) => !Object.values(OTHER_FIELDS).some((pattern) => pattern.test(name)));

/** Only coordinators' emails repeat phone numbers. */
const isPhoneNumber = (text: string) => /\d{3}/.test(text) || !/[./@:\\]/.test(text);

describe("threat 63: what strangers type into our emails", () => {
  it("is found in the catalog", () => {
    expect(mailedTexts.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "createPaymentIntent.donorInfo.firstName",
        "createPaymentIntent.donorInfo.inHonorOf",
        "createPaymentIntent.tribute.message",
        "changeMyTribute.recipientName",
        "createVolunteerApplication.lastName",
        "acceptAdminInvitation.username",
        "updateOwnDetails.phone",
      ]),
    );
  });

  it.each(mailedTexts)("$name leads nowhere", ({ name, schema }) => {
    expect(TEXTS_WITH_LINKS.length).toBeGreaterThanOrEqual(60);
    const isPhone = /[Pp]hone$/.test(name);
    const refused = isPhone
      ? TEXTS_WITH_LINKS.filter((text) => !isPhoneNumber(text)).map((text) => `5550142 ${text}`)
      : TEXTS_WITH_LINKS;
    expect(refused.filter((text) => schema.safeParse(text).success)).toEqual([]);
  });

  it.each(mailedTexts.filter(({ name }) => /(?:Name|inHonorOf)$/.test(name)))(
    "$name takes real names",
    ({ schema }) => {
      const names = Object.values(REAL_NAMES).flat();
      expect(names.length).toBeGreaterThanOrEqual(300);
      expect(names.filter((name) => !schema.safeParse(name).success)).toEqual([]);
      // Only spaces after periods are added.
      const changed = names.filter((name) => schema.parse(name) !== name);
      expect(changed.filter((name) => !/\.\p{L}/u.test(name))).toEqual([]);
      expect(schema.parse("St.Clair J.Edgar")).toBe("St. Clair J. Edgar");
    },
  );

  it.each(mailedTexts.filter(({ name }) => name.endsWith("message")))(
    "$name takes dates and numbers",
    ({ schema }) => {
      expect(TEXTS_WITHOUT_LINKS.filter((text) => !schema.safeParse(text).success)).toEqual([]);
    },
  );

  it("is at most 60 letters of each name, and 100 of the person honored", () => {
    const donorInfo = {
      firstName: "a".repeat(60),
      lastName: "b".repeat(60),
      email: "a@example.org",
    };
    const parse = (changes: object) =>
      paymentEndpoints.createPaymentIntent.body.safeParse({
        amount: 50,
        donorInfo: { ...donorInfo, ...changes },
      }).success;
    expect(parse({ inHonorOf: "c".repeat(100) })).toBe(true);
    expect(parse({ firstName: "a".repeat(61) })).toBe(false);
    expect(parse({ lastName: "b".repeat(61) })).toBe(false);
    expect(parse({ inHonorOf: "c".repeat(101) })).toBe(false);
  });
});
