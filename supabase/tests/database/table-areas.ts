import type { AdminArea } from "../../functions/_shared/contracts/choices.ts";

/**
 * The area of each table, except for tables that no administrator can access and tables whose permissions the matrix
 * declares row by row (tables for owners only and tables with rows from several areas).
 */
const tablesByArea: Readonly<Record<AdminArea, readonly string[]>> = {
  giving: [
    "card_opt_outs",
    "deposits",
    "dismissed_duplicates",
    "donation_adjustments",
    "donation_day_totals",
    "donation_month_totals",
    "donation_site_totals",
    "donations",
    "donor_emails",
    "donor_merges",
    "donor_tasks",
    "donor_totals",
    "donors",
    "donors_without_donations",
    "former_donor_details",
    "noncash_donations",
    "receipt_counters",
    "refund_requests",
    "subscriptions",
    "tributes",
  ],
  volunteers: [
    "dismissed_volunteer_duplicates",
    "events",
    "locations",
    "package_deliveries",
    "shift_waitlist",
    "volunteer_accounts",
    "volunteer_applications",
    "volunteer_event_registrations",
    "volunteer_highlights",
    "volunteer_merges",
    "volunteer_qualifications",
    "volunteer_shifts",
    "volunteers",
  ],
  content: [
    "about_header",
    "about_items",
    "blog_post_drafts",
    "blog_post_versions",
    "blog_posts",
    "care_package_goals",
    "children_letters",
    "contact_info",
    "financial_reports",
    "hero_section",
    "legal_content",
    "legal_content_versions",
    "preview_links",
    "section_content",
    "team_members",
    "testimonials",
  ],
  settings: ["email_template_versions", "email_templates", "impact_stats", "settings"],
};

export const getTableArea = (table: string): AdminArea | undefined =>
  (Object.keys(tablesByArea) as AdminArea[]).find((area) =>
    tablesByArea[area].includes(table.replace("public.", "")),
  );
