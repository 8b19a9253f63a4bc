/** Returns a temporary object URL. It stays valid for a minute, because some browsers start reading it late. */
export const createTemporaryUrl = (content: Blob): string => {
  const url = URL.createObjectURL(content);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return url;
};

/** Saves a file that is already in memory. */
export const saveFile = (content: Blob, filename: string): void => {
  const href = createTemporaryUrl(content);
  Object.assign(document.createElement("a"), { href, download: filename }).click();
};

/** Returns the file name that the server chose, such as `donations-2026-11-21.csv`. */
export const getFilename = (response: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallback;

/** Saves a response as a file with the name that the server chose. */
export const saveResponse = async (response: Response, fallback: string): Promise<void> =>
  saveFile(await response.blob(), getFilename(response, fallback));
