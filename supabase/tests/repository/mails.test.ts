import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderMail } from "../../functions/_shared/mail/render-mail.ts";
import { createShiftValues } from "../../functions/_shared/mail/shift-sentences.ts";
import { createSampleMail } from "../../functions/_shared/mail/sample-mail.ts";
import {
  builtInTemplates,
  DEFAULT_TEMPLATE_NAMES,
} from "../../functions/_shared/rules/built-in-templates.ts";
import {
  carriesToken,
  isSentBySite,
  listPlaceholders,
} from "../../functions/_shared/rules/mail-placeholders.ts";

/** Returns the source of each argument of a call whose arguments begin at `start`. */
function parseArguments(source: string, start: number): string[] {
  const callArguments = [""];
  let depth = 0;
  let isQuoted = false;
  for (const character of source.slice(start)) {
    if (character === "'") isQuoted = !isQuoted;
    if (!isQuoted && character === "(") depth += 1;
    if (!isQuoted && character === ")") depth -= 1;
    if (depth < 0) break;
    if (character === "," && depth === 0 && !isQuoted) callArguments.push("");
    else callArguments[callArguments.length - 1] += character;
  }
  return callArguments;
}

interface QueuedEmail {
  readonly file: string;
  readonly kind: string;
  readonly keys: readonly string[];
}

const parseKeys = (data: string): string[] =>
  [...data.matchAll(/(?<!-> )'(\w+)',/g)].map(([, key = ""]) => key);

function findFacts(source: string): string {
  const [, facts = ""] = source.split("function private.shift_facts(");
  return facts.slice(0, facts.indexOf("$$;"));
}

/** Finds the emails about shifts. All have the facts of the shift, and those about a change have more. */
function findShiftEmails(file: string, source: string, data: string): QueuedEmail[] {
  const claims = source.slice(source.indexOf("shift_email_claim"), source.indexOf("'open'"));
  const facts = findFacts(source);
  const [ownData = "", changeData = ""] = data.split("|| case");
  return [...claims.matchAll(/'([A-Z][^']*)'/g)].flatMap(([, kind = ""]) => {
    const isChange = kind.startsWith("Event ") && kind !== "Event Reminder";
    const keys = parseKeys(facts + ownData + (isChange ? changeData : ""));
    return kind === "New Event" || kind.startsWith("Volunteer") ? [] : [{ file, kind, keys }];
  });
}

/** Finds every email that the code can queue: its kind and the names of the values that are passed to it. */
const queuedEmails = globSync(["supabase/migrations/*.sql", "supabase/functions/**/*.ts"]).flatMap(
  (file): QueuedEmail[] => {
    const source = readFileSync(file, "utf8");
    const calls = source.matchAll(/(?<!function )private\.queue_email\(/g);
    return [...calls].flatMap(({ 0: call, index }) => {
      const [kind = "", , , data = ""] = parseArguments(source, index + call.length);
      if (data.trim().startsWith("facts ||")) return findShiftEmails(file, source, data);
      const keys = parseKeys(
        (data.includes("private.shift_facts(") ? findFacts(source) : "") + data,
      );
      const kindNames = [...kind.matchAll(/(when )?'([^']*)'/g)].filter(
        ([, whenKeyword]) => !whenKeyword,
      );
      return kindNames.map(([, , name = ""]) => ({ file, kind: name, keys }));
    });
  },
);

/**
 * Values that aren't placeholders themselves, each with the name of the placeholder that is derived from it, or null if
 * there is none.
 */
const DERIVED_PLACEHOLDERS: Readonly<Record<string, string | null>> = {
  isDemo: null,
  isRecurring: "giftKind",
  feeCovered: null,
  packagePrice: null,
  giftLinkId: "giftLink",
  areas: "change",
  isRequired: "change",
  isRemoved: null,
  activationLinkId: null,
  invitationLinkId: null,
  emailChangeLinkId: null,
  donationId: null,
  donorId: null,
  subscriptionId: null,
  noncashDonationId: null,
  eventNote: null,
  method: null,
  replacedReceiptNumber: null,
  replacedReceiptDate: null,
  replacedLetterDate: null,
  isMemorial: null,
  isAnonymous: null,
  message: null,
  tributeId: null,
  eventId: null,
  volunteerId: null,
  coordinatorId: null,
  people: null,
  known: null,
  untold: null,
};

const getExampleValue = (key: string) => {
  if (key.endsWith("Amount")) return 25;
  if (key.endsWith("Date")) return "2026-11-21";
  return key.endsWith("Time") ? "09:00:00" : `a ${key}`;
};

const organization = {
  organizationName: "Lamplight",
  taxId: "00-0142536",
  address: "410 Lantern Street",
  phone: "(817) 555-0142",
  email: "hello@example.org",
};

describe("an email that the code queues", () => {
  it("is found for every built-in template", () => {
    expect(queuedEmails.length).toBeGreaterThan(4);
    const sentKinds = new Set(queuedEmails.map(({ kind }) => kind));
    expect(Object.keys(builtInTemplates).filter((kind) => !sentKinds.has(kind))).toEqual([]);
    expect(queuedEmails.every(({ kind }) => kind !== "")).toBe(true);
  });

  it.each(queuedEmails)(
    "$kind of $file has a built-in template whose placeholders all have values",
    ({ kind, keys }) => {
      expect(Object.keys(builtInTemplates)).toContain(kind);
      const data = Object.fromEntries(keys.map((key) => [key, getExampleValue(key)]));
      const siteUrl = "https://www.example.org";
      const giftLink = keys.includes("giftLinkId") ? `${siteUrl}/manage-gift` : undefined;
      const activationLink = keys.includes("activationLinkId") ? `${siteUrl}/activate` : undefined;
      const invitationLink = keys.includes("invitationLinkId") ? `${siteUrl}/join` : undefined;
      const emailChangeLink = keys.includes("emailChangeLinkId")
        ? `${siteUrl}/confirm-email`
        : undefined;
      const stopLink = ["tributeId", "volunteerId"].some((key) => keys.includes(key))
        ? `${siteUrl}/stop-cards`
        : undefined;
      const links = { giftLink, activationLink, invitationLink, emailChangeLink, stopLink };
      const mail = { templateName: kind, toName: "Ada Lovelace", data };
      expect(renderMail(mail, { organization, siteUrl, ...links }).text).toContain("Lamplight");
    },
  );
});

describe("MAIL-18: the offered placeholders", () => {
  const listPlaceholderNames = (kind: string) => Object.keys(listPlaceholders(kind));
  const generalNames = listPlaceholderNames("A name of one's own");

  it.each(queuedEmails)("for $kind of $file are the values the email gets", ({ kind, keys }) => {
    const expectedPlaceholders = keys.flatMap((key) => {
      const placeholder = key in DERIVED_PLACEHOLDERS ? DERIVED_PLACEHOLDERS[key] : key;
      return placeholder ? [placeholder] : [];
    });
    const computed = Object.keys(createShiftValues(kind, {}));
    const expected = [...expectedPlaceholders, ...computed].filter(
      (key) => !generalNames.includes(key),
    );
    const offeredNames = listPlaceholderNames(kind).filter((name) => !generalNames.includes(name));
    expect(offeredNames.toSorted()).toEqual(expected.toSorted());
  });

  it.each(Object.entries(builtInTemplates))(
    "for %s have sample values, and its template renders with them",
    (kind, { subject, htmlContent }) => {
      expect(isSentBySite(kind)).toBe(true);
      const templateText = `${htmlContent}<p>${listPlaceholderNames(kind)
        .map((name) =>
          carriesToken(name) ? `<a href="{{${name}}}">${name}</a>;` : `${name}: {{${name}}};`,
        )
        .join(" ")}</p>`;
      const template = { subject, htmlContent: templateText, isActive: true };
      const siteUrl = "https://www.example.org";
      const { mail, links } = createSampleMail(kind, siteUrl);
      const { text } = renderMail(mail, { organization, siteUrl, template, ...links });
      for (const name of listPlaceholderNames(kind))
        expect(text).toMatch(new RegExp(`${name}: [^;]`));
    },
  );

  it("cover the emails this site sends, including the four documented ones", () => {
    expect(queuedEmails.map(({ kind }) => kind).every(isSentBySite)).toBe(true);
    expect(DEFAULT_TEMPLATE_NAMES.every((name) => Object.hasOwn(builtInTemplates, name))).toBe(
      true,
    );
    expect(isSentBySite("Spring newsletter")).toBe(false);
    expect(isSentBySite("toString")).toBe(false);
  });
});
