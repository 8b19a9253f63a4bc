import { builtInTemplates } from "../../functions/_shared/rules/built-in-templates.ts";
import { afterAll, expect, test } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { service } from "../../functions/_shared/caller.ts";
import { finishEmail } from "../../functions/send-emails/queries.ts";
import { readStackFacts } from "../stack-facts.ts";
import { sql } from "./connection.ts";

const database = connectDatabase(readStackFacts().databaseUrl, 1);
afterAll(() => database.close());

const MAIL = {
  templateName: "Welcome Email",
  toEmail: "ann@example.org",
  toName: "",
  data: {},
  template: null,
  isTest: false,
  refund: null,
  isGiftVoided: false,
  isStrangersDemo: false,
  isProbe: false,
  wasOvertaken: false,
  invitationProblem: null,
  recipientProblem: null,
  shiftProblem: null,
  donationProblem: null,
  card: null,
  newsVolunteerId: null,
  calendar: null,
  shiftPeople: null,
  shiftFacts: null,
  packingDate: null,
  announcedCard: null,
};

test.for([
  ["the worker that holds it", { attempts: 1, resends: 1 }, "failed"],
  ["a worker whose email was taken over", { attempts: 0, resends: 1 }, "sending"],
  ["a worker whose email was sent again", { attempts: 1, resends: 0 }, "sending"],
] as const)(
  "only the worker that has claimed an email can report its outcome: %s",
  async ([, workerCounters, expected]) => {
    const status = await database.as(service, async (sql) => {
      const [{ id }] = await sql<[{ id: string }]>`
      insert into public.email_outbox (template_name, to_email, status, attempts, resends)
      values (${MAIL.templateName}, ${MAIL.toEmail}, 'sending', 1, 1) returning id`;
      const result = { status: "failed", reason: "mailbox full" } as const;
      await finishEmail(sql, { ...MAIL, ...workerCounters, id }, result);
      const [row] = await sql<[{ status: string }]>`
      delete from public.email_outbox where id = ${id} returning status`;
      return row.status;
    });
    expect(status).toBe(expected);
  },
);

test("each built-in email belongs to an area, except those about administrators, which only owners see", async () => {
  const rows = await sql<{ name: string }[]>`
    select name from jsonb_array_elements_text(${sql.json(Object.keys(builtInTemplates))}) as name
    where private.mail_area(name, false) = 'owner'`;
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    "Administrator Invitation",
    "Administrator Joined",
    "Failed Logins",
    "Mentions Blanked",
    "Team Changed",
    "Two-Step Login Rule Changed",
    "Unusual Traffic",
  ]);
});
