/** The build output that the edge functions need to render pages. */
export interface BuiltSite {
  /** The version that the site was built from. */
  readonly version: string;
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

/**
 * Returns a reader that loads a file of the site once per instance. Requests don't share a promise: if a visitor
 * disconnects, Cloudflare cancels what their request was reading, and a shared promise would never settle.
 */
export const createSiteFileReader = <Content>(
  readFile: (url: URL) => Promise<Response>,
  path: string,
  parse: (text: string) => Content,
): ((url: URL) => Promise<Content>) => {
  let content: Content | undefined;
  const readContent = async (url: URL) => {
    const response = await readFile(new URL(path, url));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return parse(await response.text());
  };
  return async (url) => (content ??= await readContent(url));
};
