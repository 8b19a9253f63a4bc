/** Thrown when an email can't be sent as is. The message tells an administrator what to fix. */
export class UnsendableMailError extends Error {
  override name = "UnsendableMailError";
}
