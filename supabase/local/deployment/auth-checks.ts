import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { AUTH_ADVICE, type Check, requireThat, SkippedCheck } from "./check.ts";
import { MIN_EMAIL_LIMIT } from "./deploy-auth.ts";
import type { DeploymentClient } from "./deployment.ts";

interface AuthSetting {
  readonly name: string;
  readonly keys: readonly string[];
  readonly isExpected: (value: unknown, site: string) => boolean;
  readonly advice: string;
}

const isTrue = (value: unknown): boolean => value === true;
const isAtMost = (limit: number) => (value: unknown) => typeof value === "number" && value <= limit;
const isAtLeast = (limit: number) => (value: unknown) =>
  typeof value === "number" && value >= limit;

/** An entry may contain `*`, but not where it could stand for another site. */
const isOnSite = (entry: string, site: string): boolean =>
  entry === site || entry.startsWith(`${site}/`);

const AUTH_SETTINGS: readonly AuthSetting[] = [
  {
    name: "visitors' addresses",
    keys: ["security_sb_forwarded_for_enabled"],
    isExpected: isTrue,
    advice: `Without it, one stranger can lock out every login. ${AUTH_ADVICE}`,
  },
  {
    name: "current password",
    keys: ["security_update_password_require_current_password"],
    isExpected: isTrue,
    advice: AUTH_ADVICE,
  },
  { name: "sign-up", keys: ["disable_signup"], isExpected: isTrue, advice: AUTH_ADVICE },
  {
    name: "site URL",
    keys: ["site_url"],
    isExpected: (value, site) => String(value).replace(/\/$/, "") === site,
    advice: `Recovery links would lead there. ${AUTH_ADVICE}`,
  },
  {
    name: "mail server",
    keys: ["smtp_host"],
    isExpected: (value) => typeof value === "string" && value !== "",
    advice: `Supabase's own server sends only to the project's team, and only Supabase's own recovery email. Set up SMTP (Authentication, Emails). ${AUTH_ADVICE}`,
  },
  {
    name: "two-step login",
    keys: ["mfa_totp_enroll_enabled", "mfa_totp_verify_enabled"],
    isExpected: isTrue,
    advice: AUTH_ADVICE,
  },
  {
    name: "emailed codes' lifetime",
    keys: ["mailer_otp_exp"],
    isExpected: isAtMost(900),
    advice: AUTH_ADVICE,
  },
  {
    name: "emailed codes' length",
    keys: ["mailer_otp_length"],
    isExpected: isAtLeast(10),
    advice: AUTH_ADVICE,
  },
  {
    name: "email limit",
    keys: ["rate_limit_email_sent"],
    isExpected: isAtLeast(MIN_EMAIL_LIMIT),
    advice: `A stranger could use up a low limit. ${AUTH_ADVICE}`,
  },
  {
    name: "redirects",
    keys: ["uri_allow_list"],
    isExpected: (value, site) =>
      (typeof value === "string" ? value : "")
        .split(",")
        .every((entry) => entry.trim() === "" || isOnSite(entry.trim(), site)),
    advice: `A stolen link could lead to another site with the token in it. ${AUTH_ADVICE}`,
  },
  {
    name: "sessions",
    keys: ["jwt_exp", "security_refresh_token_reuse_interval"],
    isExpected: isAtMost(3600),
    advice: `Someone who is locked out could go on for as long. ${AUTH_ADVICE}`,
  },
  {
    name: "used sessions",
    keys: ["refresh_token_rotation_enabled"],
    isExpected: isTrue,
    advice: `A copied session would stay valid. ${AUTH_ADVICE}`,
  },
  {
    name: "change of email",
    keys: ["mailer_secure_email_change_enabled"],
    isExpected: isTrue,
    advice: AUTH_ADVICE,
  },
  {
    name: "limit on logins",
    keys: ["rate_limit_token_refresh"],
    isExpected: (value) => value === 150,
    advice: `With less than 150, people on one network wait for minutes to log in. With more, a stranger can guess more passwords. ${AUTH_ADVICE}`,
  },
  {
    name: "limits per visitor",
    keys: ["rate_limit_otp", "rate_limit_verify"],
    isExpected: isAtMost(30),
    advice: AUTH_ADVICE,
  },
];

const readSettings = async (deployment: DeploymentClient): Promise<AuthSettings> =>
  deployment.requestManagement("/config/auth").catch((error: unknown) => {
    throw error instanceof SkippedCheck
      ? error
      : new SkippedCheck("skipped: the check “access token” failed");
  });

const settingChecks = AUTH_SETTINGS.map(({ name, keys, isExpected, advice }): Check => ({
  name: `Auth: ${name}`,
  run: async (deployment) => {
    const settings = await readSettings(deployment);
    for (const key of keys) {
      const value = settings[key];
      requireThat(
        isExpected(value, deployment.site),
        `${key} is ${JSON.stringify(value) ?? "missing"}. ${advice}`,
      );
    }
  },
}));

/** Returns the settings that `config push` takes from `config.toml` and the template of the recovery email. */
export function readRecoveryEmail(): AuthSettings {
  const readText = (file: string) => readFileSync(path.join(projectRoot, "supabase", file), "utf8");
  const subject = /\[auth\.email\.template\.recovery\]\s+subject = "(.*)"/.exec(
    readText("config.toml"),
  )?.[1];
  return {
    mailer_subjects_recovery: subject,
    mailer_templates_recovery_content: readText("templates/recovery.html"),
  };
}

/** Without HEALTH_TOKEN, nobody has said that there should be no captcha. */
const captchaCheck: Check = {
  name: "Auth: captcha",
  run: async (deployment) => {
    const { security_captcha_enabled: isEnabled } = await readSettings(deployment);
    const { noCaptcha, captcha } = await deployment
      .getConfiguration()
      .catch(() => ({ noCaptcha: false, captcha: true }));
    const isOff = noCaptcha && !captcha;
    requireThat(
      (isEnabled === true) !== isOff,
      `security_captcha_enabled is ${JSON.stringify(isEnabled) ?? "missing"}. See docs/operate/go-live.md, step 3.`,
    );
    return isOff ? "off, as CAPTCHA says" : undefined;
  },
};

/** Matches the settings that let people log in other than with a password and a code from an app, or run other code. */
const OTHER_LOGIN =
  /^(?:external_(?!email_).*|hook_.*|mfa_(?:phone|web_authn)_(?:enroll|verify)|saml|passkey|oauth_server|custom_oauth|security_manual_linking)_enabled$/;

const loginCheck: Check = {
  name: "Auth: ways to log in",
  run: async (deployment) => {
    const settings = await readSettings(deployment);
    requireThat(
      settings["external_email_enabled"] === true,
      `external_email_enabled is ${JSON.stringify(settings["external_email_enabled"]) ?? "missing"}, so no one can log in. ${AUTH_ADVICE}`,
    );
    const other = Object.keys(settings).filter(
      (name) => OTHER_LOGIN.test(name) && settings[name] === true,
    );
    requireThat(
      other.length === 0,
      `${other.join(", ")}: people could log in without our rules. Turn it off (Authentication in the Supabase dashboard).`,
    );
  },
};

const normalizeText = (value: unknown): string => String(value).replaceAll("\r\n", "\n").trim();

const recoveryEmailCheck: Check = {
  name: "Auth: recovery email",
  run: async (deployment) => {
    const settings = await readSettings(deployment);
    if (!settings["smtp_host"]) {
      throw new SkippedCheck("skipped: the check “Auth: mail server” failed");
    }
    for (const [name, value] of Object.entries(readRecoveryEmail())) {
      requireThat(
        normalizeText(settings[name]) === normalizeText(value),
        `${name} isn't ours, so people who forgot their password get another email. ${AUTH_ADVICE}`,
      );
    }
  },
};

/** Checks Auth's settings, which only the Management API shows. */
export const authChecks: readonly Check[] = [
  {
    name: "access token",
    run: async ({ requestManagement }) => {
      await requestManagement("/config/auth");
    },
  },
  ...settingChecks,
  loginCheck,
  captchaCheck,
  recoveryEmailCheck,
  {
    name: "Auth: signing key",
    run: async (deployment) => {
      await readSettings(deployment);
      const { keys } = await deployment.requestManagement("/config/auth/signing-keys");
      const signingKeys = keys as readonly { algorithm?: string; status?: string }[];
      const algorithm = signingKeys.find(({ status }) => status === "in_use")?.algorithm;
      requireThat(
        algorithm === "ES256",
        `Tokens are signed with ${algorithm ?? "a shared secret"}. Rotate to an ES256 key (Settings, JWT Keys).`,
      );
    },
  },
];
