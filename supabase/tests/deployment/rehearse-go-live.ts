/**
 * `npm run rehearse` goes live as docs/operate/go-live.md says, with stand-ins that refuse what the platform refuses: Auth's
 * settings before SMTP is set up, functions that are too large, and anything that Deno 2.1.4 can't run. Prints how long
 * each step took, and fails unless the site works at the end.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { runCheck } from "../../local/deployment/check.ts";
import { checks } from "../../local/deployment/checks.ts";
import { deployAuth } from "../../local/deployment/deploy-auth.ts";
import { deploySecrets } from "../../local/deployment/deploy-secrets.ts";
import { DeploymentClient } from "../../local/deployment/deployment.ts";
import { parseSecretsFile } from "../../local/deployment/secrets-file.ts";
import { bundleFunctions } from "../../local/functions/bundles.ts";
import { bundlesFolder } from "../../local/functions/functions.ts";
import { HOSTED_RUNTIME } from "../../local/functions/hosted-runtime.ts";
import { startTemporaryStack } from "../../local/temporary-stack.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { TEST_AUTHORITY, TEST_CERTIFICATE } from "../mail/test-certificate.ts";
import { ManagementApi } from "./management-api.ts";
import { closeServers } from "./servers.ts";
import { ACCESS_TOKEN, PROJECT_REF, runManagementCli } from "./supabase-cli.ts";

const OWNER_EMAIL = "owner@example.org";

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min  ${name}`);
  return result;
}

function requireThat(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw new Error(message);
}

/** These lines of the report need a captcha or a CDN's builds, which the rehearsal doesn't have. */
const MISSING_SERVICES = new Set([
  "captcha on the site",
  "direct Auth endpoints",
  "Auth: captcha",
  "build hook",
]);

/** What the embedded stack sets otherwise. The list of stolen passwords is out of reach here. */
const HOSTED_DEFAULTS = {
  BREACHED_PASSWORDS_URL: "http://127.0.0.1:9",
  REQUIRE_EMAIL_ACTIVATION: "true",
};

const management = new ManagementApi();
const managementUrl = await management.start();
const project = { ref: PROJECT_REF, accessToken: ACCESS_TOKEN, managementUrl };
const cli = (args: readonly string[], environment?: Record<string, string>) =>
  runManagementCli(managementUrl, args, environment);
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(36))).toString("base64");

/** Auth refuses our settings until someone has set up SMTP in the dashboard. */
async function pushAuthSettings(siteUrl: string, folder: string): Promise<void> {
  const pushConfig = async () => {
    const { code, output } = await cli(["config", "push"], { SITE_URL: siteUrl });
    requireThat(code === 0, output);
  };
  const push = () => deployAuth(project, { pushConfig, folder, log: () => undefined });
  const refused = await cli(["config", "push"], { SITE_URL: siteUrl });
  requireThat(refused.code !== 0, "The stand-in accepted a push before SMTP was set up.");
  const refusal = await push().then(String, String);
  requireThat(refusal.includes("SMTP"), refusal);
  const smtp = { smtp_host: "smtp.example.org", smtp_admin_email: "hello@example.org" };
  management.settings = { ...management.settings, ...smtp };
  await push();
}

/** The first file has the shape of a real one: a comment, and values that an env file would cut. */
const createSecretsFile = (smtpPort: number, healthToken: string) => `# Secrets of the functions
HASH_SECRET=${random()}
ERASURE_KEY=${random()}
HEALTH_TOKEN=${healthToken}
PAYMENTS_MODE=demo
MAIL_TRANSPORT=smtp
SMTP_HOST=localhost
SMTP_PORT=${smtpPort}
SMTP_TLS=required
SMTP_USER=care
SMTP_PASSWORD=abc#def
SMTP_CA="${TEST_AUTHORITY.trim()}"
`;

async function uploadFunctions(): Promise<void> {
  const bundles = await bundleFunctions();
  const small = new ManagementApi({ largestFunction: 1_000_000 });
  const refused = await runManagementCli(await small.start(), ["functions", "deploy", "--use-api"]);
  requireThat(refused.code !== 0, "The stand-in accepted functions that are too large.");
  const { code, output } = await cli(["functions", "deploy", "--use-api"]);
  requireThat(code === 0, output);
  requireThat(Object.keys(management.functions).length === bundles.size, output);
}

const folder = await mkdtemp(path.join(tmpdir(), "care-packages-go-live-"));
const smtpServer = new SmtpDouble();
smtpServer.certificate = TEST_CERTIFICATE;
const healthToken = random();
const names = [...new Set(createSecretsFile(1, "").match(/^[A-Z_]+(?==)/gm))];
await step("Auth's settings: refused before SMTP is set up, then applied", () =>
  pushAuthSettings("http://localhost:4173", folder),
);
await step("secrets, compared by digest", async () => {
  const file = createSecretsFile(await smtpServer.listen(), healthToken);
  await deploySecrets(project, parseSecretsFile(new TextEncoder().encode(file), names));
});
await step("functions: too large ones refused, ours uploaded", uploadFunctions);
const stack = await step(`database, functions on Deno ${HOSTED_RUNTIME.deno}, site`, () =>
  startTemporaryStack({
    functionsFolder: bundlesFolder,
    functionEnvironment: {
      ...Object.fromEntries(management.secrets),
      CACHE_RESPONSES: "true",
      ...HOSTED_DEFAULTS,
    },
    hasSampleData: false,
    hasSchedule: true,
    isTemporary: true,
    log: (line) => console.log(`          ${line}`),
  }),
);
const { webUrl, apiUrl, databaseUrl, secretKey } = stack.facts;
const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
try {
  await step("first administrator logs in and fills in the contact information", addFirstOwner);
  await step("a visitor donates, and the receipt arrives by email", donate);
  await step("check:deployment", checkSite);
  console.log("The site works.");
} finally {
  await sql.end();
  await stack.stop();
  smtpServer.close();
  closeServers();
  await rm(folder, { recursive: true });
}

// oxlint-disable-next-line typescript/no-explicit-any -- each caller knows what it gets
async function send(url: string, body: object, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: webUrl, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  requireThat(response.ok, `${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function addFirstOwner(): Promise<void> {
  const password = random();
  const headers = { Authorization: `Bearer ${secretKey}`, apikey: secretKey };
  const user = { email: OWNER_EMAIL, password, email_confirm: true };
  const { id } = await send(`${apiUrl}/auth/v1/admin/users`, user, headers);
  await sql`insert into public.users (id, username, user_type) values (${id}, 'owner', 'admin')`;
  const login = await send(`${webUrl}/api/admin/login`, { username: "owner", password });
  const contactInfo = {
    organizationName: "Lamplight Care Packages",
    email: "hello@example.org",
    phone: "(817) 555-0142",
    address: "410 Lantern Street\nFort Worth, TX 76102",
    taxId: "00-0142536",
  };
  await send(`${webUrl}/api/update-contact`, contactInfo, {
    Authorization: `Bearer ${login.session.accessToken}`,
  });
}

async function donate(): Promise<void> {
  // Only administrators get emails about demo money.
  const email = OWNER_EMAIL;
  for (let attempt = 1; smtpServer.receivedEmails.length === 0; attempt += 1) {
    if (attempt > 90) throw new Error(`No receipt arrived: ${await readMailTrouble()}`);
    // A simulated payment is declined now and then.
    if (attempt % 10 === 1) await giveOnce(email).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  requireThat(smtpServer.receivedEmails[0]?.to === email, "Someone else got the receipt.");
  requireThat(smtpServer.logins.includes("care:abc#def"), "The SMTP password arrived changed.");
}

async function readMailTrouble(): Promise<string> {
  const pause = await sql`select * from public.mail_transport`;
  const emails = await sql`select template_name, status, last_error from public.email_outbox`;
  return JSON.stringify({ pause, emails });
}

async function giveOnce(email: string): Promise<void> {
  const terms = (await (await fetch(`${webUrl}/api/checkout`)).json()) as { formToken: string };
  await new Promise((resolve) => setTimeout(resolve, 3500));
  const donorInfo = { firstName: "Ann", lastName: "Lee", email };
  const headers = { "Idempotency-Key": crypto.randomUUID(), "X-Form-Token": terms.formToken };
  const body = { amount: 50, donorInfo };
  const intent = await send(`${webUrl}/api/create-payment-intent`, body, headers);
  const donation = { stripePaymentIntentId: intent.paymentIntentId, status: "completed" };
  await send(`${webUrl}/api/create-donation`, donation);
}

async function checkSite(): Promise<void> {
  management.settings = { ...management.settings, site_url: webUrl };
  const tokens = { healthToken, accessToken: ACCESS_TOKEN, managementUrl };
  const deployment = new DeploymentClient(webUrl, apiUrl, tokens);
  const failed: string[] = [];
  for (const check of checks) {
    const { name, state, detail } = await runCheck(deployment, check);
    console.log(`          ${state.padEnd(7)} ${name}${detail ? `: ${detail}` : ""}`);
    if (state === "failed" && !MISSING_SERVICES.has(name)) failed.push(name);
  }
  requireThat(failed.length === 0, `Failed: ${failed.join(", ")}`);
}
