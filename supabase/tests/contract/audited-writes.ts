import { randomUUID } from "node:crypto";
import { catalogue, type OperationName } from "../../functions/_shared/contracts/catalogue.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { testPicture } from "../pictures.ts";
import { kindOf, newRecord, newRow, type RecordKind, recordKinds } from "../records.ts";
import { shapeOf, samplesOf } from "../samples.ts";
import { request, sql } from "./stack.ts";
import { upload } from "./uploading.ts";

/** Marks every row that these writes make, so that cleanup can find them. */
export const MARK = `audited-${randomUUID().slice(0, 8)}`;
const ADDRESS = `${MARK}@example.org`;

interface Write {
  /** Creates the row that the path names. */
  readonly id?: () => Promise<string>;
  readonly key?: string;
  readonly body?: (token: string, id: string) => object | Promise<object>;
  /** The audit entries that the write adds. */
  readonly leaves: readonly string[];
}

const add = async (statement: string): Promise<string> => {
  const [row] = await sql.unsafe<{ id: string }[]>(`${statement} returning id`);
  return row!.id;
};

const anEvent =
  (day = "current_date + 90") =>
  () =>
    add(`insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', ${day}, '10:00', '11:00', '${MARK}')`);
const anAccount = async () => {
  const id = await add(
    `insert into auth.users (id, email) values (gen_random_uuid(), '${randomUUID()}@${MARK}.example.org')`,
  );
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    select id, email, 'Ada', 'Audited', now() from auth.users where id = ${id}`;
  await sql`
    insert into public.volunteers (account_id, name, email)
    select id, 'Ada Audited', email from auth.users where id = ${id}`;
  return id;
};
const aRegistration = (day: string) => async () => {
  const [event, person] = [await anEvent(day)(), await anAccount()];
  return add(
    `insert into public.volunteer_event_registrations (event_id, volunteer_id) values ('${event}', '${person}')`,
  );
};
const anApplication = async () => {
  const user = await add(
    `insert into auth.users (id, email) values (gen_random_uuid(), '${randomUUID()}@${MARK}.example.org')`,
  );
  return add(`insert into public.volunteer_applications (user_id, first_name, last_name, email, phone, zip_code, availability)
    select id, 'Ada', 'Audited', email, '(817) 555-0100', '76102', 'flexible' from auth.users where id = '${user}'`);
};
const aHighlight = async () => {
  const person = await anAccount();
  return add(
    `insert into public.volunteer_highlights (volunteer_id, title, message) values ('${person}', '${MARK}', 'Hello')`,
  );
};
const aStory = () =>
  add(
    `insert into public.testimonials (name, title, content) values ('${MARK}', 'Spouse', 'It came.')`,
  );
const aMail = () =>
  add(
    `insert into public.email_outbox (template_name, to_email, status) values ('Audited', '${ADDRESS}', 'failed')`,
  );

/** Makes names unique, because some may be used only once. */
const uniqueName = () => `${MARK}-${randomUUID().slice(0, 8)}`;

/** Adds a row to the table, as a creation with only its required fields would. */
const aRecord = (kind: RecordKind) => async () => {
  const [row] = await sql<{ id: string }[]>`
    insert into ${sql(`public.${kind.table}`)} ${sql(newRow(kind, { word: uniqueName() }))} returning id`;
  return row!.id;
};

/** Creation, update and deletion of every kind of record. */
const recordWrites: Partial<Record<OperationName, Write>> = Object.fromEntries(
  recordKinds.flatMap((kind): [OperationName, Write][] => {
    const { table, create, update, remove } = kind;
    const id = aRecord(kind);
    const { body }: EndpointDefinition = catalogue[update];
    const [field = ""] = Object.keys(shapeOf(body).shape);
    return [
      [
        create,
        { body: () => newRecord(kind, { word: uniqueName() }), leaves: [`insert ${table}`] },
      ],
      [
        update,
        {
          id,
          body: () => samplesOf(shapeOf(body), [field], { word: uniqueName(), turn: 1 }),
          leaves: [`update ${table}`],
        },
      ],
      [remove, { id, leaves: [`delete ${table}`] }],
    ];
  }),
);

const event = () => newRecord(kindOf("events"), { word: MARK });

export const writes: Partial<Record<OperationName, Write>> = {
  ...recordWrites,
  createEvent: {
    body: () => ({ ...event(), repeatWeekly: 3 }),
    leaves: ["insert events", "insert events", "insert events"],
  },
  createEventDocumented: { body: event, leaves: ["insert events"] },
  cancelEvent: { id: anEvent(), body: () => ({ reason: "Snow" }), leaves: ["update events"] },
  reinstateEvent: {
    id: async () => {
      const id = await anEvent()();
      await sql`update public.events set is_active = false where id = ${id}`;
      return id;
    },
    leaves: ["update events"],
  },
  recordAttendances: {
    body: async () => ({
      ids: [await aRegistration("current_date - 3")(), await aRegistration("current_date - 3")()],
      attendance: "absent",
    }),
    leaves: ["update volunteer_event_registrations", "update volunteer_event_registrations"],
  },
  recordAttendance: {
    id: aRegistration("current_date - 3"),
    body: () => ({ attendance: "absent" }),
    leaves: ["update volunteer_event_registrations"],
  },
  addParticipant: {
    body: async () => ({ eventId: await anEvent()(), volunteerId: await anAccount() }),
    leaves: ["insert volunteer_event_registrations"],
  },
  removeParticipant: {
    id: aRegistration("current_date + 90"),
    leaves: ["delete volunteer_event_registrations"],
  },
  publishHighlight: {
    id: aHighlight,
    body: async (_, id) => {
      const [row] = await sql`select updated_at from public.volunteer_highlights where id = ${id}`;
      return { isPublished: true, updatedAt: row!["updated_at"] };
    },
    leaves: ["update volunteer_highlights"],
  },
  deleteHighlight: { id: aHighlight, leaves: ["delete volunteer_highlights"] },
  setTestimonialStatus: {
    id: aStory,
    body: () => ({ isActive: false }),
    leaves: ["update testimonials"],
  },
  deleteTestimonial: { id: aStory, leaves: ["delete testimonials"] },
  updateLegalContent: {
    key: "terms_policy",
    body: () => ({ content: `<p>${MARK}</p>`, lastUpdated: "" }),
    leaves: ["update legal_content"],
  },
  createReport: {
    body: async (token) => {
      const { uploadURL } = await upload(
        "/api/financial-reports/upload",
        testPicture("png"),
        token,
      );
      return { description: MARK, filename: "table.png", fileUrl: uploadURL };
    },
    leaves: ["insert financial_reports"],
  },
  toggleReportPublished: {
    id: aRecord(kindOf("financial_reports")),
    leaves: ["update financial_reports"],
  },
  // Deleting only hides the item.
  deleteAboutItem: { id: aRecord(kindOf("about_items")), leaves: ["update about_items"] },
  updateCarePackageGoal: {
    body: () => ({ monthlyGoal: 4711 }),
    leaves: ["update care_package_goals"],
  },
  updateHeroSection: {
    body: () => ({ headline: MARK, coreMessage: "We send boxes." }),
    leaves: ["update hero_section"],
  },
  updateContactInfo: {
    body: () => ({
      organizationName: MARK,
      taxId: "00-1",
      address: "1 Street",
      phone: "555",
      email: ADDRESS,
    }),
    leaves: ["update contact_info"],
  },
  updateOpeningBalances: {
    body: () => ({ packagesDelivered: 4711 }),
    leaves: ["update impact_stats"],
  },
  updateSectionHeader: {
    body: () => ({ section: "about", header: MARK, content: "Socks" }),
    leaves: ["update section_content"],
  },
  approveVolunteerApplication: {
    id: anApplication,
    body: () => ({ reviewNotes: "Welcome" }),
    leaves: ["insert volunteer_accounts", "insert volunteers", "update volunteer_applications"],
  },
  rejectVolunteerApplication: {
    id: anApplication,
    body: () => ({ reviewNotes: "Too far" }),
    leaves: ["update volunteer_applications"],
  },
  toggleVolunteerAccountStatus: {
    id: anAccount,
    body: () => ({ isActive: false }),
    leaves: ["update volunteer_accounts", "update volunteers"],
  },
  resendEmail: { id: aMail, leaves: ["update email_outbox"] },
  updateSettings: {
    body: () => ({ xUrl: `https://x.example.org/${MARK}` }),
    leaves: ["update settings"],
  },
};

/** Writes that don't leave an audit entry, and why. */
export const unloggedWrites: Partial<Record<OperationName, string>> = {
  logoutAdmin: "ends a session, which Auth keeps",
  changeAdminPassword: "Auth keeps passwords, and its own log of them",
  enrollSecondFactor:
    "changes nothing yet: its first code at Auth completes it, and the recovery codes are an entry",
  createRecoveryCodes: "second-factors.test.ts: that it was set up is an entry",
  recoverSecondFactor: "second-factors.test.ts: that it was removed is an entry",
  removeSecondFactor: "second-factors.test.ts: that it was removed is an entry",
  refundDonation: "refunds.test.ts: demo gifts cannot be refunded, with Stripe each has its entry",
  resendFailedEmails: "email-outbox.test.ts: an entry for each mail that had failed",
  resendApproval: "volunteer-activation.test.ts: it asks for a mail, whose log is the outbox",
  createReportUpload: "an address for a file that nothing names yet",
  createUpload: "an address for a file that nothing names yet",
  normalizeObjectPath: "checks a file that nothing names yet",
  initDefaultEmailTemplates: "email-templates.test.ts: it adds what is missing, and nothing is",
  previewEmailTemplate: "writes nothing",
  generateMissionDescription: "a draft for a form, which saves it",
  generateBlogTitle: "a draft for a form, which saves it",
  generateBlogPost: "a draft for a form, which saves it",
  generateBlogImage: "a file that nothing names yet",
  generateLegalContent: "a draft for a form, which saves it",
  testEmailTemplate:
    "email-templates.test.ts: a test is an entry; other new mails have a cause that is one",
  saveMissionImage: "checks a file that nothing names yet",
};

/** Restores changed rows and deletes new ones. The audit entries stay. */
export async function restoreRows(before: ReadonlyMap<string, object>): Promise<void> {
  for (const [table, row] of before) {
    const { id, ...columns } = row as Record<string, unknown>;
    await sql`update ${sql(`public.${table}`)} set ${sql(columns)} where id = ${String(id)}`;
  }
  for (const { table } of recordKinds) {
    await sql`
      delete from ${sql(`public.${table}`)} as row where to_jsonb(row)::text like ${`%${MARK}%`}`;
  }
  await sql`delete from public.testimonials where name = ${MARK}`;
  await sql`delete from public.email_outbox where to_email like ${`%${MARK}%`}`;
  await sql`delete from public.volunteer_applications where email like ${`%${MARK}%`}`;
  await sql`delete from public.volunteers where email like ${`%${MARK}%`}`;
  await sql`delete from auth.users where email like ${`%${MARK}%`}`;
}

export const sendAs = (method: string, path: string, body: object | undefined, token: string) =>
  request(method, path, { token, ...(body === undefined ? {} : { body }) });
