import { type Check, requireThat } from "./check.ts";
import type { HealthProblemKind } from "../../functions/_shared/contracts/choices.ts";

const HOUR_MINUTES = 60;
const ageText = (minutes: number): string =>
  minutes < 2 * HOUR_MINUTES ? `${minutes} minutes` : `${Math.floor(minutes / HOUR_MINUTES)} hours`;

/** Returns a check that fails with the message of `/api/health` about one kind of problem. */
const healthCheck =
  (kind: HealthProblemKind, advice: string): Check["run"] =>
  async ({ healthProblems }) => {
    const message = (await healthProblems()).get(kind);
    requireThat(message === undefined, `${message} ${advice}`);
  };

/** Matches a Turnstile site key in quotes, including the test keys, which start with 1x to 3x. */
const TURNSTILE_SITE_KEY = /["'`][0-3]x[\w-]{20,}["'`]/;

/** Checks everything that must run unattended: jobs, emails and payments. */
export const operationChecks: readonly Check[] = [
  {
    name: "scheduled jobs",
    run: async (deployment) => {
      await healthCheck("jobs", "See docs/operate/go-live.md, step 5.")(deployment);
      const { jobs } = await deployment.configuration().catch(() => ({ jobs: [] }));
      const sender = jobs.find(({ name }) => name === "send-emails");
      return typeof sender?.ageMinutes === "number"
        ? `send-emails ran ${ageText(sender.ageMinutes)} ago`
        : undefined;
    },
  },
  {
    name: "build hook",
    run: async ({ configuration }) => {
      const { buildHook } = await configuration();
      requireThat(
        buildHook !== "unset",
        "Pages keep the content of the last build. Create a build hook at the CDN, and run `npx supabase secrets set BUILD_HOOK_URL=…`.",
      );
      requireThat(
        buildHook === "working",
        "The build hook refuses our calls, so pages keep old content. Create a new one at the CDN, and set BUILD_HOOK_URL.",
      );
    },
  },
  {
    name: "email transport",
    run: async ({ configuration }) => {
      const { mail } = await configuration();
      requireThat(
        mail !== null,
        "Emails wait in the outbox. Set MAIL_TRANSPORT (see .env.example).",
      );
      return mail === "log" ? "log only: no one receives them" : undefined;
    },
  },
  {
    name: "contact information",
    run: async ({ configuration }) => {
      const { contactInfo } = await configuration();
      requireThat(
        contactInfo,
        "Emails wait, because they need the organization's name and address. Enter them in the dashboard (Content, Organization).",
      );
    },
  },
  {
    name: "held emails",
    run: healthCheck("emails", "They go out within a minute after that is fixed."),
  },
  {
    name: "links in emails",
    run: async ({ site, configuration }) => {
      const { siteUrl } = await configuration();
      const isSameHost = new URL(siteUrl).host === new URL(site).host;
      requireThat(isSameHost, `Links would point to ${siteUrl}. Set SITE_URL=${site}.`);
    },
  },
  {
    name: "captcha on the site",
    run: async ({ scripts, configuration }) => {
      const { captcha } = await configuration();
      const hasSiteKey = TURNSTILE_SITE_KEY.test(await scripts());
      requireThat(
        hasSiteKey || !captcha,
        "The functions require a captcha that the site doesn't show, so no one can log in or donate. Build the site with VITE_CAPTCHA_SITE_KEY.",
      );
      requireThat(
        captcha || !hasSiteKey,
        "The site shows a captcha that the functions don't check. Set CAPTCHA_SECRET.",
      );
      return captcha ? undefined : "none";
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
    name: "webhook secret",
    run: async ({ configuration }) => {
      const { webhook } = await configuration();
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
      await healthCheck("webhooks", "See docs/payments.md, “When figures differ”.")(deployment);
      const { webhook } = await deployment.configuration().catch(() => ({ webhook: null }));
      if (webhook === null) return undefined;
      return webhook.lastEventAt === null
        ? "none yet; send a test event from Stripe"
        : `last event: ${webhook.lastEventAt}`;
    },
  },
];
