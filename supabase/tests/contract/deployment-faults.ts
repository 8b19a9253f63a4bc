import { obfuscateEmails } from "../edge/email-obfuscation.ts";
import type { Faults } from "./faulty-deployment.ts";
import { authFaultCases } from "./deployment-auth-faults.ts";
import { plants } from "./deployment-plants.ts";
import { SITE_KEY, toLoopback } from "./faulty-deployment.ts";
import {
  challengeFault,
  configurationFault,
  downFault,
  exactFault,
  healthFault,
  missingFunctionFault,
  missingHeaderFault,
  notFoundFault,
  replacedTextFault,
  respond,
  responseFault,
} from "./response-faults.ts";
import { facts, sql } from "./stack.ts";

const SECRET_KEY_PREFIX = ["sb", "secret"].join("_");
const CSP = "Content-Security-Policy";
const legacyKey = [
  "eyJhbGciOiJIUzI1NiJ9",
  btoa('{"role":"anon"}').replaceAll("=", ""),
  "x".repeat(43),
];

/** Each fault, with the one line of the report that fails because of it. */
export const faultCases: readonly (readonly [string, Faults, RegExp])[] = [
  [
    "no content security policy",
    { site: missingHeaderFault(CSP) },
    /^site security headers: \/ has nothing instead of .*Publish web/,
  ],
  [
    "scripts allowed from anywhere",
    {
      site: exactFault("/", ({ headers }) =>
        headers.set(CSP, `${headers.get(CSP)}`.replace("script-src", "script-src 'unsafe-inline'")),
      ),
    },
    /^site security headers: \/ has .*unsafe-inline.* instead of /,
  ],
  [
    "no HSTS",
    { site: missingHeaderFault("Strict-Transport-Security") },
    /^site security headers: \/ has nothing .*strict-transport-security/,
  ],
  [
    "private pages are missing",
    { site: notFoundFault("/admin") },
    /^pages of the app: .*\/admin returned 404/,
  ],
  [
    "every path is a page",
    { site: exactFault("/no-such-page", (exchange) => (exchange.status = 200)) },
    /^pages that don't exist: .*returned 200/,
  ],
  [
    "the CDN throws on a POST to a page",
    {
      site: exactFault("/wp-login.php", (exchange) => {
        if (exchange.method === "POST") exchange.status = 500;
      }),
    },
    /^methods other than GET: POST \/wp-login\.php returned 500 instead of 405/,
  ],
  [
    "the news pages aren't rendered",
    { site: notFoundFault("/news") },
    /^news pages rendered on request: .*\/news returned 404/,
  ],
  [
    "Cloudflare hides email addresses",
    {
      site: exactFault("/", (exchange) => {
        exchange.body = obfuscateEmails(exchange.body.replaceAll("email_off", ""));
      }),
    },
    /^pages as they were built: .*Turn off Email Address Obfuscation/,
  ],
  [
    "Rocket Loader changes the scripts",
    {
      site: replacedTextFault(
        "/",
        "</body>",
        '<script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" defer></script></body>',
      ),
    },
    /^pages as they were built: .*Turn off Rocket Loader/,
  ],
  ...(
    [
      ["a monitor", /UptimeRobot/, 429],
      ["a mail provider", /Go-http-client/, 403],
      ["an odd agent", /^-$/, 403],
    ] as const
  ).map(([caller, agent, status]): [string, Faults, RegExp] => [
    `the CDN challenges ${caller}`,
    { site: challengeFault(agent, status) },
    new RegExp(`^callers that aren't browsers: .*\\(${status}\\).*Turn off Bot Fight Mode`),
  ]),
  ["the feed is missing", { site: notFoundFault("/feed.xml") }, /^feed: .*returned 404/],
  [
    "the CDN doesn't forward the API",
    { site: notFoundFault("/api/") },
    /^API through the CDN: .*returned 404. The CDN isn't following/,
  ],
  [
    "the CDN can't reach the project",
    {
      site: responseFault("/api/", (exchange) =>
        respond(exchange, 503, '{"code":"provider_unavailable","requestId":"cdn-1"}'),
      ),
    },
    /^API through the CDN: The CDN can't reach our functions/,
  ],
  [
    "the database is down",
    {
      site: responseFault("/api/", (exchange) =>
        respond(exchange, 503, '{"code":"provider_unavailable","requestId":"1"}'),
      ),
    },
    /^API through the CDN: The functions can't reach their database/,
  ],
  [
    "the CDN drops the functions' headers",
    { site: responseFault("/api/", ({ headers }) => headers.delete(CSP)) },
    /^function security headers: /,
  ],
  [
    "every origin may call the API",
    {
      site: responseFault("/api/", ({ requestHeaders, headers }) => {
        if (requestHeaders.origin !== facts.webUrl) {
          headers.set("Access-Control-Allow-Origin", requestHeaders.origin ?? "*");
        }
      }),
    },
    /^requests from other sites: .*ALLOWED_ORIGINS/,
  ],
  [
    "image URLs are broken",
    { site: notFoundFault("/images/") },
    /^pictures: \/images doesn't reach the project\. The CDN isn't following/,
  ],
  ["Storage is down", { site: downFault("/images/") }, /^pictures: Storage is down .*503/],
  [
    "threat 36: a secret key is in the scripts",
    {
      site: replacedTextFault("/assets/", /^/, `"${SECRET_KEY_PREFIX}_abcdefgh12345";`),
      changesScripts: true,
    },
    /^no secrets in scripts: .*Revoke/,
  ],
  [
    "the site doesn't name its project",
    {
      site: exactFault("/", ({ headers }) =>
        headers.set(CSP, `${headers.get(CSP)}`.replace(/connect-src [^;]*/, "connect-src 'self'")),
      ),
      isProjectUnknown: true,
    },
    /^project URL: .*VITE_SUPABASE_URL/,
  ],
  ...(
    [
      ["api", "/api/health"],
      ["ai", "/ai/generate-mission-description"],
      ["payments", "/payments/create-payment-intent"],
      ["send-emails", "/send-emails/send-emails"],
      ["stripe-webhook", "/stripe-webhook"],
      ["zip-lookup", "/zip-lookup/zip-lookup/76102"],
    ] as const
  ).map(([name, path]): [string, Faults, RegExp] => [
    `the function ${name} isn't deployed`,
    { project: missingFunctionFault(path) },
    new RegExp(`^function ${name}: ${name} returned 404. .*functions deploy`),
  ]),
  [
    "a function doesn't start",
    { project: downFault("/functions/v1/payments/") },
    /^function payments: payments returned 503\. It doesn't start/,
  ],
  [
    "the site has a legacy key",
    {
      site: replacedTextFault("/assets/", /sb_publishable_[\w-]{8,}/g, legacyKey.join(".")),
      changesScripts: true,
      project: {
        changeRequest: (_, headers) => {
          if (headers["apikey"] === legacyKey.join(".")) headers["apikey"] = facts.publishableKey;
        },
      },
    },
    /^publishable key: .*legacy/,
  ],
  [
    "the site has no key",
    { site: replacedTextFault("/assets/", /sb_publishable_/g, "sb_"), changesScripts: true },
    /^publishable key: .*VITE_SUPABASE_PUBLISHABLE_KEY/,
  ],
  [
    "Supabase runs the functions on another version of Deno",
    configurationFault(
      /"runtime":"[^"]*"/,
      '"runtime":"Deno/2.3.1 (variant; SupabaseEdgeRuntime/1.80.0)"',
    ),
    /^runtime: The functions run on Deno\/2\.3\.1 .*tested on Deno 2\.1\.4/,
  ],
  [
    "the token is wrong",
    { healthToken: "x".repeat(40) },
    /^health token: .*HEALTH_TOKEN is missing/,
  ],
  [
    "the functions have legacy keys",
    configurationFault('"keys":"current"', '"keys":"legacy"'),
    /^secret key: .*legacy/,
  ],
  [
    "the CDN doesn't send its secret",
    {
      site: {
        changeRequest: (path) =>
          path.startsWith("/api/") ? `${toLoopback(facts.apiUrl)}/functions/v1` : undefined,
      },
    },
    /^CDN secret: .*Deploy web\/edge with the same EDGE_SECRET/,
  ],
  [
    "the functions don't know the secret",
    configurationFault('"edgeSecret":true', '"edgeSecret":false'),
    /^CDN secret: .*deploy:secrets/,
  ],
  [
    "invented addresses are trusted",
    {
      project: {
        changeRequest: (_, headers) => {
          if (headers["x-visitor-address"]) headers["x-edge-secret"] = facts.edgeSecret;
        },
      },
    },
    /^one visitor counts once: /,
  ],
  [
    "sign-up is open",
    {
      project: replacedTextFault(
        "/auth/v1/settings",
        '"disable_signup":true',
        '"disable_signup":false',
      ),
    },
    /^sign-up is closed: .*deploy:auth/,
  ],
  ["Auth is down", { project: downFault("/auth/v1/") }, /^sign-up is closed: Auth is down .*503/],
  [
    "no captcha in Auth",
    {
      project: responseFault("/auth/v1/", (exchange) => {
        if (exchange.method === "POST") respond(exchange, 200, "{}");
      }),
    },
    /^direct Auth endpoints: .*Set CAPTCHA_SECRET and run `npm run deploy:auth`/,
  ],
  [
    "a table is readable",
    { project: responseFault("/rest/v1/users", (exchange) => respond(exchange, 200, "[]")) },
    /^private tables are closed: users returned 200.*Apply the migrations/,
  ],
  [
    "REST is down",
    { project: downFault("/rest/v1/") },
    /^private tables are closed: REST is down .*503/,
  ],
  [
    "threat 60: a job doesn't run",
    {
      prepare: () => sql`
        update public.job_runs set ran_at = now() - interval '10 minutes' where name = 'send-emails'`,
    },
    /^scheduled jobs: Scheduled jobs are late: send-emails\. .*step 5/,
  ],
  [
    "there is no build hook",
    configurationFault('"buildHook":"working"', '"buildHook":"unset"'),
    /^build hook: .*BUILD_HOOK_URL/,
  ],
  [
    "the build hook refuses calls",
    configurationFault('"buildHook":"working"', '"buildHook":"failing"'),
    /^build hook: .*refuses our calls/,
  ],
  [
    "no mail transport",
    configurationFault('"mail":"log"', '"mail":null'),
    /^email transport: .*Set MAIL_TRANSPORT/,
  ],
  [
    "no contact information",
    configurationFault('"contactInfo":true', '"contactInfo":false'),
    /^contact information: .*Enter them in the dashboard/,
  ],
  [
    "the site doesn't show the functions' captcha",
    { site: replacedTextFault("/assets/", SITE_KEY, ""), changesScripts: true },
    /^captcha on the site: .*no one can log in or donate\. .*VITE_CAPTCHA_SITE_KEY/,
  ],
  [
    "the functions don't check the site's captcha",
    configurationFault('"captcha":true', '"captcha":false'),
    /^captcha on the site: .*Set CAPTCHA_SECRET/,
  ],
  ...plants,
  [
    "emails wait",
    { site: healthFault("emails", "Emails are waiting.") },
    /^held emails: Emails are waiting\./,
  ],
  [
    "emails link elsewhere",
    configurationFault(/"siteUrl":"[^"]*"/, '"siteUrl":"https://old.example"'),
    /^links in emails: .*old\.example.*Set SITE_URL/,
  ],
  [
    "payments aren't configured",
    configurationFault('"payments":"demo"', '"payments":null'),
    /^payments: .*Set PAYMENTS_MODE/,
  ],
  [
    "Stripe's webhooks are refused",
    configurationFault('"webhook":null', '"webhook":{"isSecretSet":false,"lastEventAt":null}'),
    /^webhook secret: .*STRIPE_WEBHOOK_SECRET/,
  ],
  [
    "Stripe's webhooks have stopped",
    {
      site: healthFault(
        "webhooks",
        "Payment updates from Stripe (webhooks) have stopped arriving.",
      ),
    },
    /^webhook events: Payment updates from Stripe \(webhooks\) have stopped arriving\. .*payments\.md/,
  ],
  ...authFaultCases,
];
