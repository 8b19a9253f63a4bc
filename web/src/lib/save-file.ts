/** An address for what reads it next; not gone at once, because some browsers begin to read it only later. */
export const passingAddress = (content: Blob): string => {
  const url = URL.createObjectURL(content);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return url;
};

/** Leaves a file with the browser, as if it had been fetched from somewhere. */
export const saveFile = (content: Blob, filename: string): void => {
  const href = passingAddress(content);
  Object.assign(document.createElement("a"), { href, download: filename }).click();
};

/** `donations-2026-11-21.csv`, as the server names it. */
export const filenameOf = (response: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallback;
