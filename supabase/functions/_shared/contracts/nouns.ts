import type { EndpointDefinition } from "./endpoint.ts";
import { aboutItemEndpoints } from "./about-items.ts";
import { accountabilityEndpoints } from "./accountability.ts";
import { adminInvitationEndpoints } from "./admin-invitations.ts";
import { administratorEndpoints } from "./administrators.ts";
import { aiEndpoints } from "./ai.ts";
import { archiveEndpoints } from "./archives.ts";
import { auditLogEndpoints } from "./audit-log.ts";
import { blogPostDraftEndpoints } from "./blog-post-drafts.ts";
import { blogPostEndpoints } from "./blog-posts.ts";
import { boardReportEndpoints } from "./board-reports.ts";
import { bookClosingEndpoints } from "./book-closings.ts";
import { calendarFeedEndpoints } from "./calendar-feeds.ts";
import { carePackageGoalEndpoints } from "./care-package-goals.ts";
import { childrenLetterEndpoints } from "./children-letters.ts";
import { contactInfoEndpoints } from "./contact-info.ts";
import { depositEndpoints } from "./deposits.ts";
import { dismissedDuplicateEndpoints } from "./dismissed-duplicates.ts";
import { dismissedVolunteerDuplicateEndpoints } from "./dismissed-volunteer-duplicates.ts";
import { donationAdjustmentEndpoints } from "./donation-adjustments.ts";
import { donationEndpoints } from "./donations.ts";
import { donorLinkEndpoints } from "./donor-links.ts";
import { donorMergeEndpoints } from "./donor-merges.ts";
import { donorTaskEndpoints } from "./donor-tasks.ts";
import { donorEndpoints } from "./donors.ts";
import { emailChangeEndpoints } from "./email-changes.ts";
import { emailOutboxEndpoints } from "./email-outbox.ts";
import { emailTemplateEndpoints } from "./email-templates.ts";
import { erasureEndpoints } from "./erasures.ts";
import { eventAnnouncementEndpoints } from "./event-announcements.ts";
import { eventEndpoints } from "./events.ts";
import { financialReportEndpoints } from "./financial-reports.ts";
import { healthEndpoints } from "./health.ts";
import { heroSectionEndpoints } from "./hero-section.ts";
import { homeEndpoints } from "./home.ts";
import { hourEntryEndpoints } from "./hour-entries.ts";
import { impactStatsEndpoints } from "./impact-stats.ts";
import { importEndpoints } from "./imports.ts";
import { legalContentEndpoints } from "./legal-content.ts";
import { letterTemplateEndpoints } from "./letter-templates.ts";
import { locationEndpoints } from "./locations.ts";
import { myDonationEndpoints } from "./my-donations.ts";
import { noncashDonationEndpoints } from "./noncash-donations.ts";
import { overviewEndpoints } from "./overview.ts";
import { ownDetailEndpoints } from "./own-details.ts";
import { packageDeliveryEndpoints } from "./package-deliveries.ts";
import { paymentEndpoints } from "./payments.ts";
import { personEndpoints } from "./people.ts";
import { previewLinkEndpoints } from "./preview-links.ts";
import { printedPaperEndpoints } from "./printed-papers.ts";
import { privacySettingsEndpoints } from "./privacy-settings.ts";
import { recurringDonationEndpoints } from "./recurring-donations.ts";
import { retentionRuleEndpoints } from "./retention-rules.ts";
import { secondFactorEndpoints } from "./second-factors.ts";
import { sectionContentEndpoints } from "./section-content.ts";
import { sendEmailsEndpoints } from "./send-emails.ts";
import { sessionEndpoints } from "./sessions.ts";
import { settingsEndpoints } from "./settings.ts";
import { shiftEmailEndpoints } from "./shift-emails.ts";
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
import { volunteerReportEndpoints } from "./volunteer-reports.ts";
import { volunteerEndpoints } from "./volunteers.ts";
import { zipLookupEndpoints } from "./zip-lookup.ts";

/** Every endpoint of the server, grouped by resource. Written by `npm run gen:paths`. */
export const endpointsByNoun = {
  aboutItems: aboutItemEndpoints,
  accountability: accountabilityEndpoints,
  adminInvitations: adminInvitationEndpoints,
  administrators: administratorEndpoints,
  ai: aiEndpoints,
  archives: archiveEndpoints,
  auditLog: auditLogEndpoints,
  blogPostDrafts: blogPostDraftEndpoints,
  blogPosts: blogPostEndpoints,
  boardReports: boardReportEndpoints,
  bookClosings: bookClosingEndpoints,
  calendarFeeds: calendarFeedEndpoints,
  carePackageGoals: carePackageGoalEndpoints,
  childrenLetters: childrenLetterEndpoints,
  contactInfo: contactInfoEndpoints,
  deposits: depositEndpoints,
  dismissedDuplicates: dismissedDuplicateEndpoints,
  dismissedVolunteerDuplicates: dismissedVolunteerDuplicateEndpoints,
  donationAdjustments: donationAdjustmentEndpoints,
  donations: donationEndpoints,
  donorLinks: donorLinkEndpoints,
  donorMerges: donorMergeEndpoints,
  donorTasks: donorTaskEndpoints,
  donors: donorEndpoints,
  emailChanges: emailChangeEndpoints,
  emailOutbox: emailOutboxEndpoints,
  emailTemplates: emailTemplateEndpoints,
  erasures: erasureEndpoints,
  eventAnnouncements: eventAnnouncementEndpoints,
  events: eventEndpoints,
  financialReports: financialReportEndpoints,
  health: healthEndpoints,
  heroSection: heroSectionEndpoints,
  home: homeEndpoints,
  hourEntries: hourEntryEndpoints,
  impactStats: impactStatsEndpoints,
  imports: importEndpoints,
  legalContent: legalContentEndpoints,
  letterTemplates: letterTemplateEndpoints,
  locations: locationEndpoints,
  myDonations: myDonationEndpoints,
  noncashDonations: noncashDonationEndpoints,
  overview: overviewEndpoints,
  ownDetails: ownDetailEndpoints,
  packageDeliveries: packageDeliveryEndpoints,
  payments: paymentEndpoints,
  people: personEndpoints,
  previewLinks: previewLinkEndpoints,
  printedPapers: printedPaperEndpoints,
  privacySettings: privacySettingsEndpoints,
  recurringDonations: recurringDonationEndpoints,
  retentionRules: retentionRuleEndpoints,
  secondFactors: secondFactorEndpoints,
  sectionContent: sectionContentEndpoints,
  sendEmails: sendEmailsEndpoints,
  sessions: sessionEndpoints,
  settings: settingsEndpoints,
  shiftEmails: shiftEmailEndpoints,
  siteBuilds: siteBuildEndpoints,
  systemStatus: systemStatusEndpoints,
  teamMembers: teamMemberEndpoints,
  testimonials: testimonialEndpoints,
  thankYouCalls: thankYouCallEndpoints,
  tributes: tributeEndpoints,
  uploads: uploadEndpoints,
  volunteerAccounts: volunteerAccountEndpoints,
  volunteerApplications: volunteerApplicationEndpoints,
  volunteerEventRegistrations: volunteerEventRegistrationEndpoints,
  volunteerHighlights: volunteerHighlightEndpoints,
  volunteerMerges: volunteerMergeEndpoints,
  volunteerQualifications: volunteerQualificationEndpoints,
  volunteerReports: volunteerReportEndpoints,
  volunteers: volunteerEndpoints,
  zipLookup: zipLookupEndpoints,
} as const satisfies Record<string, Readonly<Record<string, EndpointDefinition>>>;
