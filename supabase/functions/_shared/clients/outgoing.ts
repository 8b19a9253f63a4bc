import { isHtml, type OwnErrorTest, parseOwnError } from "../rules/own-errors.ts";

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

/** Thrown if something in front of a provider answered in its place, such as Supabase's gateway or a CDN. */
export class InterceptedError extends Error {
  override readonly name = "InterceptedError";
  readonly status: number;

  constructor(status: number, text: string) {
    super(`Something in front of the provider returned ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Returns the provider's response. Throws an `InterceptedError` if the provider itself didn't send it. */
export async function requireOwnResponse(
  response: Response,
  isOwnError: OwnErrorTest,
): Promise<Response> {
  if (response.ok && !isHtml(response)) return response;
  const text = await response.text();
  if (response.ok || parseOwnError(text, isOwnError) === undefined) {
    throw new InterceptedError(response.status, text);
  }
  return new Response(text, response);
}

/** Returns a `fetch` for the SDK of a provider, which would take whatever answers in its place for the provider. */
export const createProviderFetch =
  (isOwnError: OwnErrorTest): typeof fetch =>
  async (input, init) =>
    requireOwnResponse(await fetchWithTimeout(input, init), isOwnError);
