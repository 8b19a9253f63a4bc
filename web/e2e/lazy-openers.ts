import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { facts } from "../../supabase/tests/contract/stack.ts";
import { screens } from "./browser.ts";
import { openDashboard, openVolunteerDashboard } from "./logging-in.ts";

export interface LazyOpener {
  readonly name: string;
  /** Opens the page, before the upgrade. */
  readonly open: (page: Page) => Promise<unknown>;
  /** Asks for something whose code the page hasn't loaded. */
  readonly act: (page: Page) => Promise<unknown>;
  /** Finds what was asked for. */
  readonly find: (page: Page) => Locator;
  readonly options?: BrowserContextOptions;
  /** True if it opens by itself after a reload. */
  readonly isReplayed: boolean;
  /** True if nobody asks for it, so that it says in its place that it is missing. */
  readonly isInPlace?: boolean;
  /** True for one opener of each kind, which is tried with every response that an old file can get. */
  readonly isTypical?: boolean;
}

const goto = (path: string) => async (page: Page) => {
  await page.goto(facts.webUrl + path, { waitUntil: "networkidle" });
};
const pressButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
const followLink = (name: string) => (page: Page) =>
  page.getByRole("link", { name, exact: true }).first().click();
const findDialog = (page: Page) => page.locator("dialog[open]");
const isTypical = true;

const homeDialogs = [
  /^Donate \$/,
  "Volunteer Login",
  "Become a volunteer",
  "Apply to volunteer",
  "Write your story",
  "Administrator login",
  "Browse all posts",
  "Read all stories",
  "Older highlights",
].map((button, index) => ({
  name: `/: ${button}`,
  open: goto("/"),
  act: pressButton(button),
  find: findDialog,
  isReplayed: true,
  isTypical: index < 2,
}));

const homeLinks = [
  ["Donate", "Make a Difference Today"],
  ["All news", /news/i],
  ["Privacy Policy", /^Privacy Policy/],
  ["Terms of Service", /^Terms of Service/],
  ["Financial Reports", /^Financial Reports/],
] as const;

const openPanel = (path: string) => async (page: Page) => {
  await openDashboard(page, "admin", path);
  await page.waitForLoadState("networkidle");
};

const sections = [
  "Donations",
  "Content",
  "Blogs",
  "Events",
  "Locations",
  "Testimonials",
  "Volunteers",
  "Highlights",
  "Settings",
].map((link, index) => ({
  name: `/dashboard: link ${link}`,
  open: openPanel("/dashboard"),
  act: (page: Page) =>
    page
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link", { name: link, exact: true })
      .click(),
  find: (page: Page) => page.getByRole("heading", { level: 1, name: link }),
  isReplayed: true,
  isTypical: index === 0,
}));

const typeDonor = async (page: Page) => {
  await goto("/donate")(page);
  await page.getByLabel("First name").fill("Anna");
  await page.getByLabel("Last name").fill("Reyes");
  await page.getByLabel("Email", { exact: true }).fill("anna.reyes@example.org");
};

export const LAZY_OPENERS: readonly LazyOpener[] = [
  ...homeDialogs,
  ...homeLinks.map(([link, name], index) => ({
    name: `/: link ${link}`,
    open: goto("/"),
    act: followLink(link),
    find: (page: Page) => page.getByRole("heading", { level: 1, name }),
    isReplayed: true,
    isTypical: index === 0,
  })),
  {
    name: "/: the first post",
    open: goto("/"),
    act: (page) => page.locator("#programs article button").first().click(),
    find: findDialog,
    isReplayed: true,
  },
  {
    name: "/: the map, by scrolling",
    open: goto("/"),
    act: (page) => page.locator("#impact").scrollIntoViewIfNeeded(),
    find: (page) => page.locator("#impact").getByRole("img").first(),
    isReplayed: false,
    isInPlace: true,
    isTypical,
  },
  {
    name: "/ on a phone: Open menu",
    open: goto("/"),
    act: pressButton("Open menu"),
    find: findDialog,
    options: { viewport: screens.phone },
    isReplayed: true,
  },
  {
    name: "/ on a phone: Volunteer Login in the menu",
    open: async (page) => {
      await goto("/")(page);
      await pressButton("Open menu")(page);
      await findDialog(page).waitFor();
    },
    act: (page) => findDialog(page).getByRole("button", { name: "Volunteer Login" }).click(),
    find: findDialog,
    options: { viewport: screens.phone },
    isReplayed: true,
  },
  {
    name: "/news, not hydrated: Volunteer Login",
    open: goto("/news"),
    act: pressButton("Volunteer Login"),
    find: findDialog,
    isReplayed: true,
    isTypical,
  },
  {
    name: "/privacy-policy: Forgot password",
    open: async (page) => {
      await goto("/privacy-policy")(page);
      await pressButton("Volunteer Login")(page);
      await findDialog(page).waitFor();
    },
    act: (page) => page.getByRole("link", { name: /forgot/i }).click(),
    find: (page) => page.getByRole("heading", { level: 1, name: /password/i }),
    isReplayed: true,
  },
  {
    name: "/donate: Send someone a card",
    open: async (page) => {
      await typeDonor(page);
      await page.getByText("Add a dedication, cover the fee, or give anonymously").click();
      await page.locator("[name=isInHonor]").check({ force: true });
    },
    act: (page) => page.getByText("Send someone a card about this gift").click(),
    find: (page) => page.getByLabel("Recipient's name"),
    // The choice is restored, but in a closed section.
    isReplayed: false,
  },
  {
    name: "/volunteer-dashboard: Change Password",
    open: async (page) => {
      await openVolunteerDashboard(page);
      await page.waitForLoadState("networkidle");
    },
    act: pressButton("Change Password"),
    find: findDialog,
    isReplayed: false,
    isTypical,
  },
  ...sections,
  {
    name: "/dashboard/settings: link Privacy",
    open: openPanel("/dashboard/settings"),
    act: followLink("Privacy"),
    find: (page) => page.getByRole("heading", { name: "Privacy requests" }),
    isReplayed: true,
  },
  {
    name: "/dashboard/settings: link Audit Log",
    open: openPanel("/dashboard/settings"),
    act: followLink("Audit Log"),
    find: (page) => page.getByRole("table"),
    isReplayed: true,
  },
  {
    name: "/dashboard: Go to…",
    open: openPanel("/dashboard"),
    act: (page) => page.getByRole("button", { name: /Go to/ }).click(),
    find: findDialog,
    isReplayed: true,
  },
  {
    name: "/dashboard: Ctrl+K",
    open: openPanel("/dashboard"),
    act: (page) => page.keyboard.press("Control+k"),
    find: findDialog,
    isReplayed: false,
  },
  {
    name: "/dashboard/content: Edit Privacy Policy",
    open: openPanel("/dashboard/content?panel=privacy-policy"),
    act: pressButton("Edit Privacy Policy"),
    find: findDialog,
    isReplayed: true,
  },
  {
    name: "/dashboard/blogs: Write a post",
    open: openPanel("/dashboard/blogs"),
    act: (page) => page.getByText("Create New Blog Post").click(),
    find: (page) => page.locator("[contenteditable=true]"),
    isReplayed: true,
  },
];
