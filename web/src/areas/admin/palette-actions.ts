import type { OwnAreas } from "#contracts/choices.ts";
import { hasArea } from "#rules/admin-areas.ts";
import { resolveRoute } from "./sections.ts";

export interface PaletteAction {
  readonly label: string;
  /** Other words that people look for. */
  readonly keywords?: string;
  /** The path after `/dashboard`, with the query string that opens the form. */
  readonly path: string;
}

/** What administrators do from the command palette, in the order in which it's listed. */
export const PALETTE_ACTIONS: readonly PaletteAction[] = [
  {
    label: "Add a donation",
    keywords: "new record enter gift check cash",
    path: "donations/new",
  },
  { label: "Add a donor", keywords: "new", path: "donations/donors/new" },
  {
    label: "Add stock or goods",
    keywords: "new donation shares in kind noncash",
    path: "donations/noncash?add=new",
  },
  { label: "Add a deposit", keywords: "new bank checks", path: "donations/deposits?edit=new" },
  { label: "Refund a donation", keywords: "give back return void", path: "donations" },
  {
    label: "Print statements and receipts",
    keywords: "annual year letters labels",
    path: "donations/donors",
  },
  {
    label: "Mark attendance",
    keywords: "take roster check in present absent",
    path: "events",
  },
  { label: "Add an event", keywords: "new create shift plan", path: "events?edit=new" },
  { label: "Add a volunteer", keywords: "new person", path: "volunteers/people/new" },
  {
    label: "Review applications",
    keywords: "approve reject new volunteers",
    path: "volunteers?status=pending",
  },
  {
    label: "Disable a volunteer's login",
    keywords: "enable account block",
    path: "settings/volunteer-accounts",
  },
  { label: "Add a location", keywords: "new base site", path: "locations?edit=new" },
  {
    label: "Log a delivery",
    keywords: "add new record ship packages boxes",
    path: "locations/deliveries?edit=new",
  },
  { label: "Write a post", keywords: "new add create blog news", path: "blogs/new" },
  {
    label: "Review testimonials",
    keywords: "approve publish stories",
    path: "testimonials?isActive=false",
  },
  {
    label: "Change the monthly goal",
    keywords: "edit set packages",
    path: "content?panel=goal",
  },
  {
    label: "Change the phone number or address",
    keywords: "edit organization name email tax id ein",
    path: "content?panel=organization",
  },
  {
    label: "Add a financial report",
    keywords: "new upload publish",
    path: "content?panel=financial-reports&edit=new",
  },
  {
    label: "Invite an administrator",
    keywords: "add new team user admin",
    path: "settings/team",
  },
  {
    label: "Download the report for the board",
    keywords: "annual yearly figures pdf hours boxes",
    path: "overview/board",
  },
  {
    label: "Import a file",
    keywords: "upload csv spreadsheet donations donors volunteers",
    path: "settings/import-export",
  },
  {
    label: "Export data",
    keywords: "download csv spreadsheet archive backup",
    path: "settings/import-export",
  },
  {
    label: "Edit an email",
    keywords: "change template text test",
    path: "settings/email-templates",
  },
  {
    label: "Change your password",
    keywords: "two-step login security",
    path: "settings",
  },
];

/** Returns the actions whose panel an administrator with these areas can open. */
export const listOwnActions = (areas: OwnAreas): readonly PaletteAction[] =>
  PALETTE_ACTIONS.filter(({ path }) => {
    const route = resolveRoute(path.split("?")[0] ?? "");
    return route !== undefined && hasArea(areas, route.area);
  });
