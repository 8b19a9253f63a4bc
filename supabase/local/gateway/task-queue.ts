/**
 * Returns a function that runs tasks one at a time. Lite checks and then writes without a lock, so concurrent uploads or
 * removals of a file would both succeed, or one would fail with a 500, where hosted Storage returns 409 or 404.
 */
export function createTaskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let previousTask: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = previousTask.then(task);
    previousTask = result.catch(() => undefined);
    return result;
  };
}

export const isStorageWrite = ({ method, url }: Request): boolean =>
  method !== "GET" && method !== "HEAD" && new URL(url).pathname.startsWith("/storage/v1/");
