/**
 * Returns a temporary object URL. It lasts a minute, because some browsers start reading it late.
 */
export const createTemporaryUrl = (content: Blob): string => {
  const url = URL.createObjectURL(content);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return url;
};

/** Downloads a file from memory. */
export const saveFile = (content: Blob, filename: string): void => {
  const href = createTemporaryUrl(content);
  Object.assign(document.createElement("a"), { href, download: filename }).click();
};

/** Returns the filename the server chose, e.g. `donations-2026-11-21.csv`. */
export const getFilename = (response: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallback;

/** Downloads a response under the server's filename. */
export const saveResponse = async (response: Response, fallback: string): Promise<void> =>
  saveFile(await response.blob(), getFilename(response, fallback));
