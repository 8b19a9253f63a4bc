import { ApiError } from "../../lib/api-error.ts";

export type UploadStep = "prepare" | "send" | "save";

const MESSAGES: Readonly<Record<UploadStep, string>> = {
  prepare: "Failed to get upload URL",
  send: "Failed to upload image",
  save: "Failed to save image",
};

/** Where an upload broke off; the cause holds what the server said. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  readonly step: UploadStep;

  constructor(step: UploadStep, cause: unknown, noun = "image") {
    super(MESSAGES[step].replace("image", noun), { cause });
    this.step = step;
  }
}

/** Runs one step and names it when it fails. */
export const uploadStep = async <Result>(
  step: UploadStep,
  work: () => Promise<Result>,
  noun?: string,
): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    throw new UploadFailure(step, cause, noun);
  }
};

/** Storage answers 400 to nearly everything and says in the body what it means; its own words are for programmers. */
const REFUSALS: Readonly<Record<string, string>> = {
  413: "This file is too large.",
  415: "We can't accept this type of file.",
};

/** Why Storage did not take the file, where trying again cannot help. */
export const storageRefusal = (cause: unknown): string | undefined =>
  cause instanceof ApiError ? REFUSALS[cause.body?.statusCode ?? cause.status] : undefined;
