/** Leaves a file with the browser, as if it had been fetched from somewhere. */
export const saveFile = (content: Blob, filename: string): void => {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: filename }).click();
  // Not at once: some browsers begin to read it only then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** `donations-2026-11-21.csv`, as the server names it. */
export const filenameOf = (response: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallback;
