import CalendarDays from "lucide-react/icons/calendar-days";
import HandCoins from "lucide-react/icons/hand-coins";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import MapPin from "lucide-react/icons/map-pin";
import MessageSquareQuote from "lucide-react/icons/message-square-quote";
import Newspaper from "lucide-react/icons/newspaper";
import PanelsTopLeft from "lucide-react/icons/panels-top-left";
import Settings from "lucide-react/icons/settings";
import Sparkles from "lucide-react/icons/sparkles";
import Users from "lucide-react/icons/users";
import type { OwnAreas, RequiredArea } from "#contracts/choices.ts";
import { hasArea } from "#rules/admin-areas.ts";
import { CONTENT_PANEL_TITLES } from "./sections/content/panel-names.ts";
import { lazyPanel, type AdminPanel, type Panels } from "./panels.ts";
import { SETTINGS_PANELS } from "./settings-panels.ts";
import type { ComponentType } from "react";

/** The sections in navigation order (AOVER-03). */
const SECTION_NAMES = [
  "overview",
  "volunteers",
  "events",
  "highlights",
  "donations",
  "locations",
  "content",
  "blogs",
  "testimonials",
  "settings",
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

export interface AdminSection {
  readonly label: string;
  readonly icon: ComponentType<{ readonly size?: number; readonly "aria-hidden"?: "true" }>;
  /** Heading above the section in the navigation. A section without one stands alone. */
  readonly group?: "People" | "Giving" | "Website";
  readonly intro?: string;
  readonly area: RequiredArea;
  readonly panels: Panels;
  /** Labels of the first panel's collapsible parts, keyed by their `?panel=` values. */
  readonly collapsiblePanels?: Readonly<Record<string, string>>;
}

const SECTIONS: Partial<Record<SectionName, AdminSection>> = {
  overview: {
    label: "Overview",
    icon: LayoutDashboard,
    area: "any",
    panels: [
      lazyPanel(
        "overview",
        "Overview",
        async () => (await import("./sections/overview/overview.tsx")).OverviewSection,
      ),
      lazyPanel(
        "board",
        "For the board",
        async () => (await import("./sections/overview/board.tsx")).BoardReportPanel,
        ["giving", "volunteers"],
      ),
    ],
  },
  donations: {
    label: "Donations",
    icon: HandCoins,
    group: "Giving",
    area: "giving",
    intro: "Find, export and refund donations, and add those that didn't come in online.",
    panels: [
      {
        ...lazyPanel(
          "history",
          "Donations",
          async () => (await import("./sections/donations/donations.tsx")).Donations,
        ),
        recordPage: lazyPanel(
          "entry",
          "Add a Donation",
          async () => (await import("./sections/donations/donation-entry.tsx")).DonationEntryPage,
        ),
      },
      {
        ...lazyPanel(
          "donors",
          "Donors",
          async () => (await import("./sections/donations/donors.tsx")).Donors,
        ),
        recordPage: lazyPanel(
          "donor",
          "Donor",
          async () => (await import("./sections/donations/donor-page.tsx")).DonorPage,
        ),
      },
      lazyPanel(
        "monthly",
        "Monthly gifts",
        async () => (await import("./sections/donations/monthly-gifts.tsx")).MonthlyGifts,
      ),
      lazyPanel(
        "duplicates",
        "Duplicates",
        async () =>
          (await import("./sections/donations/possible-duplicates.tsx")).PossibleDonorDuplicates,
      ),
      lazyPanel(
        "calls",
        "Calls",
        async () => (await import("./sections/donations/thank-you-calls.tsx")).ThankYouCalls,
      ),
      lazyPanel(
        "tributes",
        "Cards",
        async () => (await import("./sections/donations/tributes.tsx")).Tributes,
      ),
      {
        ...lazyPanel(
          "deposits",
          "Deposits",
          async () => (await import("./sections/donations/deposits.tsx")).Deposits,
        ),
        recordPage: lazyPanel(
          "deposit",
          "Deposit",
          async () => (await import("./sections/donations/deposit-page.tsx")).DepositPage,
        ),
      },
      lazyPanel(
        "noncash",
        "Stock and goods",
        async () => (await import("./sections/donations/noncash-donations.tsx")).NoncashDonations,
      ),
      lazyPanel(
        "refunds",
        "Refunds",
        async () => (await import("./sections/donations/refunds.tsx")).Refunds,
      ),
      lazyPanel(
        "letters",
        "Letters",
        async () => (await import("./sections/donations/letter-templates.tsx")).LetterTemplates,
      ),
      lazyPanel(
        "links",
        "Links",
        async () => (await import("./sections/donations/donation-links.tsx")).DonationLinks,
      ),
      lazyPanel(
        "payments",
        "Payments",
        async () => (await import("./sections/donations/payments.tsx")).Payments,
      ),
    ],
  },
  content: {
    label: "Content",
    icon: PanelsTopLeft,
    group: "Website",
    area: "content",
    intro: "What the site says about your organization.",
    collapsiblePanels: CONTENT_PANEL_TITLES,
    panels: [
      lazyPanel(
        "site",
        "Content",
        async () => (await import("./sections/content/content.tsx")).Content,
      ),
    ],
  },
  blogs: {
    label: "Blogs",
    icon: Newspaper,
    group: "Website",
    area: "content",
    intro:
      "Posts appear on the home page, under News and in the feed. Only administrators see drafts.",
    panels: [
      {
        ...lazyPanel(
          "posts",
          "Blogs",
          async () => (await import("./sections/blogs/blogs.tsx")).Blogs,
        ),
        recordPage: lazyPanel(
          "post",
          "Blog Post",
          async () => (await import("./sections/blogs/blog-post-page.tsx")).BlogPostPage,
        ),
      },
    ],
  },
  events: {
    label: "Events",
    icon: CalendarDays,
    group: "People",
    area: "volunteers",
    intro: "Plan events, see who's signed up and take attendance.",
    panels: [
      {
        ...lazyPanel(
          "list",
          "Events",
          async () => (await import("./sections/events/events.tsx")).EventManagement,
        ),
        recordPage: {
          ...lazyPanel(
            "sign-in-sheet",
            "Sign-In Sheet",
            async () => (await import("./sections/events/sign-in-sheet.tsx")).SignInSheet,
          ),
          isSheet: true,
        },
        recordSegment: "sign-in-sheets",
      },
    ],
  },
  locations: {
    label: "Locations",
    icon: MapPin,
    group: "Giving",
    area: "volunteers",
    intro: "Bases and partner sites that receive packages, and what was delivered there.",
    panels: [
      lazyPanel(
        "list",
        "Locations",
        async () => (await import("./sections/locations/locations.tsx")).Locations,
      ),
      lazyPanel(
        "deliveries",
        "Deliveries",
        async () => (await import("./sections/locations/deliveries.tsx")).Deliveries,
      ),
    ],
  },
  testimonials: {
    label: "Testimonials",
    icon: MessageSquareQuote,
    group: "Website",
    area: "content",
    intro: "Stories sent in by visitors. Review each one here before others see it.",
    panels: [
      lazyPanel(
        "list",
        "Testimonials",
        async () => (await import("./sections/testimonials/testimonials.tsx")).TestimonialReview,
      ),
    ],
  },
  volunteers: {
    label: "Volunteers",
    icon: Users,
    group: "People",
    area: "volunteers",
    intro: "People who want to help, and those who already do.",
    panels: [
      lazyPanel(
        "applications",
        "Applications",
        async () => (await import("./sections/volunteers/applications.tsx")).Applications,
      ),
      {
        ...lazyPanel(
          "directory",
          "Directory",
          async () => (await import("./sections/volunteers/directory.tsx")).Directory,
        ),
        recordPage: lazyPanel(
          "volunteer",
          "Volunteer",
          async () =>
            (await import("./sections/volunteers/person/volunteer-page.tsx")).VolunteerPage,
        ),
        recordSegment: "people",
      },
      lazyPanel(
        "hours",
        "Hours",
        async () => (await import("./sections/volunteers/hours.tsx")).Hours,
      ),
      lazyPanel(
        "reports",
        "Reports",
        async () => (await import("./sections/volunteers/reports.tsx")).VolunteerReports,
      ),
      lazyPanel(
        "duplicates",
        "Duplicates",
        async () =>
          (await import("./sections/volunteers/merges/possible-duplicates.tsx"))
            .PossibleVolunteerDuplicates,
      ),
    ],
  },
  highlights: {
    label: "Highlights",
    icon: Sparkles,
    group: "People",
    area: "volunteers",
    intro:
      "Moments shared by volunteers. If a volunteer edits one, it's taken off the site until you publish it again.",
    panels: [
      lazyPanel(
        "list",
        "Highlights",
        async () => (await import("./sections/highlights/highlights.tsx")).HighlightReview,
      ),
    ],
  },
  settings: {
    label: "Settings",
    icon: Settings,
    area: "settings",
    panels: SETTINGS_PANELS,
  },
};

export const listRegisteredSections = () =>
  SECTION_NAMES.flatMap((name) => {
    const section = SECTIONS[name];
    return section ? [{ name, ...section }] : [];
  });

/** Returns the sections and panels for an administrator with these areas. */
export const listVisibleSections = (areas: OwnAreas) =>
  listRegisteredSections().flatMap((section) => {
    const panels = section.panels.filter((panel) => hasArea(areas, getArea(section, panel)));
    return isNotEmpty(panels) ? [{ ...section, panels }] : [];
  });

const getArea = ({ area }: AdminSection, panel: AdminPanel): RequiredArea => panel.area ?? area;

const isNotEmpty = (panels: readonly AdminPanel[]): panels is Panels => panels.length > 0;

export interface PanelLocation {
  readonly name: SectionName;
  readonly section: AdminSection;
  readonly panel: AdminPanel;
  readonly path: string;
  readonly area: RequiredArea;
  /** True if the panel is a record's page, which has its own heading. */
  readonly isRecord: boolean;
}

/** Returns the section's path after `/dashboard`. The overview is the dashboard itself. */
export const sectionSubpath = (name: SectionName): string => (name === "overview" ? "" : name);

/** Returns the panel's path after `/dashboard`. A section's first panel is the section itself. */
export const panelSubpath = (
  name: SectionName,
  { panels }: Pick<AdminSection, "panels">,
  panel: AdminPanel,
): string => (panel === panels[0] ? sectionSubpath(name) : `${name}/${panel.name}`);

const RECORD_PATTERN = /^(?:new|[\da-f-]{36})$/;

/** Resolves the path after `/dashboard` to a section and panel; undefined if none matches. */
export const resolveRoute = (routePath: string): PanelLocation | undefined => {
  const [sectionName = "", ...segments] = routePath.replace(/\/$/, "").split("/");
  const sections = listRegisteredSections();
  // AOVER-04: `reports` redirects to the overview.
  const isOverview = sectionName === "" || (sectionName === "reports" && segments.length === 0);
  const section = isOverview ? sections[0] : sections.find(({ name }) => name === sectionName);
  if (!section) return undefined;
  const { name, panels } = section;
  const namedPanel = panels.find(
    (panel) => panel.name === segments[0] || panel.recordSegment === segments[0],
  );
  const panel = namedPanel ?? panels[0];
  const [recordId, ...extraSegments] = namedPanel ? segments.slice(1) : segments;
  const area = getArea(section, panel);
  const path = panelSubpath(name, section, panel);
  if (recordId === undefined) return { name, section, panel, path, area, isRecord: false };
  const { recordPage, recordSegment } = panel;
  if (!recordPage || !RECORD_PATTERN.test(recordId) || extraSegments.length > 0) return undefined;
  const recordPath = recordSegment === undefined ? path : `${name}/${recordSegment}`;
  return {
    name,
    section,
    panel: recordPage,
    path: `${recordPath}/${recordId}`,
    area,
    isRecord: true,
  };
};
