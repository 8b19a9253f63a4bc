/** Returns a reader that loads a file of the site once per instance, and again after a failure. */
export const siteFileReader = <Content>(
  readFile: (url: URL) => Promise<Response>,
  path: string,
  parse: (text: string) => Content,
): ((url: URL) => Promise<Content>) => {
  let contentPromise: Promise<Content> | undefined;
  const readContent = async (url: URL) => {
    const response = await readFile(new URL(path, url));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return parse(await response.text());
  };
  return (url) =>
    (contentPromise ??= readContent(url).catch((error: unknown) => {
      contentPromise = undefined;
      throw error;
    }));
};
