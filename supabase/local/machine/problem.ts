/** A failure the person at the keyboard can do something about; printed without a stack. */
export class Problem extends Error {
  override name = "Problem";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
