import { nightlyAuthFaultCases } from "./deployment-auth-faults.ts";
import {
  databasePlants,
  type FaultCase,
  nightlyDatabasePlants,
} from "./deployment-database-plants.ts";
import type { Faults } from "./faulty-deployment.ts";
import {
  configurationFault,
  exactFault,
  headerFault,
  healthFault,
  notFoundFault,
  replacedTextFault,
  respond,
  responseFault,
} from "./response-faults.ts";

const CSP = "Content-Security-Policy";

const serviceFault = (service: string, state: string): Faults => ({
  site: replacedTextFault(
    "/api/health/services",
    new RegExp(`("${service}":\\{[^}]*"state":")\\w+`),
    `$1${state}`,
  ),
});

/** Faults of a deployment that requests to a few addresses don't show, one for each check. */
export const plants: readonly FaultCase[] = [
  [
    "the home page is empty",
    { site: replacedTextFault("/", /<h1[^]*<\/h1>/, "") },
    /^public pages: \/ doesn't show /,
  ],
  [
    "the pages name another site as theirs",
    {
      site: replacedTextFault(
        "/donate",
        /rel="canonical" href="[^"]*"/,
        'rel="canonical" href="https://old.example/donate"',
      ),
    },
    /^search engines: \/donate names https:\/\/old\.example\/donate/,
  ],
  [
    "the picture for emails is missing",
    { site: notFoundFault("/mail.jpg") },
    /^files of the site: \/mail\.jpg returned 404/,
  ],
  [
    "the sitemap lists a dead page",
    {
      site: replacedTextFault(
        "/sitemap.xml",
        /(<loc>[^<]*)\/donate<\/loc>/,
        "$1/donate</loc></url><url>$1/gone</loc>",
      ),
    },
    /^sitemap: The sitemap lists .*\/gone, which returned 404/,
  ],
  [
    "the site is an earlier version",
    { site: replacedTextFault("/edge-pages.json", /"version":"[^"]*"/, '"version":"0.0.9"') },
    /^versions: The site has version 0\.0\.9/,
  ],
  [
    "the CDN answers for the API",
    { site: exactFault("/api/home", ({ headers }) => headers.set("Age", "40")) },
    /^caching of the API: The CDN answered \/api\/home with a copy/,
  ],
  [
    "redirects lose the query",
    {
      site: responseFault("/donate/", ({ headers }) => headers.set("Location", "/donate")),
    },
    /^redirects: \/donate\/\?amount=50 returned 301 and leads to \/donate instead of/,
  ],
  [
    "no one's data can be erased",
    configurationFault('"erasureKey":true', '"erasureKey":false'),
    /^ERASURE_KEY: .*Set ERASURE_KEY/,
  ],
  [
    "a laptop's settings were deployed",
    configurationFault('"testSettings":[]', '"testSettings":["CACHE_RESPONSES","SMTP_TLS"]'),
    /^settings for tests: .*: CACHE_RESPONSES, SMTP_TLS\. /,
  ],
  [
    "nothing can be saved",
    { site: healthFault("database", "The database is read-only, so nothing can be saved.") },
    /^writes: The database is read-only/,
  ],
  ...(
    [
      ["database", "database", "failing"],
      ["payments", "Stripe", "refused"],
      ["mail", "email provider", "failing"],
      ["storage", "Storage", "refused"],
      ["auth", "Auth", "failing"],
    ] as const
  ).map(([key, name, state]): FaultCase => [
    `${name} is ${state}`,
    serviceFault(key, state),
    new RegExp(`^service ${name}: It (refuses|doesn't respond)`),
  ]),
  ...databasePlants,
  [
    "a bucket is public",
    {
      project: responseFault("/storage/v1/object/public/uploads/", (exchange) =>
        respond(
          exchange,
          400,
          '{"statusCode":"404","error":"not_found","message":"Object not found"}',
        ),
      ),
    },
    /^private buckets are closed: The bucket uploads is public/,
  ],
];

/** More faults of the same kinds. */
export const nightlyPlants: readonly FaultCase[] = [
  [
    "the API may be framed",
    { site: responseFault("/api/health", ({ headers }) => headers.delete("X-Frame-Options")) },
    /^function security headers: \/api\/health has nothing instead of DENY/,
  ],
  [
    "the feed is another site's",
    {
      site: replacedTextFault("/feed.xml", /<link>https?:\/\/[^/<]*/g, "<link>https://old.example"),
    },
    /^feed: \/feed\.xml isn't the feed of /,
  ],
  [
    "the payment provider refuses us",
    { site: healthFault("payments", "The payment provider refuses our requests.") },
    /^payments: The payment provider refuses our requests/,
  ],
  [
    "the donation page is another page",
    { site: replacedTextFault("/donate", /Make a Difference Today/g, "Buy this domain") },
    /^public pages: \/donate doesn't show “Make a Difference Today”/,
  ],
  [
    "a post answers 500",
    {
      site: responseFault("/news/", (exchange) => {
        if (exchange.status === 200) exchange.status = 500;
      }),
    },
    /^public pages: \/news\/.* returned 500/,
  ],
  [
    "the donation page may be framed",
    { site: headerFault("/donate", "X-Frame-Options", "SAMEORIGIN") },
    /^site security headers: \/donate has SAMEORIGIN instead of DENY as its x-frame-options/,
  ],
  [
    "the news have no permissions policy",
    { site: exactFault("/news", ({ headers }) => headers.delete("Permissions-Policy")) },
    /^site security headers: \/news has nothing .*permissions-policy/,
  ],
  [
    "a header keeps search engines out",
    { site: headerFault("/", "X-Robots-Tag", "noindex") },
    /^search engines: \/ tells search engines to leave it out/,
  ],
  [
    "a page keeps search engines out",
    {
      site: replacedTextFault(
        "/donate",
        "</head>",
        '<meta name="robots" content="noindex"></head>',
      ),
    },
    /^search engines: \/donate tells search engines/,
  ],
  [
    "robots.txt keeps search engines out",
    {
      site: exactFault(
        "/robots.txt",
        (exchange) => (exchange.body = "User-agent: *\nDisallow: /\n"),
      ),
    },
    /^search engines: \/robots\.txt/,
  ],
  [
    "a style sheet is missing",
    {
      site: responseFault("/assets/", (exchange) => {
        if (exchange.path.endsWith(".css")) respond(exchange, 404, "Not found");
      }),
      changesScripts: true,
    },
    /^files of the site: \/assets\/.*\.css returned 404/,
  ],
  [
    "scripts are served as pages",
    {
      site: responseFault("/assets/", ({ headers }) => headers.set("Content-Type", "text/html")),
      changesScripts: true,
    },
    /^files of the site: \/assets\/.* is text\/html/,
  ],
  [
    "files aren't kept by browsers",
    {
      site: responseFault("/assets/", ({ headers }) => headers.set("Cache-Control", "no-cache")),
      changesScripts: true,
    },
    /^files of the site: .* has no-cache caching instead of /,
  ],
  [
    "the sitemap is another site's",
    {
      site: replacedTextFault(
        "/sitemap.xml",
        /<loc>https?:\/\/[^/<]*/g,
        "<loc>https://old.example",
      ),
    },
    /^sitemap: .*old\.example.* isn't on /,
  ],
  [
    "one function is an earlier version",
    {
      project: responseFault("/functions/v1/payments/", ({ headers }) =>
        headers.set("X-Version", "0.0.9"),
      ),
    },
    /^versions: The function payments has version 0\.0\.9/,
  ],
  [
    "the CDN lets browsers keep the API's responses",
    {
      site: responseFault("/api/health", ({ headers }) =>
        headers.set("Cache-Control", "public, max-age=3600"),
      ),
    },
    /^caching of the API: \/api\/health has public, max-age=3600/,
  ],
  [
    "ERASURE_KEY is another one",
    { site: healthFault("erasures", "ERASURE_KEY lacks the key of earlier erasures.") },
    /^ERASURE_KEY: ERASURE_KEY lacks the key/,
  ],
  ...nightlyDatabasePlants,
  ...nightlyAuthFaultCases,
  [
    "an inner page names another site as its own",
    {
      site: replacedTextFault(
        "/who-we-are",
        /rel="canonical" href="[^"]*"/,
        'rel="canonical" href="https://staging.example/who-we-are"',
      ),
    },
    /^search engines: \/who-we-are names https:\/\/staging\.example\/who-we-are/,
  ],
  [
    "a login page has no content security policy",
    { site: exactFault("/reset-password", ({ headers }) => headers.delete(CSP)) },
    /^site security headers: \/reset-password has nothing .*content-security-policy/,
  ],
  [
    "a page of the app is missing",
    { site: notFoundFault("/join") },
    /^pages of the app: \/join returned 404/,
  ],
  [
    "the CDN adds a tag manager to a page",
    {
      site: replacedTextFault(
        "/privacy-policy",
        "</head>",
        '<script async src="https://www.googletagmanager.com/gtag/js"></script></head>',
      ),
    },
    /^pages as they were built: \/privacy-policy has a script that isn't ours: .*googletagmanager/,
  ],
  [
    "the CDN adds code to a page",
    { site: replacedTextFault("/admin", "</body>", "<script>track()</script></body>") },
    /^pages as they were built: \/admin has a script that isn't ours: /,
  ],
  [
    "robots.txt keeps search engines out of the news",
    { site: replacedTextFault("/robots.txt", "User-agent: *", "User-agent: *\nDisallow: /news") },
    /^search engines: \/robots\.txt/,
  ],
  [
    "pictures aren't shown on other sites",
    {
      site: responseFault("/images/", (exchange) => {
        if (exchange.requestHeaders.referer !== undefined) respond(exchange, 403, "Forbidden");
      }),
    },
    /^pictures: \/images\/.* returned 403 to a page of another site.*Hotlink Protection/,
  ],
  [
    "the sitemap is an old file",
    {
      site: replacedTextFault(
        "/sitemap.xml",
        /<url><loc>[^<]*\/news\/(?:(?!<\/url>).)*<\/url>/g,
        "",
      ),
    },
    /^sitemap: The sitemap lacks the post “/,
  ],
  [
    "the feed is an old file",
    { site: replacedTextFault("/feed.xml", /<item>[^]*<\/item>/, "") },
    /^feed: \/feed\.xml lacks the post “/,
  ],
  ...(
    [
      ["feed", "/feed.xml"],
      ["sitemap", "/sitemap.xml"],
    ] as const
  ).map(([line, path]): FaultCase => [
    `${path} is served as a page`,
    { site: headerFault(path, "Content-Type", "text/html; charset=utf-8") },
    new RegExp(`^${line}: ${path} is text/html`),
  ]),
  [
    "the build hook builds another branch",
    {
      site: {
        changeResponse: (exchange) => {
          exchange.body = exchange.body
            .replace(/"renderedAt":"[^"]*"/, '"renderedAt":"2026-01-31T12:00:00Z"')
            .replace(
              /"buildCalledAt":[^,]*/,
              `"buildCalledAt":"${new Date(Date.now() - 40 * 60_000).toISOString()}"`,
            );
        },
      },
    },
    /^build hook: The pages are from .* although the build hook was called at /,
  ],
  [
    "the API offers the private schema",
    {
      project: responseFault("/rest/v1/", (exchange) => {
        if (exchange.requestHeaders["accept-profile"] === "private") respond(exchange, 200, "[]");
      }),
    },
    /^private tables are closed: The API offers the schema private \(it returned 200\)/,
  ],
];
