const RESPONSE_TIMEOUT_MS = 20_000;

/** `fetch` that fails if the response doesn't start in time. */
export const fetchWithTimeout: typeof fetch = async (input, init) => {
  const timeoutController = new AbortController();
  const timer = setTimeout(
    () => timeoutController.abort(new DOMException("No answer in time", "TimeoutError")),
    RESPONSE_TIMEOUT_MS,
  );
  const signals = [timeoutController.signal, ...(init?.signal ? [init.signal] : [])];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
};
