import type { Services } from "../../_shared/http/services.ts";

type Environment = Pick<
  Services["environment"],
  | "BREACHED_PASSWORDS_URL"
  | "CACHE_RESPONSES"
  | "CAPTCHA_VERIFY_URL"
  | "MAIL_TRANSPORT"
  | "PAYMENTS_MODE"
  | "REQUIRE_EMAIL_ACTIVATION"
  | "SMTP_TLS"
  | "STRIPE_API_URL"
>;

const OWN_CAPTCHA_SERVICE = "https://challenges.cloudflare.com/";

/**
 * Returns the variables with values that only tests and development need, such as those of a laptop's `.env` that was
 * deployed by mistake.
 */
export function listTestSettings(environment: Environment, isStripeLive: boolean): string[] {
  const isLogged = environment.MAIL_TRANSPORT === "log";
  const isTestSetting: Readonly<Record<keyof Omit<Environment, "PAYMENTS_MODE">, boolean>> = {
    BREACHED_PASSWORDS_URL: environment.BREACHED_PASSWORDS_URL === "off",
    CACHE_RESPONSES: !environment.CACHE_RESPONSES,
    CAPTCHA_VERIFY_URL: !environment.CAPTCHA_VERIFY_URL.startsWith(OWN_CAPTCHA_SERVICE),
    // Staging only logs emails, but donors of real money need receipts.
    MAIL_TRANSPORT: isLogged && environment.PAYMENTS_MODE === "stripe" && isStripeLive,
    // Without emails, nobody could open the link that proves a mailbox.
    REQUIRE_EMAIL_ACTIVATION: !environment.REQUIRE_EMAIL_ACTIVATION && !isLogged,
    SMTP_TLS: environment.SMTP_TLS === "optional",
    STRIPE_API_URL: environment.STRIPE_API_URL !== undefined,
  };
  return Object.entries(isTestSetting).flatMap(([name, isTest]) => (isTest ? [name] : []));
}
