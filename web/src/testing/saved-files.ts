import { beforeEach, vi } from "vitest";

/** Keeps the files that the page saves, instead of saving them. Each test starts without any. */
export const keepSavedFiles = (): readonly Blob[] => {
  const savedFiles: Blob[] = [];
  beforeEach(() => {
    savedFiles.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
      savedFiles.push(content as Blob);
      return "blob:it";
    });
  });
  return savedFiles;
};
