/** Thrown for files that aren't images, are truncated, or contain foreign data. */
export class NotAPictureError extends Error {
  override readonly name = "NotAPictureError";
  /** Replaces the default message for the user. */
  readonly userMessage: string | undefined;

  constructor(
    problem: string,
    { userMessage, cause }: { userMessage?: string; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.userMessage = userMessage;
  }
}

export function assertPicture(
  condition: boolean,
  problem: string,
  userMessage?: string,
): asserts condition {
  if (!condition)
    throw new NotAPictureError(problem, userMessage === undefined ? {} : { userMessage });
}
