import { expect, test } from "vitest";
import { addAdmin, rolledBack, type Transaction } from "./connection.ts";

const application = (email: string) =>
  JSON.stringify({
    first_name: "Dana",
    last_name: "Newcomer",
    email,
    phone: "",
    zip_code: "76102",
    availability: "flexible",
  });

const applyAs = (email: string) => (tx: Transaction) =>
  tx`select private.record_application(${application(email)}::text::jsonb)`;

/** Triggers the same email three times, the last time with the address in different case. */
const causes = [
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

test.for(causes)(
  "%s: sends each recipient one email a day and another the next day",
  async ([kind, times]) => {
    await rolledBack(async (tx) => {
      if (kind === "Failed Logins") await addAdmin(tx);
      await tx`delete from public.email_outbox where template_name = ${kind}`;
      const mails = async () => {
        const rows = await tx<{ to: string }[]>`
        select lower(to_email) as to from public.email_outbox where template_name = ${kind}`;
        return rows.map(({ to }) => to).toSorted();
      };
      for (const time of times) await time(tx);
      const today = await mails();
      expect(new Set(today).size).toBe(today.length);
      expect(today.length).toBe(kind === "Failed Logins" ? 2 : 1);

      await tx`
      update public.email_outbox
      set dedupe_key = replace(dedupe_key, private.today()::text, (private.today() - 1)::text)
      where template_name = ${kind}`;
      for (const time of times) await time(tx);
      expect(await mails()).toEqual([...today, ...today].toSorted());
    });
  },
);
