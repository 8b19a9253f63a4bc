export interface WebEnv {
  readonly supabaseUrl: string;
  readonly supabasePublishableKey: string;
}

const requiredVariables = {
  VITE_SUPABASE_URL: "the URL of the Supabase project, e.g. https://abc.supabase.co",
  VITE_SUPABASE_PUBLISHABLE_KEY: "the project's publishable key (sb_publishable_…)",
} as const;

export const parseEnv = (source: Readonly<Record<string, unknown>>): WebEnv => {
  const missingVariables = Object.entries(requiredVariables).filter(
    ([name]) => typeof source[name] !== "string" || source[name] === "",
  );
  if (missingVariables.length > 0) {
    throw new Error(
      missingVariables
        .map(([name, description]) => `${name} is not set when building the site: ${description}.`)
        .join(" "),
    );
  }
  return {
    supabaseUrl: String(source["VITE_SUPABASE_URL"]).replace(/\/$/, ""),
    supabasePublishableKey: String(source["VITE_SUPABASE_PUBLISHABLE_KEY"]),
  };
};

let env: WebEnv | undefined;

export const readEnv = (): WebEnv => (env ??= parseEnv(import.meta.env));
