const RESPONSE_TIMEOUT_MS = 20_000;

/** `fetch` with a timeout on the start of the response. */
export const fetchInTime: typeof fetch = async (input, init) => {
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
