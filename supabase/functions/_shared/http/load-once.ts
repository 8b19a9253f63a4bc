/** Keeps the first result of `load` for as long as the function's instance runs. A failure isn't kept. */
export function loadOnce<Source, Result>(
  load: (source: Source) => Promise<Result>,
): (source: Source) => Promise<Result> {
  let result: Promise<Result> | undefined;
  return (source) => {
    const current = (result ??= load(source));
    current.catch(() => {
      if (result === current) result = undefined;
    });
    return current;
  };
}
