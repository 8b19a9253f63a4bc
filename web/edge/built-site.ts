/** The build output that the edge functions need to render pages. */
export interface BuiltSite {
  /** The HTML document around a page. */
  readonly template: string;
  /** The document without page content, which the app renders in the browser. */
  readonly shell: string;
  /** The site's `_headers`, which CDNs apply to static files only. */
  readonly headers: string;
  /** The scripts of each page, keyed by page name. */
  readonly scripts: Readonly<Record<string, readonly string[]>>;
}

/** The path of the file that contains the built site. The file is public, so it must not contain secrets. */
export const BUILT_SITE_PATH = "/edge-pages.json";
