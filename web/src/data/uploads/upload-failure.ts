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

  constructor(step: UploadStep, cause: unknown) {
    super(MESSAGES[step], { cause });
    this.step = step;
  }
}

/** Runs one step and names it when it fails. */
export const uploadStep = async <Result>(
  step: UploadStep,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    throw new UploadFailure(step, cause);
  }
};
