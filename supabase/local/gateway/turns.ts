/**
 * Lets tasks run one after the other. Lite looks and then writes without a lock, so of two uploads or removals of one
 * file at once both would succeed or one fail with 500, where hosted Storage answers 409 or 404.
 */
export function createTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Whether a request changes what Storage holds. */
export const writesStorage = ({ method, url }: Request): boolean =>
  method !== "GET" && method !== "HEAD" && new URL(url).pathname.startsWith("/storage/v1/");
