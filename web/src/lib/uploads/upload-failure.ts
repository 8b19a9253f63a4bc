import { ApiError } from "#lib/api/api-error.ts";

export type UploadStep = "prepare" | "send" | "save";

const MESSAGES: Readonly<Record<UploadStep, string>> = {
  prepare: "Failed to get upload URL",
  send: "Failed to upload image",
  save: "Failed to save image",
};

/** The step at which an upload failed. `cause` holds the server's response. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  readonly step: UploadStep;

  constructor(step: UploadStep, cause: unknown, noun = "image") {
    super(MESSAGES[step].replace("image", noun), { cause });
    this.step = step;
  }
}

/** Runs a step and rethrows its error as an `UploadFailure`. */
export const runUploadStep = async <Result>(
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

/**
 * Supabase Storage returns 400 for almost every error, with the real status in the body. Its messages are written for
 * developers.
 */
const REFUSAL_MESSAGES: Readonly<Record<string, string>> = {
  413: "This file is too large.",
  415: "We can't accept this type of file.",
};

/** Returns the reason why Supabase Storage rejected the file, if retrying can't help. */
export const getStorageRefusal = (cause: unknown): string | undefined =>
  cause instanceof ApiError ? REFUSAL_MESSAGES[cause.body?.statusCode ?? cause.status] : undefined;
