import { expect, test } from "vitest";
import { addAdmin, withRollback, type Transaction } from "./connection.ts";

const applicationJson = (email: string) =>
  JSON.stringify({
    first_name: "Dana",
    last_name: "Newcomer",
    email,
    phone: "",
    zip_code: "76102",
    availability: "flexible",
  });

const applyAs = (email: string) => (tx: Transaction) =>
  tx`select private.record_application(${applicationJson(email)}::text::jsonb)`;

/** Each list triggers the same email three times, the last time with the address or username in a different case. */
const triggersByMail = [
  [
    "Application Received",
    [applyAs("dana@example.org"), applyAs("dana@example.org"), applyAs("Dana@Example.org")],
  ],
  [
    "Failed Logins",
    ["admin", "admin", "ADMIN"].map(
      (account) => (tx: Transaction) => tx`select private.warn_of_failed_logins(${account})`,
    ),
  ],
] as const;

test.for(triggersByMail)(
  "%s: each recipient gets at most one email a day",
  async ([templateName, triggers]) => {
    await withRollback(async (tx) => {
      if (templateName === "Failed Logins") {
        await addAdmin(tx);
        // Only owners are warned.
        await addAdmin(tx, { areas: ["settings"] });
      }
      await tx`delete from public.email_outbox where template_name = ${templateName}`;
      const readRecipients = async () => {
        const rows = await tx<{ to: string }[]>`
        select lower(to_email) as to from public.email_outbox where template_name = ${templateName}`;
        return rows.map(({ to }) => to).toSorted();
      };
      for (const trigger of triggers) await trigger(tx);
      const recipients = await readRecipients();
      expect(new Set(recipients).size).toBe(recipients.length);
      expect(recipients.length).toBe(templateName === "Failed Logins" ? 2 : 1);

      await tx`
      update public.email_outbox
      set dedupe_key = replace(dedupe_key, private.today()::text, (private.today() - 1)::text)
      where template_name = ${templateName}`;
      for (const trigger of triggers) await trigger(tx);
      expect(await readRecipients()).toEqual([...recipients, ...recipients].toSorted());
    });
  },
);
