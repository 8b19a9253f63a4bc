/** Logs failures that the user doesn't see. Never pass anything that a user entered. */
export const logError = (context: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- the browser's console is where an engineer looks
  console.error(context, error instanceof Error ? error.message : error);
};
