import { aboutItemEndpoints } from "./about-items.ts";
import { accountabilityEndpoints } from "./accountability.ts";
import { adminInvitationEndpoints } from "./admin-invitations.ts";
import { administratorEndpoints } from "./administrators.ts";
import { aiEndpoints } from "./ai.ts";
import { archiveEndpoints } from "./archives.ts";
import { auditLogEndpoints } from "./audit-log.ts";
import { blogPostDraftEndpoints } from "./blog-post-drafts.ts";
import { blogPostEndpoints } from "./blog-posts.ts";
import { calendarFeedEndpoints } from "./calendar-feeds.ts";
import { carePackageGoalEndpoints } from "./care-package-goals.ts";
import { childrenLetterEndpoints } from "./children-letters.ts";
import { contactInfoEndpoints } from "./contact-info.ts";
import { donationEndpoints } from "./donations.ts";
import { paymentEndpoints } from "./payments.ts";
import { emailChangeEndpoints } from "./email-changes.ts";
import { emailOutboxEndpoints, sendingEndpoints } from "./email-outbox.ts";
import { emailTemplateEndpoints } from "./email-templates.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { erasureEndpoints } from "./erasures.ts";
import { eventAnnouncementEndpoints } from "./event-announcements.ts";
import { eventEndpoints } from "./events.ts";
import { financialReportEndpoints } from "./financial-reports.ts";
import { depositEndpoints } from "./deposits.ts";
import { noncashDonationEndpoints } from "./noncash-donations.ts";
import { dismissedDuplicateEndpoints } from "./dismissed-duplicates.ts";
import { dismissedVolunteerDuplicateEndpoints } from "./dismissed-volunteer-duplicates.ts";
import { donorMergeEndpoints } from "./donor-merges.ts";
import { donorTaskEndpoints } from "./donor-tasks.ts";
import { donorEndpoints } from "./donors.ts";
import { donorLinkEndpoints } from "./donor-links.ts";
import { healthEndpoints } from "./health.ts";
import { heroSectionEndpoints } from "./hero-section.ts";
import { homeEndpoints } from "./home.ts";
import { importEndpoints } from "./imports.ts";
import { impactStatsEndpoints } from "./impact-stats.ts";
import { legalContentEndpoints } from "./legal-content.ts";
import { locationEndpoints } from "./locations.ts";
import { previewLinkEndpoints } from "./preview-links.ts";
import { personEndpoints } from "./people.ts";
import { privacySettingsEndpoints } from "./privacy-settings.ts";
import { recurringDonationEndpoints } from "./recurring-donations.ts";
import { myDonationEndpoints } from "./my-donations.ts";
import { ownDetailEndpoints } from "./own-details.ts";
import { overviewEndpoints } from "./overview.ts";
import { packageDeliveryEndpoints } from "./package-deliveries.ts";
import { retentionRuleEndpoints } from "./retention-rules.ts";
import { secondFactorEndpoints } from "./second-factors.ts";
import { sectionContentEndpoints } from "./section-content.ts";
import { sessionEndpoints } from "./sessions.ts";
import { settingsEndpoints } from "./settings.ts";
import { siteBuildEndpoints } from "./site-builds.ts";
import { systemStatusEndpoints } from "./system-status.ts";
import { teamMemberEndpoints } from "./team-members.ts";
import { testimonialEndpoints } from "./testimonials.ts";
import { thankYouCallEndpoints } from "./thank-you-calls.ts";
import { tributeEndpoints } from "./tributes.ts";
import { uploadEndpoints } from "./uploads.ts";
import { volunteerAccountEndpoints } from "./volunteer-accounts.ts";
import { volunteerApplicationEndpoints } from "./volunteer-applications.ts";
import { volunteerEventRegistrationEndpoints } from "./volunteer-event-registrations.ts";
import { volunteerHighlightEndpoints } from "./volunteer-highlights.ts";
import { volunteerMergeEndpoints } from "./volunteer-merges.ts";
import { volunteerQualificationEndpoints } from "./volunteer-qualifications.ts";
import { volunteerEndpoints } from "./volunteers.ts";
import { zipLookupEndpoints } from "./zip-lookup.ts";

/** Every endpoint of the server, grouped by resource. */
export const endpointsByNoun = {
  health: healthEndpoints,
  home: homeEndpoints,
  sessions: sessionEndpoints,
  secondFactors: secondFactorEndpoints,
  adminInvitations: adminInvitationEndpoints,
  administrators: administratorEndpoints,
  payments: paymentEndpoints,
  donations: donationEndpoints,
  deposits: depositEndpoints,
  noncashDonations: noncashDonationEndpoints,
  donors: donorEndpoints,
  imports: importEndpoints,
  archives: archiveEndpoints,
  people: personEndpoints,
  erasures: erasureEndpoints,
  privacySettings: privacySettingsEndpoints,
  donorTasks: donorTaskEndpoints,
  thankYouCalls: thankYouCallEndpoints,
  donorMerges: donorMergeEndpoints,
  dismissedDuplicates: dismissedDuplicateEndpoints,
  donorLinks: donorLinkEndpoints,
  myDonations: myDonationEndpoints,
  recurringDonations: recurringDonationEndpoints,
  tributes: tributeEndpoints,
  events: eventEndpoints,
  eventAnnouncements: eventAnnouncementEndpoints,
  calendarFeeds: calendarFeedEndpoints,
  volunteerEventRegistrations: volunteerEventRegistrationEndpoints,
  volunteerHighlights: volunteerHighlightEndpoints,
  testimonials: testimonialEndpoints,
  blogPosts: blogPostEndpoints,
  blogPostDrafts: blogPostDraftEndpoints,
  previewLinks: previewLinkEndpoints,
  legalContent: legalContentEndpoints,
  financialReports: financialReportEndpoints,
  accountability: accountabilityEndpoints,
  locations: locationEndpoints,
  packageDeliveries: packageDeliveryEndpoints,
  carePackageGoals: carePackageGoalEndpoints,
  heroSection: heroSectionEndpoints,
  contactInfo: contactInfoEndpoints,
  impactStats: impactStatsEndpoints,
  aboutItems: aboutItemEndpoints,
  sectionContent: sectionContentEndpoints,
  childrenLetters: childrenLetterEndpoints,
  teamMembers: teamMemberEndpoints,
  overview: overviewEndpoints,
  volunteers: volunteerEndpoints,
  volunteerMerges: volunteerMergeEndpoints,
  dismissedVolunteerDuplicates: dismissedVolunteerDuplicateEndpoints,
  volunteerQualifications: volunteerQualificationEndpoints,
  volunteerApplications: volunteerApplicationEndpoints,
  volunteerAccounts: volunteerAccountEndpoints,
  ownDetails: ownDetailEndpoints,
  emailChanges: emailChangeEndpoints,
  emailTemplates: emailTemplateEndpoints,
  sending: sendingEndpoints,
  emailOutbox: emailOutboxEndpoints,
  settings: settingsEndpoints,
  retentionRules: retentionRuleEndpoints,
  auditLog: auditLogEndpoints,
  systemStatus: systemStatusEndpoints,
  siteBuilds: siteBuildEndpoints,
  uploads: uploadEndpoints,
  ai: aiEndpoints,
  zipLookup: zipLookupEndpoints,
} as const satisfies Record<string, Readonly<Record<string, EndpointDefinition>>>;

type EndpointsByNoun = typeof endpointsByNoun;
type IntersectionOf<Union> = (Union extends unknown ? (all: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Flatten<Type> = { readonly [Name in keyof Type]: Type[Name] };

/** Every endpoint by operation name. */
export const catalog = Object.assign({}, ...Object.values(endpointsByNoun)) as Flatten<
  IntersectionOf<EndpointsByNoun[keyof EndpointsByNoun]>
>;

export type Catalog = typeof catalog;
export type OperationName = keyof Catalog;

/** Indexed by key, because looking for each key in the whole catalog exceeds TypeScript's limit. */
type EndpointsByKey = {
  readonly [
    Name in OperationName as `${Catalog[Name]["method"]} ${Catalog[Name]["path"]}`
  ]: Catalog[Name];
};

/** The key of an endpoint in the web client, such as `"GET /api/home"`. An unknown key is a type error. */
export type EndpointKey = keyof EndpointsByKey;

/** Keys of endpoints that return JSON. */
export type JsonKey = {
  [Name in OperationName]: Catalog[Name] extends { readonly output: string }
    ? never
    : `${Catalog[Name]["method"]} ${Catalog[Name]["path"]}`;
}[OperationName];

/** Keys of endpoints that return a file, text or a redirect. */
export type FileKey = Exclude<EndpointKey, JsonKey>;

/** Keys of paginated lists. */
export type ListKey = {
  [Name in OperationName]: Catalog[Name] extends { readonly list: object }
    ? `GET ${Catalog[Name]["path"]}`
    : never;
}[OperationName];

export type EndpointAt<Key extends EndpointKey> = EndpointsByKey[Key];
