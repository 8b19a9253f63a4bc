import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "../machine/problem.ts";

export type AuthSettings = Readonly<Record<string, unknown>>;

interface SavedSettings {
  readonly project: string;
  readonly settings: AuthSettings;
}

/** Supabase returns only digests of these settings, so they can't be put back. */
export const isSecret = (name: string): boolean =>
  /_(secrets?|pass|token|api_key|access_key)$/.test(name);

export const isSettingEqual = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** Saves a project's settings in a new file. Returns the file's name. */
export function saveSettings(project: string, settings: AuthSettings, folder: string): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const name = `auth-settings-${project}-${time}.json`;
  const publicSettings = Object.entries(settings).filter(([setting]) => !isSecret(setting));
  const saved: SavedSettings = { project, settings: Object.fromEntries(publicSettings) };
  writeFileSync(path.join(folder, name), `${JSON.stringify(saved, undefined, 2)}\n`, {
    mode: 0o600,
    flag: "wx",
  });
  return name;
}

/** Reads some of the settings that a file contains. */
export function readSavedSettings(file: string, names: readonly string[]): SavedSettings {
  const { project, settings } = readFile(file);
  const missingName = names.find((name) => !Object.hasOwn(settings, name));
  if (missingName !== undefined) throw new Problem(`${file} has no setting ${missingName}.`);
  return { project, settings: Object.fromEntries(names.map((name) => [name, settings[name]])) };
}

function readFile(file: string): SavedSettings {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as SavedSettings;
  } catch {
    throw new Problem(`${file} isn't a file that \`npm run deploy:auth\` saved.`);
  }
}

/** Returns a line for each setting that changed. */
export const describeChanges = (before: AuthSettings, after: AuthSettings): readonly string[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => !isSettingEqual(before[name], after[name]))
    .map((name) =>
      isSecret(name) ? name : `${name}: ${format(before[name])} → ${format(after[name])}`,
    );

/** The longest value that is shown. Templates of emails are longer. */
const MAX_SHOWN_LENGTH = 80;

const format = (value: unknown): string => {
  const text = JSON.stringify(value ?? null);
  return text.length > MAX_SHOWN_LENGTH ? `(${text.length} characters)` : text;
};
