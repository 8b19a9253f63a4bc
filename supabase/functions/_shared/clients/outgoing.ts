const ANSWER_WITHIN_MS = 20_000;

/** `fetch` with a timeout on the start of the response. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException("No answer in time", "TimeoutError")),
    ANSWER_WITHIN_MS,
  );
  const signals = [late.signal, ...(init?.signal ? [init.signal] : [])];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
};
