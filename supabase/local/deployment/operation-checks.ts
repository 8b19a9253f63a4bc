import { type Check, requireThat, SECRET_ADVICE } from "./check.ts";
import type { HealthProblemKind } from "../../functions/_shared/contracts/choices.ts";

/** How long a build may take until its pages are online. */
const BUILD_MS = 30 * 60_000;

/** The clocks of the CDN's builds and of the database may differ. */
const CLOCK_DIFFERENCE_MS = 60_000;

const HOUR_IN_MINUTES = 60;
const formatAge = (minutes: number): string =>
  minutes < 2 * HOUR_IN_MINUTES
    ? `${minutes} minutes`
    : `${Math.floor(minutes / HOUR_IN_MINUTES)} hours`;

/** Returns a check that fails with the message of `/api/health` about one kind of problem. */
const createHealthCheck =
  (kind: HealthProblemKind, advice: string): Check["run"] =>
  async ({ readHealthProblems }) => {
    const message = (await readHealthProblems()).get(kind);
    requireThat(message === undefined, `${message} ${advice}`);
  };

/** The services that System Status shows. */
const SERVICES = [
  ["database", "database"],
  ["payments", "Stripe"],
  ["mail", "email provider"],
  ["storage", "Storage"],
  ["auth", "Auth"],
] as const;

/** Other checks report services that aren't set up. */
const SERVICE_PROBLEMS: Readonly<Record<string, string>> = {
  failing: "It doesn't respond to the functions.",
  refused: "It refuses the functions' key.",
};

/** Matches a Turnstile site key in quotes, including the test keys, which start with 1x, 2x or 3x. */
const TURNSTILE_SITE_KEY = /["'`][0-3]x[\w-]{20,}["'`]/;

/** Checks everything that must run unattended: jobs, emails and payments. */
export const operationChecks: readonly Check[] = [
  {
    name: "writes",
    run: createHealthCheck("database", "See docs/operate/incidents.md."),
  },
  {
    name: "scheduled jobs",
    run: async (deployment) => {
      await createHealthCheck("jobs", "See docs/operate/go-live.md, step 5.")(deployment);
      const { jobs } = await deployment.getConfiguration().catch(() => ({ jobs: [] }));
      const sender = jobs.find(({ name }) => name === "send-emails");
      return typeof sender?.ageMinutes === "number"
        ? `send-emails ran ${formatAge(sender.ageMinutes)} ago`
        : undefined;
    },
  },
  {
    name: "build hook",
    run: async ({ getConfiguration, fetchPage }) => {
      const { buildHook, buildCalledAt } = await getConfiguration();
      requireThat(
        buildHook !== "unset",
        `Pages keep the content of the last build. Create a build hook at the CDN, and set BUILD_HOOK_URL. ${SECRET_ADVICE}`,
      );
      requireThat(
        buildHook === "working",
        "The build hook refuses our calls, so pages keep old content. Create a new one at the CDN, and set BUILD_HOOK_URL.",
      );
      const calledAt = Date.parse(buildCalledAt ?? "");
      if (Number.isNaN(calledAt) || Date.now() - calledAt < BUILD_MS) return;
      const builtAt = /"renderedAt":"([^"]+)"/.exec((await fetchPage("/")).text)?.[1] ?? "";
      requireThat(
        Date.parse(builtAt) >= calledAt - CLOCK_DIFFERENCE_MS,
        `The pages are from ${builtAt || "an unknown time"}, although the build hook was called at ${buildCalledAt}. Look at the CDN's builds: they fail, or the hook builds another branch or site.`,
      );
    },
  },
  {
    name: "email transport",
    run: async ({ getConfiguration }) => {
      const { mail } = await getConfiguration();
      requireThat(
        mail !== null,
        "Emails wait in the outbox. Set MAIL_TRANSPORT (see .env.example).",
      );
      return mail === "log" ? "log only: no one receives them" : undefined;
    },
  },
  {
    name: "settings for tests",
    run: async ({ getConfiguration }) => {
      const { testSettings } = await getConfiguration();
      requireThat(
        testSettings.length === 0,
        `Only tests and development need these values: ${testSettings.join(", ")}. Remove them (\`npx supabase secrets unset\`), or set them as .env.example says.`,
      );
    },
  },
  {
    name: "contact information",
    run: async ({ getConfiguration }) => {
      const { contactInfo } = await getConfiguration();
      requireThat(
        contactInfo,
        "Emails wait, because they need the organization's name and address. Enter them in the dashboard (Content, Organization).",
      );
    },
  },
  {
    name: "held emails",
    run: createHealthCheck("emails", "They go out within a minute after that is fixed."),
  },
  {
    name: "links in emails",
    run: async ({ site, getConfiguration }) => {
      const { siteUrl } = await getConfiguration();
      const isSameHost = new URL(siteUrl).host === new URL(site).host;
      requireThat(isSameHost, `Links would point to ${siteUrl}. Set SITE_URL=${site}.`);
    },
  },
  {
    name: "captcha on the site",
    run: async ({ fetchScripts, getConfiguration }) => {
      const { captcha, noCaptcha } = await getConfiguration();
      const hasSiteKey = TURNSTILE_SITE_KEY.test(await fetchScripts());
      requireThat(
        hasSiteKey || !captcha,
        "The functions require a captcha that the site doesn't show, so no one can log in or donate. Build the site with VITE_CAPTCHA_SITE_KEY.",
      );
      requireThat(
        captcha || !hasSiteKey,
        "The site shows a captcha that the functions don't check. Set CAPTCHA_SECRET.",
      );
      requireThat(
        captcha || noCaptcha,
        "There is no captcha. Set one up (docs/operate/go-live.md), or set CAPTCHA=off if you decide against it.",
      );
      return captcha ? undefined : "off, as CAPTCHA says";
    },
  },
  {
    name: "ERASURE_KEY",
    run: async (deployment) => {
      const { erasureKey } = await deployment.getConfiguration();
      requireThat(erasureKey, `No one's data can be erased. Set ERASURE_KEY. ${SECRET_ADVICE}`);
      await createHealthCheck("erasures", "See docs/operate/rotate-keys.md.")(deployment);
    },
  },
  {
    name: "payments",
    run: async (deployment) => {
      const { payments } = await deployment.getConfiguration();
      requireThat(
        payments !== null,
        "Payments aren't configured. Set PAYMENTS_MODE and, for stripe, Stripe's keys (see .env.example).",
      );
      await createHealthCheck("payments", "See docs/operate/incidents.md.")(deployment);
      return payments === "demo" ? "simulated: no donation is real" : undefined;
    },
  },
  ...SERVICES.map(([key, name]): Check => ({
    name: `service ${name}`,
    run: async ({ getServices }) => {
      const { state } = (await getServices())[key];
      const problem = SERVICE_PROBLEMS[state];
      requireThat(
        problem === undefined,
        `${problem} System Status in the dashboard and the functions' log say more.`,
      );
      return state === "working" ? undefined : state;
    },
  })),
  {
    name: "webhook secret",
    run: async ({ getConfiguration }) => {
      const { webhook } = await getConfiguration();
      if (webhook === null) return "not needed: payments don't go through Stripe";
      requireThat(
        webhook.isSecretSet,
        "Stripe's webhooks are refused. Set STRIPE_WEBHOOK_SECRET (see docs/payments.md).",
      );
      return undefined;
    },
  },
  {
    name: "webhook events",
    run: async (deployment) => {
      await createHealthCheck(
        "webhooks",
        "See docs/payments.md, “When figures differ”.",
      )(deployment);
      const { webhook } = await deployment.getConfiguration().catch(() => ({ webhook: null }));
      if (webhook === null) return undefined;
      return webhook.lastEventAt === null
        ? "none yet; send a test event from Stripe"
        : `last event: ${webhook.lastEventAt}`;
    },
  },
];
