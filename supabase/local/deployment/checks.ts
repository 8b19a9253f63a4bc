import { randomUUID } from "node:crypto";
import { Problem } from "../machine/problem.ts";
import type { Deployment } from "./deployment.ts";

export interface Check {
  readonly name: string;
  /** Says more about what is sound; raises what is wrong, with what to do about it. */
  readonly run: (deployment: Deployment) => Promise<string | void>;
}

/** `what` is true, or `otherwise` is said. */
function demand(what: boolean, otherwise: string): asserts what {
  if (!what) throw new Problem(otherwise);
}

export const checks: readonly Check[] = [
  {
    name: "security headers of the site",
    run: async ({ site, ask }) => {
      const { headers } = await ask(`${site}/`);
      const policy = headers.get("Content-Security-Policy") ?? "";
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'unsafe-inline'";
      const published = "Publish web/dist with its _headers, and see that the CDN adds nothing.";
      demand(
        !/'unsafe-(inline|eval)'|(^|[ /])\*( |$)/.test(scripts),
        `Scripts are not held back. ${published}`,
      );
      for (const name of ["object-src", "base-uri", "frame-ancestors"]) {
        demand(policy.includes(`${name} 'none'`), `The policy lacks ${name} 'none'. ${published}`);
      }
      const maxAge = /max-age=(\d+)/.exec(headers.get("Strict-Transport-Security") ?? "")?.[1];
      demand(Number(maxAge) >= 31_536_000, `HSTS is missing or short. ${published}`);
      const isPlain = headers.get("X-Content-Type-Options") === "nosniff";
      demand(isPlain, `X-Content-Type-Options is not nosniff. ${published}`);
    },
  },
  {
    name: "pages and rewrites of the site",
    run: async ({ site, ask }) => {
      for (const path of ["/admin", "/volunteer-dashboard"]) {
        const { status } = await ask(`${site}${path}`);
        demand(status === 200, `${path} answers ${status}. ${RULES}`);
      }
      const gone = await ask(`${site}/no-such-page`);
      demand(gone.status === 404, `A page that does not exist answers ${gone.status}. ${RULES}`);
    },
  },
  {
    name: "news made when somebody asks",
    run: async ({ site, ask }) => {
      const news = await ask(`${site}/news`);
      const feed = await ask(`${site}/feed.xml`);
      const isMade = news.status === 200 && news.text.includes('"isText":true');
      demand(isMade, `/news answers ${news.status}, and not by web/edge. ${RULES}`);
      demand(feed.status === 200, `/feed.xml answers ${feed.status}. ${RULES}`);
      const isHeldBack = news.headers.get("Content-Security-Policy")?.includes("script-src 'self'");
      demand(isHeldBack === true, `Scripts are not held back on /news. Build and deploy again.`);
    },
  },
  {
    name: "calls through the CDN",
    run: async ({ site, ask }) => {
      const { status, text } = await ask(`${site}/api/health`);
      const isOurs = (status === 200 && text.includes('"ok"')) || text.includes('"job_late"');
      demand(isOurs, `/api/health answers ${status}. ${RULES}`);
    },
  },
  {
    name: "scheduled work",
    run: async ({ site, ask }) => {
      const { status, text } = await ask(`${site}/api/health`);
      demand(
        status === 200,
        `${/late: ([^"]*)\."/.exec(text)?.[1] ?? "The API"} does not run as it should (README, Scheduled work).`,
      );
    },
  },
  {
    name: "functions of the project",
    run: async (deployment) => {
      const base = await deployment.functions();
      const deploy = "`npx supabase functions deploy` brings all of them.";
      const api = await deployment.ask(`${base}/api/health`);
      const zip = await deployment.ask(`${base}/zip-lookup/zip-lookup/76102`);
      // Asked in the wrong way, so that no payment begins: the function itself refuses it.
      const payments = await deployment.ask(`${base}/payments/create-payment-intent`);
      demand(api.status !== 404, `api answers ${api.status}. ${deploy}`);
      demand(zip.status === 200, `zip-lookup answers ${zip.status}. ${deploy}`);
      demand(payments.status === 405, `payments answers ${payments.status}. ${deploy}`);
      const mails = await deployment.ask(`${base}/send-emails/send-emails`);
      demand(mails.status === 405, `send-emails answers ${mails.status}. ${deploy}`);
    },
  },
  {
    name: "security headers of the functions",
    run: async (deployment) => {
      const { headers } = await deployment.ask(`${deployment.site}/api/health`);
      const isHeldBack = headers.get("Content-Security-Policy")?.includes("default-src 'none'");
      demand(
        isHeldBack === true,
        "The policy of the functions is missing. The CDN must pass it on.",
      );
      const isPlain = headers.get("X-Content-Type-Options") === "nosniff";
      demand(isPlain, "X-Content-Type-Options is not nosniff. The CDN must pass it on.");
    },
  },
  {
    name: "calls from other sites",
    run: async ({ site, ask }) => {
      const allowed = async (origin: string) => {
        const { headers } = await ask(`${site}/api/health`, { headers: { Origin: origin } });
        return headers.get("Access-Control-Allow-Origin");
      };
      const ours = new URL(site).origin;
      demand(
        (await allowed(ours)) === ours,
        `The site's own origin is refused. Set SITE_URL=${ours} with \`npx supabase secrets set\`.`,
      );
      const others = await allowed("https://elsewhere.example");
      demand(others === null, "Other sites are let in. Set ALLOWED_ORIGINS to your own addresses.");
    },
  },
  {
    name: "pictures",
    run: async ({ site, ask }) => {
      const { status, headers } = await ask(`${site}/images/site/${randomUUID()}`);
      const isPage = (headers.get("Content-Type") ?? "").includes("html");
      demand((status === 400 || status === 404) && !isPage, `/images leads nowhere. ${RULES}`);
      const { text } = await ask(`${site}/api/home`);
      const shown = /"(\/images\/[^"]+)"/.exec(text)?.[1];
      if (shown === undefined) return "none is published yet";
      const picture = await ask(`${site}${shown}`);
      const type = picture.headers.get("Content-Type") ?? "";
      const isShown = picture.status === 200 && type.startsWith("image/");
      demand(isShown, `${shown} answers ${picture.status}. The bucket \`images\` must be public.`);
      return undefined;
    },
  },
  {
    name: "keys",
    run: async ({ configuration }) => {
      const { keys, tokenKeys } = await configuration();
      const legacy = "legacy keys, which Supabase retires: create the current ones (sb_…)";
      return `${keys === "current" ? "current keys" : legacy}; keys of tokens: ${String(tokenKeys)}`;
    },
  },
  {
    name: "secrets in the scripts",
    run: async (deployment) => {
      const scripts = await deployment.scripts();
      const found = /(sb_secret|sk_live|sk_test|whsec|rk_live)_\w{8}/.test(scripts);
      demand(
        !found,
        "A secret key is in the site's scripts. Revoke it now, then build without it.",
      );
    },
  },
  {
    name: "the CDN's secret",
    run: async ({ configuration }) => {
      const { edgeSecret, addressFrom } = await configuration();
      demand(
        edgeSecret === true,
        "EDGE_SECRET is not set: `npx supabase secrets set EDGE_SECRET=…`.",
      );
      demand(
        addressFrom === "cdn",
        "The CDN does not prove itself, so all visitors count as one. Deploy web/edge with the same EDGE_SECRET.",
      );
    },
  },
  {
    name: "one visitor is one",
    run: async (deployment) => {
      const { configuration, site } = deployment;
      const bases = [site, await deployment.functions()];
      const invented = "203.0.113.250";
      const headers = {
        "X-Forwarded-For": invented,
        "X-Real-IP": invented,
        "X-Visitor-Address": invented,
        "X-Edge-Secret": "invented",
      };
      const counted = new Set<unknown>();
      for (const base of bases) {
        counted.add((await configuration({ base }))["countedBy"]);
        counted.add((await configuration({ base, headers }))["countedBy"]);
      }
      demand(
        counted.size === 1,
        "Through the CDN, straight, or with invented headers one visitor counts as several. Only the CDN may know EDGE_SECRET.",
      );
    },
  },
  {
    name: "sign-up is closed",
    run: async (deployment) => {
      const apikey = await deployment.publishableKey();
      const url = `${await deployment.project()}/auth/v1/settings`;
      const { disable_signup: isClosed } = await deployment.json(url, { headers: { apikey } });
      demand(isClosed === true, "Anybody can sign up. `npx supabase config push` closes it.");
    },
  },
  {
    name: "Auth's own door",
    run: async (deployment) => {
      const apikey = await deployment.publishableKey();
      const headers = { apikey, "Content-Type": "application/json" };
      // Nobody has this address and none is made, so no mail leaves.
      const body = JSON.stringify({ email: "check@accounts.invalid", create_user: false });
      for (const path of ["/otp", "/recover"]) {
        const url = `${await deployment.project()}/auth/v1${path}`;
        const { text } = await deployment.ask(url, { method: "POST", headers, body });
        demand(
          text.includes("captcha_failed"),
          `${path} answers without a captcha, and so tells anybody who has an account. Switch on [auth.captcha] (README, Deploy).`,
        );
      }
    },
  },
  {
    name: "settings of Auth",
    run: async (deployment) => {
      const settings = await deployment.authSettings();
      if (settings === undefined) return "not asked: set SUPABASE_ACCESS_TOKEN to have them read";
      for (const [name, isSound] of Object.entries(AUTH_SETTINGS)) {
        const value = settings[name];
        demand(isSound(value), `${name} is ${JSON.stringify(value)}. See README, Deploy, step 2.`);
      }
      return `administrators' passwords from ${String(settings["password_min_length"])} characters at Auth's own door, 12 at ours`;
    },
  },
  {
    name: "private tables are shut",
    run: async (deployment) => {
      const apikey = await deployment.publishableKey();
      for (const table of ["donations", "users", "audit_log"]) {
        const url = `${await deployment.project()}/rest/v1/${table}?select=*&limit=1`;
        const { status } = await deployment.ask(url, { headers: { apikey } });
        const isShut = status === 401 || status === 403;
        demand(
          isShut,
          `${table} answers ${status} to anybody. Apply the migrations (\`db push\`).`,
        );
      }
    },
  },
  {
    name: "payments",
    run: async ({ configuration }) => {
      const { payments } = await configuration();
      demand(
        payments !== null,
        "Payments are not configured. Set PAYMENTS_MODE, and Stripe's keys where it is stripe (.env.example).",
      );
      return payments === "demo" ? "simulated: no gift is real" : undefined;
    },
  },
  {
    name: "mails",
    run: async ({ configuration }) => {
      const { mail } = await configuration();
      demand(mail !== null, "Mails wait in the outbox. Set MAIL_TRANSPORT (.env.example).");
      return mail === "log" ? "only told in the log: nobody gets one" : undefined;
    },
  },
  {
    name: "addresses in mails",
    run: async ({ site, configuration }) => {
      const { siteUrl } = await configuration();
      const isSame = new URL(String(siteUrl)).host === new URL(site).host;
      demand(isSame, `Links would lead to ${String(siteUrl)}. Set SITE_URL=${site}.`);
    },
  },
];

/** By the names of Supabase's Management API. */
const AUTH_SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  disable_signup: (value) => value === true,
  security_captcha_enabled: (value) => value === true,
  security_sb_forwarded_for_enabled: (value) => value === true,
  security_update_password_require_current_password: (value) => value === true,
  mailer_otp_exp: (value) => Number(value) <= 900,
  mailer_otp_length: (value) => Number(value) >= 10,
  rate_limit_email_sent: (value) => Number(value) >= 1000,
};

const RULES = "The CDN does not follow _redirects; web/edge has what it needs (README, Deploy).";
