import { z } from "zod";

const longSecret = z.string().min(32);

const splitItems = (value: string): readonly string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const commaSeparatedList = z.string().default("").transform(splitItems);

/**
 * Parses one secret, or several separated by commas while one is being rotated. New hashes and signatures use the
 * first; those made with any of the secrets are accepted (docs/operate/rotate-keys.md). An empty item is dropped,
 * because it would let anyone in.
 */
const secretList = z
  .string()
  .transform(splitItems)
  .pipe(z.tuple([longSecret], longSecret).readonly());

const booleanFlag = (defaultValue: boolean) =>
  z
    .enum(["true", "false"])
    .default(defaultValue ? "true" : "false")
    .transform((value) => value === "true");

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "This isn't valid JSON" });
    return z.NEVER;
  }
});

/** Parses `{"default":"sb_…"}`, possibly with more named keys; the default comes first. */
const namedKeys = (currentName: string, legacyName: string) =>
  z
    .string({
      error: `Neither ${currentName} nor ${legacyName} (legacy keys) is set. Supabase normally sets one of them`,
    })
    .pipe(json)
    .pipe(z.record(z.string(), z.string().min(1)))
    .transform(({ default: defaultKey, ...otherKeys }, context): readonly [string, ...string[]] => {
      const [key, ...rest] = [
        ...(defaultKey === undefined ? [] : [defaultKey]),
        ...Object.values(otherKeys),
      ];
      if (key !== undefined) return [key, ...rest];
      context.addIssue({ code: "custom", message: `${currentName} contains no key` });
      return z.NEVER;
    });

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//);

/** The variable each email transport requires. */
const requiredVariableByTransport = {
  smtp: "SMTP_HOST",
  http: "MAIL_API_KEY",
  log: undefined,
} as const;

const variables = z.object({
  SUPABASE_URL: z.url(),
  /** Supabase's public URL, used in URLs sent to browsers. */
  PUBLIC_SUPABASE_URL: z.url(),
  /** Keys with an anonymous visitor's privileges; our own calls use the first. */
  publishableKeys: namedKeys("SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_ANON_KEY"),
  /** Keys with full privileges; our own calls use the first. */
  secretKeys: namedKeys("SUPABASE_SECRET_KEYS", "SUPABASE_SERVICE_ROLE_KEY"),
  SUPABASE_DB_URL: postgresUrl,
  /** Takes precedence over SUPABASE_DB_URL; usually the transaction pooler. */
  DATABASE_URL: postgresUrl.optional(),
  /** Pool size of one instance. Small projects allow 60 connections in total. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(20).default(3),
  /** Only for projects that sign tokens, or did so until recently, with a shared secret instead of their own keys. */
  AUTH_JWT_SECRET: z.string().min(32).optional(),
  SITE_URL: z.url(),
  ALLOWED_ORIGINS: commaSeparatedList,
  /** The visitor's address from the CDN is trusted only if the request contains this secret. */
  EDGE_SECRET: secretList.optional(),
  HASH_SECRET: secretList,
  /** The key for hashing the email addresses of erased people. If not set, no one can be erased. */
  ERASURE_KEY: secretList.optional(),
  /** If not set, only administrators may read deployment details. */
  HEALTH_TOKEN: secretList.optional(),
  CACHE_RESPONSES: booleanFlag(true),
  PAYMENTS_MODE: z.enum(["demo", "stripe"]).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  /** Contains two secrets while one is being replaced. With an empty secret, anyone could forge a webhook. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform(splitItems)
    .transform((secrets) => (secrets.length === 0 ? undefined : secrets))
    .optional(),
  /** Overrides Stripe's API URL in tests. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEMO_PAYMENT_DELAY_MS: z.coerce.number().int().min(0).max(10_000).default(2000),
  REQUIRE_EMAIL_ACTIVATION: booleanFlag(true),
  /** If not set, emails wait in the outbox. */
  MAIL_TRANSPORT: z.enum(["smtp", "http", "log"]).optional(),
  /** Overrides the organization's email address as the sender. */
  MAIL_FROM: z.email().optional(),
  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(465),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_TLS: z.enum(["required", "optional"]).optional(),
  // Some dashboards store a secret's line breaks as \n.
  SMTP_CA: z
    .string()
    .transform((pem) => pem.replaceAll(String.raw`\n`, "\n"))
    .pipe(z.string().startsWith("-----BEGIN CERTIFICATE-----", "Must be a certificate (PEM)"))
    .optional(),
  MAIL_API_KEY: z.string().min(1).optional(),
  MAIL_API_URL: z.url().default("https://api.resend.com"),
  /** Where the `log` transport saves emails. */
  MAIL_FOLDER: z.string().min(1).optional(),
  /** If not set, AI generation is off. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).default("https://api.openai.com/v1"),
  OPENAI_TEXT_MODEL: z.string().min(1).default("gpt-5.4-mini"),
  OPENAI_IMAGE_MODEL: z.string().min(1).default("gpt-image-2.5-flare"),
  /** A secret, because anyone who has this URL can start a build. */
  BUILD_HOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The list of stolen passwords; `off` doesn't check new passwords. */
  BREACHED_PASSWORDS_URL: z
    .union([z.literal("off"), z.url({ protocol: /^https?$/ })])
    .default("https://api.pwnedpasswords.com"),
  /** Says that the missing captcha isn't an oversight. */
  CAPTCHA: z.enum(["off"]).optional(),
  CAPTCHA_SECRET: z.string().min(1).optional(),
  CAPTCHA_VERIFY_URL: z.url().default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
});

/** Emails wait in the outbox while the transport's settings are incomplete; everything else works. */
const environmentSchema = variables.transform((environment) => {
  const { MAIL_TRANSPORT: transport } = environment;
  const requiredName = transport && requiredVariableByTransport[transport];
  if (requiredName === undefined || environment[requiredName] !== undefined) {
    return { ...environment, mailProblem: undefined };
  }
  const mailProblem = `MAIL_TRANSPORT is ${transport}, but ${requiredName} is not set. Emails wait in the outbox.`;
  return { ...environment, MAIL_TRANSPORT: undefined, mailProblem };
});

export type Environment = z.output<typeof environmentSchema>;

/** Throws one error that names every missing or malformed variable, never its value. */
export function parseEnvironment(
  source: Readonly<Record<string, string | undefined>>,
): Environment {
  // An empty value in a .env file means "not set".
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = environmentSchema.safeParse(
    {
      PUBLIC_SUPABASE_URL: values["SUPABASE_URL"],
      ...values,
      publishableKeys: chooseKeys(values["SUPABASE_PUBLISHABLE_KEYS"], values["SUPABASE_ANON_KEY"]),
      secretKeys: chooseKeys(values["SUPABASE_SECRET_KEYS"], values["SUPABASE_SERVICE_ROLE_KEY"]),
    },
    // Turn off compilation, because compiling the schema takes longer than using it once.
    { jitless: true },
  );
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `${issue.path.join(".")}: ${issue.message} (see .env.example)`,
  );
  throw new Error(`The functions' environment is incomplete.\n${problems.join("\n")}`);
}

/** Uses the legacy key only if there are no new keys, because projects that have new ones may have disabled it. */
const chooseKeys = (
  currentKeys: string | undefined,
  legacyKey: string | undefined,
): string | undefined =>
  (currentKeys === undefined || /^\s*\{\s*\}\s*$/.test(currentKeys)) && legacyKey !== undefined
    ? JSON.stringify({ default: legacyKey })
    : currentKeys;
