import { readFileSync } from "node:fs";
import path from "node:path";
import type { StackKeys } from "../machine/keys.ts";
import { projectRoot } from "../machine/paths.ts";

/** Matches variables of the stack and the site's build, and variables that only the stack may set. */
const excludedNamePattern = /^(VITE_|SUPABASE_|WEB_PORT$|API_PORT$|DATA_DIR$|SAMPLE_DATA$)/;

/**
 * Returns the variables that reach the functions: only those documented in `.env.example`. That file lists them as
 * comments (`# NAME=`), so that a copy of the file doesn't set secrets to empty values.
 */
export function listDocumentedVariables(example: string): string[] {
  return [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)]
    .map((match) => match[1]!)
    .filter((name) => !excludedNamePattern.test(name));
}

export function listFunctionVariables(): string[] {
  return listDocumentedVariables(readFileSync(path.join(projectRoot, ".env.example"), "utf8"));
}

/** External services that the functions may call, in addition to those in their environment. */
const fixedHosts = [
  "api.stripe.com:443",
  "api.openai.com:443",
  "api.resend.com:443",
  "challenges.cloudflare.com:443",
  "api.pwnedpasswords.com:443",
];

export interface FunctionFacts {
  webUrl: string;
  apiUrl: string;
  databaseUrl: string;
  edgeSecret: string;
  dataDir: string;
  hashSecret: string;
  erasureKey: string;
  healthToken: string;
  keys: Pick<StackKeys, "publishableKey" | "secretKey" | "jwtSecret">;
}

/** Returns the functions' environment: defaults, then configured variables, the stack's own values and overrides. */
export function createFunctionEnvironment(
  facts: FunctionFacts,
  configuredVariables: NodeJS.ProcessEnv,
  overrides: Record<string, string>,
): Record<string, string> {
  const { port } = new URL(facts.webUrl);
  const environment: Record<string, string> = {
    PAYMENTS_MODE: "demo",
    REQUIRE_EMAIL_ACTIVATION: "false",
    CACHE_RESPONSES: "false",
    BREACHED_PASSWORDS_URL: "off",
    MAIL_TRANSPORT: "log",
    MAIL_FOLDER: path.join(facts.dataDir, "mails"),
    ALLOWED_ORIGINS: `${facts.webUrl},http://127.0.0.1:${port}`,
    SITE_URL: facts.webUrl,
  };
  for (const name of listFunctionVariables()) {
    const value = configuredVariables[name];
    if (value !== undefined && value !== "") environment[name] = value;
  }
  return {
    ...environment,
    HASH_SECRET: facts.hashSecret,
    ERASURE_KEY: facts.erasureKey,
    HEALTH_TOKEN: facts.healthToken,
    SUPABASE_URL: facts.apiUrl,
    PUBLIC_SUPABASE_URL: facts.apiUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: facts.keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: facts.keys.secretKey }),
    SUPABASE_DB_URL: facts.databaseUrl,
    // Developers often set this variable for another project, but the functions must use only the stack's own database.
    DATABASE_URL: "",
    EDGE_SECRET: facts.edgeSecret,
    AUTH_JWT_SECRET: facts.keys.jwtSecret,
    ...overrides,
  };
}

function getHostAndPort(serviceUrl: string): string | undefined {
  const url = URL.parse(serviceUrl);
  if (!url?.hostname) return undefined;
  const defaultPort = url.protocol === "http:" ? "80" : "443";
  return `${url.hostname}:${url.port || defaultPort}`;
}

/** Variables with the URLs of the services that the functions call. */
const serviceVariables = [
  "SUPABASE_URL",
  "SUPABASE_DB_URL",
  "STRIPE_API_URL",
  "OPENAI_BASE_URL",
  "MAIL_API_URL",
  "CAPTCHA_VERIFY_URL",
  "BREACHED_PASSWORDS_URL",
  "BUILD_HOOK_URL",
];

export function listAllowedHosts(environment: Record<string, string>): string[] {
  const hosts = ["127.0.0.1:0", ...fixedHosts];
  for (const name of serviceVariables) {
    const serviceUrl = environment[name];
    const host = serviceUrl && getHostAndPort(serviceUrl);
    if (host) hosts.push(host);
  }
  const { SMTP_HOST, SMTP_PORT = "465" } = environment;
  if (SMTP_HOST) hosts.push(`${SMTP_HOST}:${SMTP_PORT}`);
  return hosts;
}
