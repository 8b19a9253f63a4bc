import { lazyPanel, groupPanels, type Panels } from "./panels.ts";

export const SETTINGS_PANELS: Panels = [
  ...groupPanels("You", [
    lazyPanel(
      "security",
      "Security",
      async () => (await import("./sections/settings/security.tsx")).Security,
      "any",
    ),
  ]),
  ...groupPanels("Team", [
    lazyPanel(
      "team",
      "Team",
      async () => (await import("./sections/settings/team/team.tsx")).Team,
      "owner",
    ),
    lazyPanel(
      "privacy",
      "Privacy",
      async () => (await import("./sections/settings/privacy/privacy.tsx")).Privacy,
      "owner",
    ),
  ]),
  ...groupPanels("Organization and giving", [
    lazyPanel(
      "organization",
      "Organization",
      async () => (await import("./sections/settings/organization.tsx")).OrganizationSettings,
    ),
    lazyPanel(
      "giving",
      "Giving",
      async () => (await import("./sections/settings/giving.tsx")).Giving,
    ),
    lazyPanel(
      "volunteer-accounts",
      "Volunteer Accounts",
      async () => (await import("./sections/settings/volunteer-accounts.tsx")).VolunteerAccounts,
      "volunteers",
    ),
    lazyPanel(
      "import-export",
      "Import and Export",
      async () => (await import("./sections/settings/imports/import-export.tsx")).ImportExport,
      ["giving", "volunteers"],
    ),
  ]),
  ...groupPanels("Messages", [
    lazyPanel(
      "email-templates",
      "Email Templates",
      async () => (await import("./sections/settings/mails/email-templates.tsx")).EmailTemplates,
    ),
    lazyPanel(
      "delivery-log",
      "Delivery Log",
      async () => (await import("./sections/settings/mails/delivery-log.tsx")).DeliveryLog,
      "any",
    ),
  ]),
  ...groupPanels("Technical", [
    lazyPanel(
      "system-status",
      "System Status",
      async () => (await import("./sections/settings/system-status.tsx")).SystemStatusPanel,
    ),
    lazyPanel(
      "site-configuration",
      "Site Configuration",
      async () => (await import("./sections/settings/site-configuration.tsx")).SiteConfiguration,
    ),
    lazyPanel(
      "audit-log",
      "Audit Log",
      async () => (await import("./sections/settings/audit-log.tsx")).AuditLog,
      "any",
    ),
  ]),
];
