const ANSWER_WITHIN_MS = 20_000;

/** `fetch` with a timeout on the start of the response. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DOMException("No answer in time", "TimeoutError")),
    ANSWER_WITHIN_MS,
  );
  const signals = [timeout.signal, ...(init?.signal ? [init.signal] : [])];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
};
