import { randomUUID } from "node:crypto";
import { Problem } from "../machine/problem.ts";
import type { DeploymentClient } from "./deployment.ts";

export interface Check {
  readonly name: string;
  /** Returns an optional note, or throws an error that says what is wrong and how to fix it. */
  readonly run: (deployment: DeploymentClient) => Promise<string | void>;
}

function requireThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Problem(message);
}

export const checks: readonly Check[] = [
  {
    name: "site security headers",
    run: async ({ site, ask }) => {
      const { headers } = await ask(`${site}/`);
      const policy = headers.get("Content-Security-Policy") ?? "";
      const scriptSources = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'unsafe-inline'";
      const publishAdvice =
        "Publish web/dist with its _headers file, and make sure the CDN doesn't add headers of its own.";
      requireThat(
        !/'unsafe-(inline|eval)'|(^|[ /])\*( |$)/.test(scriptSources),
        `The content security policy doesn't restrict scripts. ${publishAdvice}`,
      );
      for (const name of ["object-src", "base-uri", "frame-ancestors"]) {
        requireThat(
          policy.includes(`${name} 'none'`),
          `The content security policy is missing ${name} 'none'. ${publishAdvice}`,
        );
      }
      const maxAge = /max-age=(\d+)/.exec(headers.get("Strict-Transport-Security") ?? "")?.[1];
      requireThat(Number(maxAge) >= 31_536_000, `HSTS is missing or too short. ${publishAdvice}`);
      const hasNosniff = headers.get("X-Content-Type-Options") === "nosniff";
      requireThat(hasNosniff, `X-Content-Type-Options isn't nosniff. ${publishAdvice}`);
    },
  },
  {
    name: "site pages and rewrites",
    run: async ({ site, ask }) => {
      for (const path of ["/admin", "/volunteer-dashboard"]) {
        const { status } = await ask(`${site}${path}`);
        requireThat(status === 200, `${path} returned ${status}. ${RULES_ADVICE}`);
      }
      const missingPageResponse = await ask(`${site}/no-such-page`);
      requireThat(
        missingPageResponse.status === 404,
        `A page that doesn't exist returned ${missingPageResponse.status}. ${RULES_ADVICE}`,
      );
    },
  },
  {
    name: "news pages rendered on request",
    run: async ({ site, ask }) => {
      const newsResponse = await ask(`${site}/news`);
      const feedResponse = await ask(`${site}/feed.xml`);
      const isRendered = newsResponse.status === 200 && newsResponse.text.includes('"isText":true');
      requireThat(
        isRendered,
        `/news returned ${newsResponse.status}, and web/edge didn't render it. ${RULES_ADVICE}`,
      );
      requireThat(
        feedResponse.status === 200,
        `/feed.xml returned ${feedResponse.status}. ${RULES_ADVICE}`,
      );
      const restrictsScripts = newsResponse.headers
        .get("Content-Security-Policy")
        ?.includes("script-src 'self'");
      requireThat(
        restrictsScripts === true,
        `The content security policy doesn't restrict scripts on /news. Build and deploy again.`,
      );
    },
  },
  {
    name: "API through the CDN",
    run: async ({ site, ask }) => {
      const { status, text } = await ask(`${site}/api/health`);
      const isOurApi = (status === 200 && text.includes('"ok"')) || text.includes('"unhealthy"');
      requireThat(isOurApi, `/api/health returned ${status}. ${RULES_ADVICE}`);
    },
  },
  {
    name: "scheduled jobs",
    run: async ({ site, ask }) => {
      const { status, text } = await ask(`${site}/api/health`);
      requireThat(
        status === 200,
        `${/late: ([^"]*)\."/.exec(text)?.[1] ?? "The API"} isn't running as it should (see docs/deployment.md, Scheduled jobs).`,
      );
    },
  },
  {
    name: "project functions",
    run: async (deployment) => {
      const base = await deployment.functionsUrl();
      const deployAdvice = "Run `npx supabase functions deploy` to deploy all of them.";
      const apiResponse = await deployment.ask(`${base}/api/health`);
      const zipResponse = await deployment.ask(`${base}/zip-lookup/zip-lookup/76102`);
      // The function rejects GET requests, so this doesn't start a payment.
      const paymentsResponse = await deployment.ask(`${base}/payments/create-payment-intent`);
      requireThat(
        apiResponse.status !== 404,
        `api returned ${apiResponse.status}. ${deployAdvice}`,
      );
      requireThat(
        zipResponse.status === 200,
        `zip-lookup returned ${zipResponse.status}. ${deployAdvice}`,
      );
      requireThat(
        paymentsResponse.status === 405,
        `payments returned ${paymentsResponse.status}. ${deployAdvice}`,
      );
      const mailsResponse = await deployment.ask(`${base}/send-emails/send-emails`);
      requireThat(
        mailsResponse.status === 405,
        `send-emails returned ${mailsResponse.status}. ${deployAdvice}`,
      );
    },
  },
  {
    name: "function security headers",
    run: async (deployment) => {
      const { headers } = await deployment.ask(`${deployment.site}/api/health`);
      const hasStrictPolicy = headers
        .get("Content-Security-Policy")
        ?.includes("default-src 'none'");
      requireThat(
        hasStrictPolicy === true,
        "The functions' content security policy is missing. The CDN must pass it through.",
      );
      const hasNosniff = headers.get("X-Content-Type-Options") === "nosniff";
      requireThat(
        hasNosniff,
        "X-Content-Type-Options isn't nosniff. The CDN must pass it through.",
      );
    },
  },
  {
    name: "requests from other sites",
    run: async ({ site, ask }) => {
      const allowedOriginFor = async (origin: string) => {
        const { headers } = await ask(`${site}/api/health`, { headers: { Origin: origin } });
        return headers.get("Access-Control-Allow-Origin");
      };
      const siteOrigin = new URL(site).origin;
      requireThat(
        (await allowedOriginFor(siteOrigin)) === siteOrigin,
        `The API doesn't allow requests from the site's own origin. Run \`npx supabase secrets set SITE_URL=${siteOrigin}\`.`,
      );
      const otherOrigin = await allowedOriginFor("https://elsewhere.example");
      requireThat(
        otherOrigin === null,
        "Other sites are allowed. Set ALLOWED_ORIGINS to your own origins only.",
      );
    },
  },
  {
    name: "pictures",
    run: async ({ site, ask }) => {
      const { status, headers } = await ask(`${site}/images/site/${randomUUID()}`);
      const isPage = (headers.get("Content-Type") ?? "").includes("html");
      requireThat(
        (status === 400 || status === 404) && !isPage,
        `/images doesn't reach the project. ${RULES_ADVICE}`,
      );
      const { text } = await ask(`${site}/api/home`);
      const imagePath = /"(\/images\/[^"]+)"/.exec(text)?.[1];
      if (imagePath === undefined) return "none published yet";
      const pictureResponse = await ask(`${site}${imagePath}`);
      const type = pictureResponse.headers.get("Content-Type") ?? "";
      const isShown = pictureResponse.status === 200 && type.startsWith("image/");
      requireThat(
        isShown,
        `${imagePath} returned ${pictureResponse.status}. Make the \`images\` bucket public.`,
      );
      return undefined;
    },
  },
  {
    name: "keys",
    run: async ({ configuration }) => {
      const { keys, tokenKeys } = await configuration();
      const legacyKeysNote = "legacy keys, which Supabase is retiring: create current ones (sb_…)";
      return `${keys === "current" ? "current keys" : legacyKeysNote}; token keys: ${String(tokenKeys)}`;
    },
  },
  {
    name: "no secrets in scripts",
    run: async (deployment) => {
      const scripts = await deployment.scripts();
      const hasSecret = /(sb_secret|sk_live|sk_test|whsec|rk_live)_\w{8}/.test(scripts);
      requireThat(
        !hasSecret,
        "The site's scripts contain a secret key. Revoke it now, then rebuild without it.",
      );
    },
  },
  {
    name: "CDN secret",
    run: async ({ configuration }) => {
      const { edgeSecret, addressFrom } = await configuration();
      requireThat(
        edgeSecret === true,
        "EDGE_SECRET isn't set. Run `npx supabase secrets set EDGE_SECRET=…`.",
      );
      requireThat(
        addressFrom === "cdn",
        "The CDN doesn't send the right secret, so all visitors count as one. Deploy web/edge with the same EDGE_SECRET.",
      );
    },
  },
  {
    name: "one visitor counts once",
    run: async (deployment) => {
      const { configuration, site } = deployment;
      const bases = [site, await deployment.functionsUrl()];
      const fakeAddress = "203.0.113.250";
      const headers = {
        "X-Forwarded-For": fakeAddress,
        "X-Real-IP": fakeAddress,
        "X-Visitor-Address": fakeAddress,
        "X-Edge-Secret": "invented",
      };
      const visitorHashes = new Set<unknown>();
      for (const base of bases) {
        visitorHashes.add((await configuration({ base }))["countedBy"]);
        visitorHashes.add((await configuration({ base, headers }))["countedBy"]);
      }
      requireThat(
        visitorHashes.size === 1,
        "One visitor counts as several when requests skip the CDN or carry made-up headers. Make sure that only the CDN knows EDGE_SECRET.",
      );
    },
  },
  {
    name: "sign-up is closed",
    run: async (deployment) => {
      const apikey = await deployment.publishableKey();
      const url = `${await deployment.projectUrl()}/auth/v1/settings`;
      const { disable_signup: isClosed } = await deployment.json(url, { headers: { apikey } });
      requireThat(
        isClosed === true,
        "Anyone can sign up. Run `npx supabase config push` to close sign-up.",
      );
    },
  },
  {
    name: "direct Auth endpoints",
    run: async (deployment) => {
      const apikey = await deployment.publishableKey();
      const headers = { apikey, "Content-Type": "application/json" };
      // No one has this address and no user is created, so no email is sent.
      const body = JSON.stringify({ email: "check@accounts.invalid", create_user: false });
      for (const path of ["/otp", "/recover"]) {
        const url = `${await deployment.projectUrl()}/auth/v1${path}`;
        const { text } = await deployment.ask(url, { method: "POST", headers, body });
        requireThat(
          text.includes("captcha_failed"),
          `${path} works without a captcha, so anyone can find out who has an account. Turn on [auth.captcha] (see docs/deployment.md).`,
        );
      }
    },
  },
  {
    name: "Auth settings",
    run: async (deployment) => {
      const settings = await deployment.authSettings();
      if (settings === undefined) return "not checked: set SUPABASE_ACCESS_TOKEN to check them";
      for (const [name, isExpected] of Object.entries(AUTH_SETTINGS)) {
        const value = settings[name];
        requireThat(
          isExpected(value),
          `${name} is ${JSON.stringify(value)}. See docs/deployment.md, step 2.`,
        );
      }
      return `administrator passwords: at least ${String(settings["password_min_length"])} characters in Auth itself, 12 through our API`;
    },
  },
  {
    name: "private tables are closed",
    run: async (deployment) => {
      const apikey = await deployment.publishableKey();
      for (const table of ["donations", "users", "audit_log"]) {
        const url = `${await deployment.projectUrl()}/rest/v1/${table}?select=*&limit=1`;
        const { status } = await deployment.ask(url, { headers: { apikey } });
        const isDenied = status === 401 || status === 403;
        requireThat(
          isDenied,
          `${table} returned ${status} to an anonymous visitor. Apply the migrations (\`npx supabase db push\`).`,
        );
      }
    },
  },
  {
    name: "payments",
    run: async ({ configuration }) => {
      const { payments } = await configuration();
      requireThat(
        payments !== null,
        "Payments aren't configured. Set PAYMENTS_MODE and, for stripe, Stripe's keys (see .env.example).",
      );
      return payments === "demo" ? "simulated: no donation is real" : undefined;
    },
  },
  {
    name: "email",
    run: async ({ configuration }) => {
      const { mail } = await configuration();
      requireThat(
        mail !== null,
        "Emails are waiting in the outbox. Set MAIL_TRANSPORT (see .env.example).",
      );
      return mail === "log" ? "log only: no one receives them" : undefined;
    },
  },
  {
    name: "links in emails",
    run: async ({ site, configuration }) => {
      const { siteUrl } = await configuration();
      const isSameHost = new URL(String(siteUrl)).host === new URL(site).host;
      requireThat(isSameHost, `Links would point to ${String(siteUrl)}. Set SITE_URL=${site}.`);
    },
  },
];

const AUTH_SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  disable_signup: (value) => value === true,
  security_captcha_enabled: (value) => value === true,
  security_sb_forwarded_for_enabled: (value) => value === true,
  security_update_password_require_current_password: (value) => value === true,
  mailer_otp_exp: (value) => Number(value) <= 900,
  mailer_otp_length: (value) => Number(value) >= 10,
  rate_limit_email_sent: (value) => Number(value) >= 1000,
};

const RULES_ADVICE =
  "The CDN isn't following _redirects; deploy it with web/edge (see docs/deployment.md).";
