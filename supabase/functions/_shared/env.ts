import { z } from "zod";

const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  );

const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"])
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//);

const environmentSchema = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_ANON_KEY: z.string().min(1),
  SUPABASE_SERVICE_ROLE_KEY: z.string().min(1),
  SUPABASE_DB_URL: postgresUrl,
  /** Goes before SUPABASE_DB_URL: the transaction pooler, usually. */
  DATABASE_URL: postgresUrl.optional(),
  /** Only where tokens are signed with a shared secret; otherwise the project's public keys are fetched. */
  AUTH_JWT_SECRET: z.string().min(32).optional(),
  SITE_URL: z.url(),
  ALLOWED_ORIGINS: list,
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  HASH_SECRET: z.string().min(32),
  KEEP_ANSWERS: flag(true),
  PAYMENTS_MODE: z.enum(["demo", "stripe"]).optional(),
  DEMO_PAYMENT_DELAY_MS: z.coerce.number().int().min(0).max(10_000).default(2000),
  REQUIRE_EMAIL_ACTIVATION: flag(true),
});

export type Environment = z.output<typeof environmentSchema>;

/** Throws one error that names every variable that is missing or malformed; never their values. */
export function parseEnvironment(
  source: Readonly<Record<string, string | undefined>>,
): Environment {
  // An empty value in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `${issue.path.join(".")}: ${issue.message} (.env.example explains it)`,
  );
  throw new Error(`The functions' environment is incomplete.\n${problems.join("\n")}`);
}
