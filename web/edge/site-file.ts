/** Returns a reader that loads a file of the site once per instance, and again after a failure. */
export const siteFile = <Content>(
  readFile: (url: URL) => Promise<Response>,
  path: string,
  parse: (text: string) => Content,
): ((url: URL) => Promise<Content>) => {
  let content: Promise<Content> | undefined;
  const read = async (url: URL) => {
    const answer = await readFile(new URL(path, url));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return parse(await answer.text());
  };
  return (url) =>
    (content ??= read(url).catch((error: unknown) => {
      content = undefined;
      throw error;
    }));
};
