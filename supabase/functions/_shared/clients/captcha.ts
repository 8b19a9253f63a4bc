import type { Environment } from "../env.ts";
import { AppError, createProviderError } from "../errors.ts";
import { fetchWithTimeout } from "./outgoing.ts";

/** Throws `captcha_failed` unless the visitor solved the challenge. Accepts everything if no captcha is configured. */
export type CheckCaptcha = (token: string | undefined, clientAddress: string) => Promise<void>;

/**
 * Turnstile tokens are single-use. Auth doesn't verify them again, because the functions call it with the secret key.
 */
export function createCaptchaCheck(
  environment: Pick<Environment, "CAPTCHA_SECRET" | "CAPTCHA_VERIFY_URL">,
): CheckCaptcha {
  const { CAPTCHA_SECRET: secret, CAPTCHA_VERIFY_URL: url } = environment;
  if (secret === undefined) return () => Promise.resolve();
  return async (token, clientAddress) => {
    if (token === undefined || token === "") throw new AppError("captcha_failed");
    const body = new URLSearchParams({ secret, response: token, remoteip: clientAddress });
    if (!(await isSolved(url, body))) throw new AppError("captcha_failed");
  };
}

async function isSolved(url: string, body: URLSearchParams): Promise<boolean> {
  try {
    const response = await fetchWithTimeout(url, { method: "POST", body });
    const { success } = (await response.json()) as { success?: unknown };
    // Only the captcha service itself says whether the visitor succeeded.
    if (response.status < 500 && typeof success === "boolean") return success;
    throw new Error(`The captcha service returned ${response.status}`);
  } catch (error) {
    throw createProviderError(undefined, error);
  }
}
