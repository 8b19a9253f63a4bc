import { VERSION } from "../../functions/_shared/rules/version.ts";
import { VERSION_HEADER } from "../../functions/_shared/rules/version-header.ts";
import { HOSTED_RUNTIME } from "../functions/hosted-runtime.ts";
import { AUTH_ADVICE, type Check, requireThat, SECRET_ADVICE, SkippedCheck } from "./check.ts";
import { isDown, parseJsonResponse, type RequestTarget, requireAvailable } from "./deployment.ts";

interface FunctionCall {
  readonly name: string;
  readonly path: string;
  /** Returns whether the response came from our function. None of these requests changes anything. */
  readonly isOurs: (status: number, text: string) => boolean;
}

const isMethodNotAllowed = (status: number): boolean => status === 405;

const FUNCTION_CALLS: readonly FunctionCall[] = [
  {
    name: "api",
    path: "/api/health",
    isOurs: (status, text) => status === 200 || text.includes('"requestId"'),
  },
  { name: "ai", path: "/ai/generate-mission-description", isOurs: isMethodNotAllowed },
  { name: "payments", path: "/payments/create-payment-intent", isOurs: isMethodNotAllowed },
  { name: "send-emails", path: "/send-emails/send-emails", isOurs: isMethodNotAllowed },
  // This function accepts only POST. The error code of our 404 is lowercase, unlike in Supabase's 404.
  {
    name: "stripe-webhook",
    path: "/stripe-webhook",
    isOurs: (_, text) => text.includes('"not_found"'),
  },
  { name: "zip-lookup", path: "/zip-lookup/zip-lookup/76102", isOurs: (status) => status === 200 },
];

/** Each function is deployed on its own, and tells its version to whoever has HEALTH_TOKEN. */
const versionCheck: Check = {
  name: "versions",
  run: async ({ fetchPage, getConfiguration, getFunctionsUrl, requestAsMonitor }) => {
    const { text } = await fetchPage("/edge-pages.json");
    const siteVersion = /^\{"version":"([^"]*)"/.exec(text)?.[1] ?? "unknown";
    const versions: (readonly [string, string])[] = [["The site", siteVersion]];
    const { version } = await getConfiguration();
    versions.push(["The API behind the site", version]);
    for (const { name, path } of FUNCTION_CALLS) {
      const response = await requestAsMonitor(`${await getFunctionsUrl()}${path}`);
      // Another check reports a function that isn't there or doesn't start.
      if (response.headers.has("X-Request-Id")) {
        versions.push([`The function ${name}`, response.headers.get(VERSION_HEADER) ?? "unknown"]);
      }
    }
    for (const [part, deployed] of versions) {
      requireThat(
        deployed === VERSION,
        `${part} has version ${deployed}, and this checkout has ${VERSION}. Deploy the site and all functions from one checkout, and run this command there.`,
      );
    }
    return VERSION;
  },
};

const functionChecks = FUNCTION_CALLS.map(({ name, path, isOurs }): Check => ({
  name: `function ${name}`,
  run: async ({ getFunctionsUrl, request }) => {
    const response = await request(`${await getFunctionsUrl()}${path}`);
    const advice = isDown(response)
      ? "It doesn't start; its log in the Supabase dashboard says why (usually a missing secret)."
      : "Run `npx supabase functions deploy` to deploy all functions.";
    requireThat(
      isOurs(response.status, response.text),
      `${name} returned ${response.status}. ${advice}`,
    );
  },
}));

/** Checks the Supabase project: keys, functions and what the public can reach. */
export const projectChecks: readonly Check[] = [
  {
    name: "project URL",
    run: async (deployment) => {
      await deployment.findProjectUrl();
    },
  },
  ...functionChecks,
  versionCheck,
  {
    name: "publishable key",
    run: async ({ findSiteKey }) => {
      const { isLegacy } = await findSiteKey();
      requireThat(
        !isLegacy,
        "The site uses a legacy key, which Supabase is retiring. Build with a current one (sb_publishable_…).",
      );
    },
  },
  {
    name: "health token",
    run: async ({ readHealthProblems, readConfiguration }) => {
      // Skips this check if the API itself is unavailable.
      await readHealthProblems();
      await readConfiguration();
    },
  },
  {
    name: "secret key",
    run: async ({ getConfiguration }) => {
      const { keys, tokenKeys } = await getConfiguration();
      requireThat(
        keys === "current",
        "The functions use legacy keys, which Supabase is retiring and Auth doesn't accept for visitors' addresses. Create current keys (Settings, API Keys), and deploy the functions again.",
      );
      return `token keys: ${tokenKeys}`;
    },
  },
  {
    name: "runtime",
    run: async ({ getConfiguration }) => {
      const { runtime } = await getConfiguration();
      const isTested = runtime.startsWith(`Deno/${HOSTED_RUNTIME.deno} `);
      requireThat(
        isTested || !runtime.includes("SupabaseEdgeRuntime"),
        `The functions run on ${runtime}, and this version was tested on Deno ${HOSTED_RUNTIME.deno}. Try a donation, a receipt and an upload on staging before you rely on it.`,
      );
      return runtime;
    },
  },
  {
    name: "CDN secret",
    run: async ({ getConfiguration }) => {
      const { edgeSecret, addressFrom } = await getConfiguration();
      requireThat(edgeSecret, `EDGE_SECRET isn't set. ${SECRET_ADVICE}`);
      requireThat(
        addressFrom === "cdn",
        "The CDN doesn't send the right secret, so all visitors count as one. Deploy web/edge with the same EDGE_SECRET.",
      );
    },
  },
  {
    name: "one visitor counts once",
    run: async ({ getConfiguration, readConfiguration, site, getFunctionsUrl }) => {
      const { addressFrom } = await getConfiguration();
      if (addressFrom !== "cdn") throw new SkippedCheck("skipped: the check “CDN secret” failed");
      const fakeAddress = "203.0.113.250";
      const headers = {
        "X-Forwarded-For": fakeAddress,
        "X-Real-IP": fakeAddress,
        "X-Visitor-Address": fakeAddress,
        "X-Edge-Secret": "invented",
      };
      const visitorHashes = new Set<string>();
      const readVisitorHash = async (target: RequestTarget) => {
        const { countedBy: hash } = await readConfiguration(target).catch(() => {
          throw new SkippedCheck("skipped: the check “function api” failed");
        });
        return hash;
      };
      for (const baseUrl of [site, await getFunctionsUrl()]) {
        visitorHashes.add(await readVisitorHash({ baseUrl }));
        visitorHashes.add(await readVisitorHash({ baseUrl, headers }));
      }
      requireThat(
        visitorHashes.size === 1,
        "One visitor counts as several when requests skip the CDN or carry made-up headers. Make sure that only the CDN knows EDGE_SECRET.",
      );
    },
  },
  {
    name: "sign-up is closed",
    run: async ({ getPublishableKey, getProjectUrl, request }) => {
      const apikey = await getPublishableKey();
      const url = `${await getProjectUrl()}/auth/v1/settings`;
      const response = await requireAvailable("Auth", request(url, { headers: { apikey } }));
      const { disable_signup: isClosed } = parseJsonResponse(url, response);
      requireThat(isClosed === true, `Anyone can sign up. ${AUTH_ADVICE}`);
    },
  },
  {
    name: "direct Auth endpoints",
    run: async ({ getConfiguration, getPublishableKey, getProjectUrl, request }) => {
      const { noCaptcha, captcha } = await getConfiguration();
      const isOff = noCaptcha && !captcha;
      const headers = { apikey: await getPublishableKey(), "Content-Type": "application/json" };
      // No one has this address and no user is created, so no email is sent.
      const body = JSON.stringify({ email: "check@accounts.invalid", create_user: false });
      for (const path of ["/otp", "/recover"]) {
        const url = `${await getProjectUrl()}/auth/v1${path}`;
        const response = await request(url, { method: "POST", headers, body });
        if (isDown(response))
          throw new SkippedCheck("skipped: the check “sign-up is closed” failed");
        const isGuarded = response.text.includes("captcha_failed");
        requireThat(
          isGuarded || isOff,
          `${path} works without a captcha, so anyone can find out who has an account. Set CAPTCHA_SECRET and run \`npm run deploy:auth\` (see docs/operate/go-live.md, step 3).`,
        );
        requireThat(
          !isGuarded || !isOff,
          `${path} requires a captcha although CAPTCHA=off, so no one can recover a password. Set the captcha up everywhere, or turn off [auth.captcha].`,
        );
      }
      return isOff ? "without a captcha, as CAPTCHA says" : undefined;
    },
  },
];
