/** What the build leaves for pages that are made when somebody asks. */
export interface BuiltSite {
  /** The document around a page. */
  readonly template: string;
  /** The document without a page, which the application then fills. */
  readonly shell: string;
  /** The site's `_headers`: CDNs put them on files alone. */
  readonly headers: string;
  /** The files of a page's code, by its module. */
  readonly scripts: Readonly<Record<string, readonly string[]>>;
  /** The pages that are files, for the sitemap. */
  readonly addresses: readonly string[];
}

/** Where the build leaves it. Nothing in it is secret. */
export const BUILT_SITE_PATH = "/edge-pages.json";
