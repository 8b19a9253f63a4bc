/** An error that the person at the terminal can fix. It is printed without a stack trace. */
export class Problem extends Error {
  override name = "Problem";
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const otherFolderAdvice = "Choose another folder: DATA_DIR=<folder> npm start";
export const FILE_ERROR_MESSAGES = {
  ENOSPC: "The disk is full. Free up some space, then start again.",
  EDQUOT: "You've used up your disk quota. Free up some space, then start again.",
  EROFS: `This location is read-only. ${otherFolderAdvice}`,
  EACCES: `You don't have permission to write here. ${otherFolderAdvice}`,
  EPERM: `You don't have permission to do this here. ${otherFolderAdvice}`,
  EEXIST: `There's a file where a folder should be. ${otherFolderAdvice}`,
  ENOTDIR: `There's a file where a folder should be. ${otherFolderAdvice}`,
} as const;

const isKnownCode = (code: string): code is keyof typeof FILE_ERROR_MESSAGES =>
  Object.hasOwn(FILE_ERROR_MESSAGES, code);

/** Explains how to fix a file system error. Returns undefined for other errors. */
export function explainFileError(error: Error): string | undefined {
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  // Creating a folder inside a read-only or virtual folder can fail with ENOENT.
  const effectiveCode = syscall === "mkdir" && code === "ENOENT" ? "EROFS" : code;
  const message = isKnownCode(effectiveCode) ? FILE_ERROR_MESSAGES[effectiveCode] : undefined;
  return message && path ? `${path}: ${message}` : message;
}
