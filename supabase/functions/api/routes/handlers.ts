import { aboutItemEndpoints } from "../../_shared/contracts/about-items.ts";
import { aiEndpoints } from "../../_shared/contracts/ai.ts";
import { childrenLetterEndpoints } from "../../_shared/contracts/children-letters.ts";
import { recurringDonationEndpoints } from "../../_shared/contracts/recurring-donations.ts";
import { paymentEndpoints } from "../../_shared/contracts/donations.ts";
import { sendingEndpoints } from "../../_shared/contracts/email-outbox.ts";
import { emailTemplateEndpoints } from "../../_shared/contracts/email-templates.ts";
import { systemStatusEndpoints } from "../../_shared/contracts/system-status.ts";
import { uploadEndpoints } from "../../_shared/contracts/uploads.ts";
import { zipLookupEndpoints } from "../../_shared/contracts/zip-lookup.ts";
import { siteBuildEndpoints } from "../../_shared/contracts/site-builds.ts";
import { auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import { secondFactorEndpoints } from "../../_shared/contracts/second-factors.ts";
import { overviewEndpoints } from "../../_shared/contracts/overview.ts";
import { volunteerApplicationEndpoints } from "../../_shared/contracts/volunteer-applications.ts";
import type { AnyHandlers } from "../../_shared/http/handlers.ts";
import { lazyHandlers } from "../../_shared/http/lazy-handlers.ts";
import { blogPostHandlers } from "./blog-posts.ts";
import { calendarFeedHandlers } from "./calendar-feeds.ts";
import { carePackageGoalHandlers } from "./care-package-goals.ts";
import { contactInfoHandlers } from "./contact-info.ts";
import { donationHandlers } from "./donations.ts";
import { emailOutboxHandlers } from "./email-outbox.ts";
import { eventHandlers } from "./events.ts";
import { financialReportHandlers } from "./financial-reports.ts";
import { donorLinkHandlers } from "./donor-links.ts";
import { healthHandlers } from "./health.ts";
import { heroSectionHandlers } from "./hero-section.ts";
import { homeHandlers } from "./home.ts";
import { impactStatsHandlers } from "./impact-stats.ts";
import { legalContentHandlers } from "./legal-content.ts";
import { locationHandlers } from "./locations.ts";
import { myDonationHandlers } from "./my-donations.ts";
import { packageDeliveryHandlers } from "./package-deliveries.ts";
import { sectionContentHandlers } from "./section-content.ts";
import { sessionHandlers } from "./sessions.ts";
import { settingsHandlers } from "./settings.ts";
import { testimonialHandlers } from "./testimonials.ts";
import { volunteerAccountHandlers } from "./volunteer-accounts.ts";
import { volunteerEventRegistrationHandlers } from "./volunteer-event-registrations.ts";
import { volunteerHighlightHandlers } from "./volunteer-highlights.ts";
import { volunteerHandlers } from "./volunteers.ts";

/** Handlers that plain reads don't need are imported on the first call, with their packages. */
const lazilyMounted = {
  ...lazyHandlers(
    aboutItemEndpoints,
    async () => (await import("./about-items.ts")).aboutItemHandlers,
  ),
  ...lazyHandlers(
    childrenLetterEndpoints,
    async () => (await import("./children-letters.ts")).childrenLetterHandlers,
  ),
  ...lazyHandlers(
    recurringDonationEndpoints,
    async () => (await import("./recurring-donations.ts")).recurringDonationHandlers,
  ),
  ...lazyHandlers(
    siteBuildEndpoints,
    async () => (await import("../site-builds.ts")).siteBuildHandlers,
  ),
  ...lazyHandlers(auditLogEndpoints, async () => (await import("./audit-log.ts")).auditLogHandlers),
  ...lazyHandlers(
    secondFactorEndpoints,
    async () => (await import("./second-factors.ts")).secondFactorHandlers,
  ),
  ...lazyHandlers(overviewEndpoints, async () => (await import("./overview.ts")).overviewHandlers),
  ...lazyHandlers(
    volunteerApplicationEndpoints,
    async () => (await import("./volunteer-applications.ts")).volunteerApplicationHandlers,
  ),
  ...lazyHandlers(uploadEndpoints, async () => (await import("./uploads.ts")).uploadHandlers),
  ...lazyHandlers(
    paymentEndpoints,
    async () => (await import("../../payments/handlers.ts")).paymentHandlers,
  ),
  ...lazyHandlers(
    sendingEndpoints,
    async () => (await import("../../send-emails/handlers.ts")).sendingHandlers,
  ),
  ...lazyHandlers(
    emailTemplateEndpoints,
    async () => (await import("../email-templates.ts")).emailTemplateHandlers,
  ),
  ...lazyHandlers(
    systemStatusEndpoints,
    async () => (await import("../system-status.ts")).systemStatusHandlers,
  ),
  ...lazyHandlers(aiEndpoints, async () => (await import("../../ai/handlers.ts")).aiHandlers),
  ...lazyHandlers(
    zipLookupEndpoints,
    async () => (await import("../../zip-lookup/handlers.ts")).zipLookupHandlers,
  ),
};

export const handlers: AnyHandlers = {
  ...healthHandlers,
  ...homeHandlers,
  ...sessionHandlers,
  ...donationHandlers,
  ...donorLinkHandlers,
  ...myDonationHandlers,
  ...eventHandlers,
  ...calendarFeedHandlers,
  ...volunteerEventRegistrationHandlers,
  ...volunteerHighlightHandlers,
  ...testimonialHandlers,
  ...blogPostHandlers,
  ...legalContentHandlers,
  ...financialReportHandlers,
  ...locationHandlers,
  ...packageDeliveryHandlers,
  ...carePackageGoalHandlers,
  ...heroSectionHandlers,
  ...settingsHandlers,
  ...emailOutboxHandlers,
  ...contactInfoHandlers,
  ...impactStatsHandlers,
  ...sectionContentHandlers,
  ...volunteerHandlers,
  ...volunteerAccountHandlers,
  ...lazilyMounted,
};
