import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { readTestPicture } from "../pictures.ts";
import { createRecordBody, findRecordKind, getIndependentField, recordKinds } from "../records.ts";
import { getObjectSchema, createSamples } from "../samples.ts";
import {
  EMAIL_ADDRESS,
  MARK,
  addAccount,
  addAdministrator,
  addApplication,
  addRejectedApplication,
  addAuditedVolunteer,
  addWaitlistEntry,
  addDraft,
  addEmail,
  addHighlight,
  addInvitation,
  addPreviewLink,
  addStory,
  createEventAdder,
  createRecordAdder,
  createRegistrationAdder,
  uniqueName,
} from "./audited-rows.ts";
import { auditedDonationWrites, type Write } from "./donation-writes.ts";
import { EMPTY_DRAFT } from "./empty-draft.ts";
import { request, requestPath, sql } from "./stack.ts";
import { upload } from "./uploading.ts";
import { mergeWrites } from "./merge-writes.ts";

/** Writes that create, update and delete each kind of record. */
const recordWrites: Partial<Record<OperationName, Write>> = Object.fromEntries(
  recordKinds.flatMap((kind): [OperationName, Write][] => {
    const { table, create, update, remove } = kind;
    const createRow = createRecordAdder(kind);
    const { body }: EndpointDefinition = catalog[update];
    return [
      [
        create,
        {
          body: () => createRecordBody(kind, { word: uniqueName() }),
          auditEntries: [`insert ${table}`],
        },
      ],
      [
        update,
        {
          createRow,
          body: () =>
            createSamples(getObjectSchema(body), [getIndependentField(kind)], {
              word: uniqueName(),
              variant: 1,
            }),
          auditEntries: [`update ${table}`],
        },
      ],
      [remove, { createRow, auditEntries: [`delete ${table}`] }],
    ];
  }),
);

const newEvent = () => createRecordBody(findRecordKind("events"), { word: MARK });

/** Returns the path of a write to a record. The ID fills `:id`, or the only parameter, such as `:eventId`. */
export function getWritePath(endpoint: EndpointDefinition, { key }: Write, id: string): string {
  const [param = "id", ...otherParams] = Array.from(
    endpoint.path.matchAll(/:(\w+)/g),
    ([, name]) => name,
  );
  const idParam = otherParams.length === 0 ? param : "id";
  return requestPath(endpoint, { [idParam]: id, ...(key ? { key } : {}) });
}

export const writes: Partial<Record<OperationName, Write>> = {
  ...recordWrites,
  ...mergeWrites,
  createEvent: {
    body: async () => ({ ...(await newEvent()), repeatWeekly: 3 }),
    auditEntries: ["insert events", "insert events", "insert events"],
  },
  createEventDocumented: { body: newEvent, auditEntries: ["insert events"] },
  ...auditedDonationWrites,
  createAdminInvitation: {
    body: () => ({ email: EMAIL_ADDRESS, areas: ["giving"] }),
    auditEntries: ["insert admin_invitations"],
  },
  revokeAdminInvitation: {
    createRow: addInvitation,
    auditEntries: ["update admin_invitations"],
  },
  updateRetentionRule: {
    createRow: async () => {
      const [rule] = await sql<[{ id: string }]>`
        update public.retention_rules set keep_days = 730 where name = 'email_texts' returning id`;
      return rule.id;
    },
    body: () => ({ keepDays: 731 }),
    auditEntries: ["update retention_rules"],
  },
  cancelEvent: {
    createRow: createEventAdder(),
    body: () => ({ reason: "Snow" }),
    auditEntries: ["update events"],
  },
  announceEvent: { createRow: createEventAdder(), auditEntries: ["update events"] },
  reinstateEvent: {
    createRow: async () => {
      const id = await createEventAdder()();
      await sql`update public.events set is_active = false where id = ${id}`;
      return id;
    },
    auditEntries: ["update events"],
  },
  recordAttendances: {
    body: async () => ({
      ids: [
        await createRegistrationAdder("current_date - 3")(),
        await createRegistrationAdder("current_date - 3")(),
      ],
      attendance: "absent",
    }),
    auditEntries: ["update volunteer_event_registrations", "update volunteer_event_registrations"],
  },
  recordAttendance: {
    createRow: createRegistrationAdder("current_date - 3"),
    body: () => ({ attendance: "absent" }),
    auditEntries: ["update volunteer_event_registrations"],
  },
  addParticipant: {
    body: async () => ({ eventId: await createEventAdder()(), volunteerId: await addAccount() }),
    auditEntries: ["insert volunteer_event_registrations"],
  },
  removeParticipant: {
    createRow: createRegistrationAdder("current_date + 90"),
    auditEntries: ["delete volunteer_event_registrations"],
  },
  publishHighlight: {
    createRow: addHighlight,
    body: async (_, id) => {
      const [row] = await sql`select updated_at from public.volunteer_highlights where id = ${id}`;
      return { isPublished: true, updatedAt: row!["updated_at"] };
    },
    auditEntries: ["update volunteer_highlights"],
  },
  deleteHighlight: { createRow: addHighlight, auditEntries: ["delete volunteer_highlights"] },
  setTestimonialStatus: {
    createRow: addStory,
    body: () => ({ isActive: false }),
    auditEntries: ["update testimonials"],
  },
  deleteTestimonial: { createRow: addStory, auditEntries: ["delete testimonials"] },
  updateLegalContent: {
    key: "terms_policy",
    body: () => ({ content: `<p>${MARK}</p>`, lastUpdated: "" }),
    auditEntries: ["update legal_content"],
  },
  createReport: {
    body: async (token) => {
      const { uploadURL } = await upload(
        "/api/financial-reports/upload",
        readTestPicture("png"),
        token,
      );
      return { description: MARK, filename: "table.png", fileUrl: uploadURL };
    },
    auditEntries: ["insert financial_reports"],
  },
  toggleReportPublished: {
    createRow: createRecordAdder(findRecordKind("financial_reports")),
    auditEntries: ["update financial_reports"],
  },
  // Deleting an item only hides it.
  deleteAboutItem: {
    createRow: createRecordAdder(findRecordKind("about_items")),
    auditEntries: ["update about_items"],
  },
  updateCarePackageGoal: {
    body: () => ({ monthlyGoal: 4711 }),
    auditEntries: ["update care_package_goals"],
  },
  updateHeroSection: {
    body: () => ({ headline: MARK, coreMessage: "We send boxes." }),
    auditEntries: ["update hero_section"],
  },
  updateContactInfo: {
    body: () => ({
      organizationName: MARK,
      taxId: "00-1",
      address: "1 Street",
      phone: "555-0101",
      email: EMAIL_ADDRESS,
    }),
    auditEntries: ["update contact_info"],
  },
  updateOpeningBalances: {
    body: () => ({ packagesDelivered: 4711 }),
    auditEntries: ["update impact_stats"],
  },
  updateSectionHeader: {
    body: () => ({ section: "about", header: MARK, content: "Socks" }),
    auditEntries: ["update section_content"],
  },
  approveVolunteerApplication: {
    createRow: addApplication,
    body: () => ({ reviewNotes: "Welcome" }),
    auditEntries: [
      "insert volunteer_accounts",
      "insert volunteers",
      "update volunteer_applications",
    ],
  },
  rejectVolunteerApplication: {
    createRow: addApplication,
    body: () => ({ reviewNotes: "Too far" }),
    auditEntries: ["update volunteer_applications"],
  },
  undoRejection: {
    createRow: addRejectedApplication,
    auditEntries: ["update volunteer_applications"],
  },
  createVolunteer: {
    body: () => ({
      firstName: "Ada",
      email: `${uniqueName()}@${MARK}.example.org`,
      availability: "flexible",
    }),
    auditEntries: ["insert volunteer_applications", "insert volunteers"],
  },
  putOnShift: {
    createRow: async () => {
      const accountId = await addAccount();
      const [row] = await sql<[{ id: string }]>`
        select id from public.volunteers where account_id = ${accountId}`;
      return row.id;
    },
    body: async () => ({ eventId: await createEventAdder()() }),
    auditEntries: ["insert volunteer_event_registrations"],
  },
  inviteVolunteer: {
    createRow: addAuditedVolunteer,
    auditEntries: ["insert volunteer_applications"],
  },
  removeFromWaitlist: { createRow: addWaitlistEntry, auditEntries: ["delete shift_waitlist"] },
  updateVolunteer: {
    createRow: addAuditedVolunteer,
    body: () => ({ notes: MARK }),
    auditEntries: ["update volunteers"],
  },
  chooseOwnShiftEmails: {
    body: () => ({ wantsShiftEmails: false }),
    auditEntries: ["update users"],
  },
  toggleVolunteerAccountStatus: {
    createRow: addAccount,
    body: () => ({ isActive: false }),
    auditEntries: ["update volunteer_accounts", "update volunteers"],
  },
  saveBlogPostDraft: {
    createRow: addDraft,
    body: () => ({
      ...EMPTY_DRAFT,
      session: `${MARK}-too`,
      title: MARK,
      version: 1,
    }),
    auditEntries: ["update blog_post_drafts"],
  },
  deleteBlogPostDraft: { createRow: addDraft, auditEntries: ["delete blog_post_drafts"] },
  createPreviewLink: {
    createRow: addPreviewLink,
    auditEntries: ["delete preview_links", "insert preview_links"],
  },
  deletePreviewLink: { createRow: addPreviewLink, auditEntries: ["delete preview_links"] },
  updateAdministrator: {
    createRow: addAdministrator,
    body: () => ({ areas: ["giving"] }),
    auditEntries: ["update users"],
  },
  resendEmail: { createRow: addEmail, auditEntries: ["update email_outbox"] },
  updatePrivacySettings: {
    body: () => ({ ledgerYears: 8 }),
    auditEntries: ["update privacy_settings"],
  },
  updateSettings: {
    body: () => ({ xUrl: `https://x.example.org/${MARK}` }),
    auditEntries: ["update settings"],
  },
};

/** Writes that don't leave an audit entry, and why. */
export const unloggedWrites: Partial<Record<OperationName, string>> = {
  logoutAdmin: "ends a session, which Auth stores",
  changeAdminPassword: "Auth stores passwords and logs their changes",
  enrollSecondFactor:
    "not complete until Auth accepts the first code; creating the recovery codes adds an entry",
  createRecoveryCodes: "second-factors.test.ts: setting up the factor adds an entry",
  recoverSecondFactor: "second-factors.test.ts: removing the factor adds an entry",
  setSecondFactorRule:
    "second-factor-rule.test.ts: it takes an owner who uses two-step login, and adds an entry",
  removeSecondFactor: "second-factors.test.ts: removing the factor adds an entry",
  removeAdministrator:
    "administrators.test.ts: adds an entry, and Auth's deletion of the login another",
  refundDonation:
    "refunds.test.ts: demo donations can't be refunded; with Stripe, each refund adds an entry",
  sendCardLink:
    "donors-recurring-donations.test.ts: requests an email, which the outbox logs; demo gifts have no card",
  addImportRows: "rows of a file that isn't stored yet",
  checkImport: "imports.test.ts: each state adds an entry, some after the response",
  storeImport: "imports.test.ts: each state adds an entry, some after the response",
  undoImport: "imports.test.ts: each state adds an entry, some after the response",
  resendFailedEmails: "email-outbox.test.ts: adds an entry for each failed email",
  resendApproval: "volunteer-activation.test.ts: requests an email, which the outbox logs",
  exportPerson: "erasures.test.ts (database): adds an entry, though nothing is stored about it",
  previewErasure: "writes nothing",
  startErasure: "erasures.test.ts (database): adds an entry; later steps write to its row as well",
  continueErasure: "erasures.test.ts (outages): takes steps whose start was logged",
  createReportUpload: "an upload URL for a file that no row refers to yet",
  createUpload: "an upload URL for a file that no row refers to yet",
  normalizeObjectPath: "checks a file that no row refers to yet",
  recordPrintedPapers: "printed-papers.test.ts: adds one entry for all papers",
  saveSignature: "checks a file that no row refers to yet",
  initDefaultEmailTemplates:
    "email-templates.test.ts: adds missing templates, and none is missing here",
  previewEmailTemplate: "writes nothing",
  generateMissionDescription: "generates a draft; saving the form adds an entry",
  generateBlogTitle: "generates a draft; saving the form adds an entry",
  generateBlogPost: "generates a draft; saving the form adds an entry",
  generateBlogImage: "a file that no row refers to yet",
  generateLegalContent: "generates a draft; saving the form adds an entry",
  markOtherAddress:
    "corrected-recipients.test.ts: adds an entry for the donor, without the address, although the donor's row doesn't change",
  reissueReceipt: "corrected-recipients.test.ts: adds an entry for the new email",
  testEmailTemplate:
    "email-templates.test.ts: a test email adds an entry; other new emails are logged with their cause",
  saveMissionImage: "checks a file that no row refers to yet",
};

export const sendAs = (method: string, path: string, body: object | undefined, token: string) =>
  request(method, path, { token, ...(body === undefined ? {} : { body }) });
