import { expect, test } from "vitest";
import type { Transaction } from "./connection.ts";
import { shareFixture } from "./shared-fixture.ts";

interface Email {
  readonly email: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface MailCase<Fixture> {
  readonly template: string;
  readonly queue: (tx: Transaction, fixture: Fixture) => Promise<unknown>;
  /** The whole data, with `null` for an ID that the email alone knows. */
  readonly data: (fixture: Fixture) => Record<string, unknown>;
  /** A field that means the same as another one. */
  readonly repeated?: string;
  readonly to?: (fixture: Fixture) => Pick<Email, "email" | "name">;
}

/** Values that only this email has, so the fixture doesn't know them. */
const OWN_IDS = new Set([
  "giftLinkId",
  "activationLinkId",
  "invitationLinkId",
  "emailChangeLinkId",
]);

const readEmails = (tx: Transaction, template: string) => tx<Email[]>`
  select to_email as email, to_name as name, data from public.email_outbox
  where template_name = ${template} and status = 'queued' and created_at = now()`;

/** Replaces IDs that nothing else has, after checking that they are IDs. */
const hideOwnIds = (data: Email["data"]) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      OWN_IDS.has(key) && /^[\da-f-]{36}$/.test(String(value)) ? "an ID" : value,
    ]),
  );

/** Two fields with the same value could be mistaken for one another, and no comparison would see it. */
const findAlike = (data: Email["data"]): string[] => {
  const entries = Object.entries(data).filter(
    ([key, value]) =>
      !OWN_IDS.has(key) && value !== null && value !== "" && typeof value !== "boolean",
  );
  return entries
    .filter(([, value], index) => entries.slice(0, index).some(([, other]) => other === value))
    .map(([key]) => key);
};

/** The email may say that the time and place stayed. */
const hasMoved = ([email]: readonly Email[]) =>
  email?.data["formerDate"] !== email?.data["eventDate"];

/** Queues each email, and compares all of it. */
export function compareMails<Fixture extends { readonly recipient: Pick<Email, "email" | "name"> }>(
  cases: readonly MailCase<Fixture>[],
  addFixture: (tx: Transaction) => Promise<Fixture>,
): void {
  const withFixture = shareFixture(async (tx) => {
    const fixture = await addFixture(tx);
    await tx`update public.email_outbox set status = 'canceled' where status = 'queued'`;
    return fixture;
  });
  test.each(cases.map((entry) => [entry.template, entry] as const))(
    "%s",
    async (template, entry) => {
      await withFixture(async (tx, fixture) => {
        await entry.queue(tx, fixture);
        const to = entry.to?.(fixture) ?? fixture.recipient;
        const emails = (await readEmails(tx, template)).filter(({ email }) => email === to.email);
        expect(emails.map(({ data, ...email }) => ({ ...email, data: hideOwnIds(data) }))).toEqual([
          { ...to, data: entry.data(fixture) },
        ]);
        const alike = findAlike(emails[0]!.data).filter(
          (key) => key !== entry.repeated && (!key.startsWith("former") || hasMoved(emails)),
        );
        expect(alike).toEqual([]);
      });
    },
  );
}
