import { rmSync } from "node:fs";
import path from "node:path";
import { Problem } from "../machine/problem.ts";
import {
  type AuthSettings,
  describeChanges,
  isSecret,
  isSettingEqual,
  readSavedSettings,
  saveSettings,
} from "./auth-settings.ts";
import { callManagement, type HostedProject } from "./management.ts";

/** The Auth settings that `supabase config push` has no key for. */
export const DEPLOYED_AUTH_SETTINGS = {
  security_sb_forwarded_for_enabled: true,
  security_update_password_require_current_password: true,
} as const;

/** How many emails Auth may send in an hour. `config push` skips this limit unless config.toml names the SMTP server. */
export const MIN_EMAIL_LIMIT = 1000;

interface Deployment {
  /** Runs `supabase config push`. */
  readonly pushConfig: () => Promise<void>;
  /** The secret of the Turnstile widget, if the site has one. */
  readonly captchaSecret?: string | undefined;
  /** The folder for the copy of the project's own settings. */
  readonly folder: string;
  readonly log: (line: string) => void;
}

/**
 * Applies our Auth settings to a project, after saving the settings that it has. Says which settings changed, and how to
 * put one back.
 */
export async function deployAuth(
  project: HostedProject,
  { pushConfig, captchaSecret, folder, log }: Deployment,
): Promise<void> {
  const settings = await callManagement<AuthSettings>(project, "GET", "/config/auth");
  if (!settings["smtp_host"]) throw new Problem(MAIL_SERVER_ADVICE);
  const fileName = saveSettings(project.ref, settings, folder);
  log(`Auth's present settings are saved in ${fileName}.`);
  await pushConfig();
  const emailLimit = Math.max(Number(settings["rate_limit_email_sent"] ?? 0), MIN_EMAIL_LIMIT);
  const newSettings = await changeSettings(project, {
    ...DEPLOYED_AUTH_SETTINGS,
    rate_limit_email_sent: emailLimit,
    ...(captchaSecret !== undefined && {
      security_captcha_enabled: true,
      security_captcha_provider: "turnstile",
      security_captcha_secret: captchaSecret,
    }),
  });
  if (newSettings["security_captcha_enabled"] !== true) log(NO_CAPTCHA_ADVICE);
  const changes = describeChanges(settings, newSettings);
  if (changes.length === 0) {
    rmSync(path.join(folder, fileName));
    log("Auth already had all of our settings, so that file is deleted again.");
    return;
  }
  log("These Auth settings changed:");
  for (const change of changes) log(`  ${change}`);
  log(`To put one back, run: npm run deploy:auth -- put-back ${fileName} <setting>`);
}

const NO_CAPTCHA_ADVICE =
  "Auth's own endpoints have no captcha. To turn it on, set CAPTCHA_SECRET to the secret of a Turnstile widget, and run the command again (docs/operate/go-live.md, step 3).";

const MAIL_SERVER_ADVICE =
  "Nothing was changed. Auth has no SMTP server yet. Without one, it sends emails only to the project's team, and on the Free plan it refuses our recovery email and all other settings with it. Set up SMTP in the Supabase dashboard (Authentication, Emails, SMTP Settings), then run the command again.";

/** Puts back settings from a file that `deployAuth` saved. Returns a line for each of them. */
export async function putBackSettings(
  createProject: (ref: string) => HostedProject,
  file: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const { project, settings } = readSavedSettings(file, names);
  await changeSettings(createProject(project), settings);
  return names.map((name) => `${name} is ${JSON.stringify(settings[name])} again`);
}

/** Changes settings, and makes sure that Auth has them. Returns all settings. */
async function changeSettings(project: HostedProject, change: AuthSettings): Promise<AuthSettings> {
  const settings = await callManagement<AuthSettings>(project, "PATCH", "/config/auth", change);
  for (const [name, value] of Object.entries(change)) {
    // Supabase returns only digests of secrets.
    if (isSecret(name) || isSettingEqual(settings[name], value)) continue;
    throw new Problem(`${name} is still ${JSON.stringify(settings[name]) ?? "missing"}.`);
  }
  return settings;
}
