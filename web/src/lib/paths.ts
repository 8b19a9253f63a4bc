import { type PageName, SITE_PAGES } from "#rules/site-pages.ts";

export const HOME_ANCHORS = ["home", "about", "programs", "volunteer", "impact"] as const;
export type HomeAnchor = (typeof HOME_ANCHORS)[number];

export interface DonateLink {
  readonly amount?: number;
  readonly frequency?: string;
}

const addSearch = (path: string, search: Readonly<Record<string, string | number | undefined>>) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params}` : path;
};

const joinPath = (...segments: readonly (string | undefined)[]) =>
  segments.filter(Boolean).join("/");

export interface BlogPostLink {
  readonly id: string;
  readonly title: string;
  /** Used in the URL instead of words from the title. */
  readonly slug?: string | null;
}

const SLUG_LENGTH = 60;

/** Latin letters that no normal form takes apart: `straße in Łódź` becomes `strasse-in-lodz`. */
const PAIRS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", þ: "th" };
const LETTERS = "øłđðħŋŧıəɨʉɓɗƙƴɖɛƒɣɔʋƶ";
const PLAIN_LETTERS = "olddhntieiubdkydefgovz";

const createSlug = (title: string): string => {
  const titleWords = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘ʻʼʹ′]/g, "")
    .toLowerCase()
    .replace(
      /[^\0-\x7f]/g,
      (letter) => PAIRS[letter] ?? PLAIN_LETTERS[LETTERS.indexOf(letter)] ?? " ",
    )
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let result = "";
  for (const word of titleWords) {
    if (result.length + word.length >= SLUG_LENGTH) break;
    result += `${word}-`;
  }
  return result;
};

const fixedPaths = Object.fromEntries(
  Object.entries(SITE_PAGES).map(([name, path]) => [name, () => path]),
) as Readonly<Record<PageName, () => string>>;

const { volunteerDashboard, dashboard, admin, donate, manageGift, news } = SITE_PAGES;

/** Every path of the site. Always use these to build links. */
export const paths = {
  ...fixedPaths,
  home: (anchor?: HomeAnchor) => (anchor ? `/#${anchor}` : "/"),
  donate: (options: DonateLink = {}) => addSearch(donate, { ...options }),
  volunteerDashboard: (page?: "certificate" | "details") => joinPath(volunteerDashboard, page),
  volunteerShift: (shift: string) => addSearch(volunteerDashboard, { shift }),
  dashboard: (section?: string, panel?: string, record?: string) =>
    joinPath(dashboard, section, panel, record),
  admin: (section?: string, panel?: string, record?: string) =>
    joinPath(admin, section, panel, record),
  donationReceipt: (donationId: string) => `${manageGift}/receipts/${donationId}`,
  annualStatement: (year: number) => `${manageGift}/statements/${year}`,
  news: (page = 1) => (page > 1 ? `${news}/page/${page}` : news),
  blogPost: ({ id, title, slug }: BlogPostLink) =>
    `${news}/${slug ? `${slug}-` : createSlug(title)}${id.slice(0, 8)}`,
  newsFeed: () => "/feed.xml",
} as const;
