import type { Administrator } from "../data/administrators/mutations.ts";
import type { AuditEntry } from "../data/audit-log/resource.ts";
import type { BoardReport } from "../data/board-reports/queries.ts";
import type { Deployment } from "../data/health/queries.ts";
import type { OutboxMail } from "../data/email-outbox/resource.ts";
import type { EmailTemplate } from "../data/email-templates/resource.ts";
import type { OpeningBalances } from "../data/impact-stats/mutations.ts";
import type { Settings } from "../data/settings/mutations.ts";
import type { SystemStatus } from "../data/system-status/queries.ts";
import { anId, homeData } from "./builders.ts";

export const openingBalances = (): OpeningBalances => ({
  opening: {
    packagesDelivered: 38_420,
    familiesHelped: 9160,
    volunteerHours: 17_850,
    veteransServed: 6240,
    since: 2011,
  },
  shown: {
    packagesDelivered: 48_216,
    familiesHelped: 9374,
    volunteerHours: 61_480,
    veteransServed: 6240,
    since: 2011,
    lastUpdated: null,
  },
  updatedAt: "2026-11-20T15:00:00Z",
});

export const auditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(Number(anId().slice(-12))),
  occurredAt: "2026-11-20T15:00:00Z",
  actorId: anId(),
  actorName: "admin",
  action: "update",
  tableName: "settings",
  rowId: anId(),
  personName: null,
  before: null,
  after: null,
  ...overrides,
});

export const systemStatus = (overrides: Partial<SystemStatus> = {}): SystemStatus => ({
  checkedAt: "2026-11-20T15:00:00Z",
  database: { state: "working", milliseconds: 4, time: "2026-11-20T15:00:00Z" },
  payments: { state: "demo", milliseconds: null, isLive: false, refusedLists: [] },
  mail: {
    state: "log",
    milliseconds: null,
    waitingCount: 0,
    oldestWaitingAt: null,
    heldCount: 0,
    failedCount: 0,
    senderRanAt: null,
    pause: null,
  },
  storage: { state: "working", milliseconds: 21 },
  auth: { state: "working", milliseconds: 12 },
  ai: { state: "unused" },
  unusualTraffic: [],
  jobs: [],
  problems: [],
  ...overrides,
});

export const aDeployment = (overrides: Partial<Deployment> = {}): Deployment => ({
  runtime: "Deno/2.1.4 (variant; SupabaseEdgeRuntime/1.74.3)",
  version: "1.2.0",
  siteUrl: "https://www.example.org",
  keys: "current",
  tokenKeys: "fetched",
  pooler: true,
  edgeSecret: true,
  payments: "stripe",
  mail: "smtp",
  emailActivation: true,
  captcha: false,
  noCaptcha: false,
  erasureKey: true,
  contactInfo: true,
  buildHook: "working",
  buildCalledAt: "2026-11-21T15:04:00Z",
  testSettings: [],
  webhook: { isSecretSet: true, lastEventAt: "2026-11-21T15:04:00Z" },
  jobs: [{ name: "send-emails", ageMinutes: 0, isLate: false }],
  problems: [],
  addressFrom: "cdn",
  countedBy: "0123456789abcdef",
  ...overrides,
});

export const anEmailTemplate = (overrides: Partial<EmailTemplate> = {}): EmailTemplate => ({
  id: anId(),
  name: "Donation Confirmation",
  subject: "Thank you, {{name}}",
  htmlContent: "<p>Dear {{name}}, thank you for {{donationAmount}}.</p>",
  description: "Donation Receipt Email",
  isActive: true,
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
  ...overrides,
});

export const anOutboxMail = (overrides: Partial<OutboxMail> = {}): OutboxMail => ({
  id: anId(),
  templateName: "Donation Confirmation",
  subject: null,
  isTest: false,
  toEmail: "ann@example.org",
  currentEmail: null,
  toName: "Ann Lee",
  status: "queued",
  attempts: 0,
  lastError: null,
  nextAttemptAt: "2026-11-21T15:00:00Z",
  createdAt: "2026-11-21T15:00:00Z",
  sentAt: null,
  isEmptied: false,
  ...overrides,
});

/** An administrator with two areas and two-step login. */
export const anAdministrator = (overrides: Partial<Administrator> = {}): Administrator => ({
  id: anId(),
  username: "june",
  email: "june@example.org",
  areas: ["giving", "content"],
  isOwn: false,
  isRemoved: false,
  hasSecondFactor: true,
  lastSignInAt: "2026-11-18T15:04:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...overrides,
});

const NO_SEALS = {
  candidUrl: null,
  candidSealUrl: null,
  charityNavigatorUrl: null,
  charityNavigatorSealUrl: null,
  bbbUrl: null,
  bbbSealUrl: null,
};

export const donationSettings = (overrides: Partial<Settings> = {}): Settings => ({
  ...homeData().settings,
  ...NO_SEALS,
  isTimeZoneConfirmed: true,
  isGivingConfirmed: true,
  realPayments: false,
  emailsPerDay: null,
  promotionHours: 12,
  paperThanks: null,
  signerName: null,
  signerTitle: null,
  signatureUrl: null,
  updatedAt: "2026-11-20T15:00:00Z",
  ...overrides,
});

export const aBoardReport = (overrides: Partial<BoardReport> = {}): BoardReport => ({
  from: "2025-01-01",
  to: "2025-12-31",
  firstYear: 2025,
  donations: {
    total: 150.5,
    donationCount: 2,
    donorCount: 1,
    sources: [{ method: "check", total: 150.5, donationCount: 2 }],
  },
  volunteers: { hours: 42.5, people: 4, shifts: 6 },
  deliveries: { packages: 1200, families: 300, deliveryCount: 3 },
  ...overrides,
});
