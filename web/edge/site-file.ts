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
