/** A failure the person at the keyboard can do something about; printed without a stack. */
export class Problem extends Error {
  override name = "Problem";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const elsewhere = "Choose another folder: DATA_DIR=<folder> npm start";
export const sentences = {
  ENOSPC: "The disk is full. Free up some space, then start again.",
  EDQUOT: "You've used up your disk quota. Free up some space, then start again.",
  EROFS: `This location is read-only. ${elsewhere}`,
  EACCES: `You don't have permission to write here. ${elsewhere}`,
  EPERM: `You don't have permission to do this here. ${elsewhere}`,
  EEXIST: `A file is where a folder should be. ${elsewhere}`,
  ENOTDIR: `A file is where a folder should be. ${elsewhere}`,
} as const;

const isKnown = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code);

/** What a person can do about a refusal of the file system; undefined for what is no such thing. */
export function sentenceOf(error: Error): string | undefined {
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  // Below a folder that is read-only or no real one, a folder that cannot be made is said to be missing.
  const known = syscall === "mkdir" && code === "ENOENT" ? "EROFS" : code;
  const sentence = isKnown(known) ? sentences[known] : undefined;
  return sentence && path ? `${path}: ${sentence}` : sentence;
}
