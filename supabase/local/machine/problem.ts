/** A failure the person at the keyboard can do something about; printed without a stack. */
export class Problem extends Error {
  override name = "Problem";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const elsewhere = "Choose another folder: DATA_DIR=<folder> npm start";
export const sentences = {
  ENOSPC: "The disk is full. Make room, then start again.",
  EDQUOT: "Your share of the disk is used up. Make room, then start again.",
  EROFS: `Nothing can be written here. ${elsewhere}`,
  EACCES: `This user may not write here. ${elsewhere}`,
  EPERM: `This user may not do this here. ${elsewhere}`,
  EEXIST: `A file is in the way of a folder. ${elsewhere}`,
  ENOTDIR: `A file is in the way of a folder. ${elsewhere}`,
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
