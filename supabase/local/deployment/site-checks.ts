import { randomUUID } from "node:crypto";
import { DATA_CSP, SECURITY_HEADERS } from "../../functions/_shared/rules/security-headers.ts";
import { CDN_REQUEST_ID_PREFIX } from "../../../web/edge/responses.ts";
import { listSitemapPaths } from "../../functions/_shared/rules/site-pages.ts";
import {
  type Check,
  readType,
  requireThat,
  RULES_ADVICE,
  SECRET_ADVICE,
  SkippedCheck,
} from "./check.ts";
import { isUnhealthyResponse, requireAvailable } from "./deployment.ts";
import { findPost, PAGE_PATHS } from "./pages.ts";

const ZONE_ADVICE = "see docs/operate/go-live.md, “Settings of the Cloudflare zone”";

/** Settings of a Cloudflare zone that change pages, by what they leave in a page. */
const PAGE_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/\/cdn-cgi\/(l\/email-protection|scripts\/[^"]*email-decode)/, "Email Address Obfuscation"],
  [/\/cdn-cgi\/scripts\/[^"]*rocket-loader/, "Rocket Loader"],
  [/\/cdn-cgi\/challenge-platform\//, "Bot Fight Mode"],
  [/\/cdn-cgi\/zaraz\//, "Zaraz"],
  [/static\.cloudflareinsights\.com/, "the automatic setup of Web Analytics"],
  [/\/cdn-cgi\//, "the setting that adds /cdn-cgi/"],
];

/** Matches a script that the build didn't write: from another place than /assets, or with code in the page. */
const FOREIGN_SCRIPT =
  /<script\b(?![^>]*\b(?:src="\/assets\/|type="application\/(?:ld\+)?json"))[^>]*>/;

const SHARED_CACHING = "public, s-maxage=60, stale-while-revalidate=300";

/** A zone of the CDN may demand HTTPS for longer. */
const { "Strict-Transport-Security": _hsts, ...OTHER_SECURITY_HEADERS } = SECURITY_HEADERS;
const API_HEADERS = { ...OTHER_SECURITY_HEADERS, "Content-Security-Policy": DATA_CSP };

/** Requests that must reach the functions each time, with the caching that they allow. */
const API_CACHING: readonly (readonly [path: string, caching: string])[] = [
  ["/api/health", "no-store"],
  ["/api/health", "no-store"],
  ["/api/home", SHARED_CACHING],
];

/** Callers that aren't browsers: a monitor, a calendar, a mail provider that unsubscribes someone, and an odd one. */
const CALLERS: readonly (readonly [method: "GET" | "POST", path: string, agent: string])[] = [
  ["GET", "/api/health", "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"],
  ["GET", "/feed.xml", "Google-Calendar-Importer"],
  ["POST", "/api", "Go-http-client/1.1"],
  ["GET", "/", "-"],
];

/** Checks the responses that visitors get from the CDN. */
export const siteChecks: readonly Check[] = [
  {
    name: "www and the bare domain",
    run: async ({ site, request }) => {
      const { protocol, hostname } = new URL(site);
      const [, www = "", domain] = /^(www\.)?([a-z0-9-]+\.[a-z]{2,})$/.exec(hostname) ?? [];
      if (protocol !== "https:" || domain === undefined) {
        throw new SkippedCheck(`skipped: ${hostname} has no variant with or without www`);
      }
      const variant = `https://${www === "" ? `www.${domain}` : domain}`;
      const { status, headers } = await request(`${variant}/donate`);
      const location = headers.get("Location") ?? "nowhere";
      requireThat(
        status >= 301 && status <= 308 && location === `${site}/donate`,
        `${variant}/donate returned ${status} and leads to ${location}. Add this domain at the CDN, and redirect each of its pages to the same page of ${site}.`,
      );
    },
  },
  {
    name: "plain HTTP",
    run: async ({ site, request }) => {
      if (!site.startsWith("https:")) throw new SkippedCheck("skipped: the site isn't on HTTPS");
      const { status, headers } = await request(`${site.replace("https:", "http:")}/donate`);
      const location = headers.get("Location") ?? "nowhere";
      requireThat(
        status >= 301 && status <= 308 && location === `${site}/donate`,
        `http:// returned ${status} for /donate and leads to ${location}. Turn on “Always use HTTPS” at the CDN.`,
      );
    },
  },
  {
    name: "redirects",
    run: async ({ site, request }) => {
      for (const [path, page] of [
        ["/donate/", "/donate"],
        ["/volunteer-dashboard/", "/volunteer-dashboard"],
        ["/Donate.", "/donate"],
      ] as const) {
        const expected = `${page}?amount=50`;
        const { status, headers } = await request(`${site}${path}?amount=50`);
        const location = (headers.get("Location") ?? "nowhere").replace(site, "");
        requireThat(
          status === 301 && location === expected,
          `${path}?amount=50 returned ${status} and leads to ${location} instead of ${expected}. ${RULES_ADVICE}`,
        );
      }
    },
  },
  {
    name: "pages of the app",
    run: async ({ fetchPage }) => {
      const builtPaths = listSitemapPaths();
      for (const path of PAGE_PATHS.filter((path) => !builtPaths.includes(path))) {
        const { status } = await fetchPage(path);
        requireThat(status === 200, `${path} returned ${status}. ${RULES_ADVICE}`);
      }
    },
  },
  {
    name: "pages that don't exist",
    run: async ({ fetchPage }) => {
      const { status } = await fetchPage("/no-such-page");
      requireThat(status === 404, `A page that doesn't exist returned ${status}. ${RULES_ADVICE}`);
    },
  },
  {
    name: "methods other than GET",
    run: async ({ site, request }) => {
      for (const path of ["/", "/wp-login.php"]) {
        const { status, headers } = await request(`${site}${path}`, {
          method: "POST",
          body: "a=b",
        });
        const isRefused = status === 405 && (headers.get("Allow") ?? "").includes("GET");
        requireThat(
          isRefused,
          `POST ${path} returned ${status} instead of 405 with an Allow header. ${RULES_ADVICE}`,
        );
      }
    },
  },
  {
    name: "news pages rendered on request",
    run: async ({ fetchPage }) => {
      const { status, text } = await fetchPage("/news");
      const isRendered = status === 200 && text.includes('"isText":true');
      requireThat(
        isRendered,
        `/news returned ${status}, and web/edge didn't render it. ${RULES_ADVICE}`,
      );
    },
  },
  {
    name: "pages as they were built",
    run: async ({ fetchPage }) => {
      for (const path of PAGE_PATHS) {
        const { text } = await fetchPage(path);
        const setting = PAGE_CHANGES.find(([trace]) => trace.test(text))?.[1];
        requireThat(
          setting === undefined,
          `Cloudflare changes ${path}. Turn off ${setting} (${ZONE_ADVICE}).`,
        );
        const script = FOREIGN_SCRIPT.exec(text)?.[0];
        requireThat(
          script === undefined,
          `${path} has a script that isn't ours: ${script}. Turn off what adds it at the CDN (${ZONE_ADVICE}).`,
        );
      }
    },
  },
  {
    name: "callers that aren't browsers",
    run: async ({ site, request }) => {
      for (const [method, path, agent] of CALLERS) {
        const { status, headers } = await request(`${site}${path}`, {
          method,
          headers: { "User-Agent": agent },
        });
        requireThat(
          !headers.has("cf-mitigated") && status !== 403,
          `The CDN refused ${method} ${path} by ${agent} (${status}), so monitors, calendars and one-click unsubscribing don't work. Turn off Bot Fight Mode, Browser Integrity Check and Under Attack Mode (${ZONE_ADVICE}).`,
        );
      }
    },
  },
  {
    name: "feed",
    run: async (deployment) => {
      const { fetchPage, site } = deployment;
      const { status, headers, text } = await fetchPage("/feed.xml");
      requireThat(status === 200, `/feed.xml returned ${status}. ${RULES_ADVICE}`);
      const type = readType(headers);
      requireThat(
        type === "application/rss+xml",
        `/feed.xml is ${type || "of no type"} instead of application/rss+xml. ${RULES_ADVICE}`,
      );
      requireThat(
        text.includes("<rss ") && text.includes(`<link>${site}/news</link>`),
        `/feed.xml isn't the feed of ${site}. Build with VITE_SITE_URL set to the site's address.`,
      );
      const post = await findPost(deployment);
      requireThat(
        post === undefined || text.includes(`>${post.id}</guid>`),
        `/feed.xml lacks the post “${post?.title}”. If a CDN keeps an old copy, purge it; a file with this name must not be published.`,
      );
    },
  },
  {
    name: "API through the CDN",
    run: async ({ fetchPage }) => {
      const { status, text } = await fetchPage("/api/health");
      const isOurApi = (status === 200 && text.includes('"ok"')) || isUnhealthyResponse(text);
      const isFromCdn = text.includes(`"requestId":"${CDN_REQUEST_ID_PREFIX}`);
      requireThat(
        !isFromCdn,
        "The CDN can't reach our functions. Look at the project's status in the Supabase dashboard; a paused project must be restored, and functions that are missing must be deployed.",
      );
      requireThat(
        !text.includes('"provider_unavailable"'),
        "The functions can't reach their database. Look at the project's status in the Supabase dashboard, and at DATABASE_URL if it is set.",
      );
      requireThat(isOurApi, `/api/health returned ${status}. ${RULES_ADVICE}`);
    },
  },
  {
    name: "function security headers",
    run: async ({ readHealthProblems, fetchPage }) => {
      await readHealthProblems();
      const { headers } = await fetchPage("/api/health");
      for (const [name, expected] of Object.entries(API_HEADERS)) {
        const actual = headers.get(name) ?? "nothing";
        requireThat(
          actual === expected,
          `/api/health has ${actual} instead of ${expected} as its ${name}. The CDN must pass the functions' headers through.`,
        );
      }
    },
  },
  {
    name: "caching of the API",
    run: async ({ readHealthProblems, site, request }) => {
      await readHealthProblems();
      const readIds = new Set<string | null>();
      for (const [path, caching] of API_CACHING) {
        const { headers } = await request(`${site}${path}`);
        const actual = headers.get("Cache-Control") ?? "nothing";
        requireThat(
          actual === caching,
          `${path} has ${actual} instead of ${caching} as its Cache-Control. Turn off the CDN's caching rules for /api.`,
        );
        const isCopy =
          Number(headers.get("Age") ?? 0) > 0 ||
          /^(HIT|STALE)$/i.test(headers.get("CF-Cache-Status") ?? "");
        requireThat(
          !isCopy && !readIds.has(headers.get("X-Request-Id")),
          `The CDN answered ${path} with a copy, so people would see each other's responses. Turn off its caching rules for /api.`,
        );
        readIds.add(headers.get("X-Request-Id"));
      }
    },
  },
  {
    name: "requests from other sites",
    run: async ({ readHealthProblems, site, request }) => {
      await readHealthProblems();
      const readAllowedOrigin = async (origin: string) => {
        const { headers } = await request(`${site}/api/health`, { headers: { Origin: origin } });
        return headers.get("Access-Control-Allow-Origin");
      };
      const siteOrigin = new URL(site).origin;
      requireThat(
        (await readAllowedOrigin(siteOrigin)) === siteOrigin,
        `The API doesn't allow requests from the site's own origin. Set SITE_URL=${siteOrigin}. ${SECRET_ADVICE}`,
      );
      const otherOrigin = await readAllowedOrigin("https://elsewhere.example");
      requireThat(
        otherOrigin === null,
        "Other sites are allowed. Set ALLOWED_ORIGINS to your own origins only.",
      );
    },
  },
  {
    name: "pictures",
    run: async ({ fetchPage, request, site }) => {
      const { status, headers } = await requireAvailable(
        "Storage",
        fetchPage(`/images/site/${randomUUID()}`),
      );
      const isPage = (headers.get("Content-Type") ?? "").includes("html");
      requireThat(
        (status === 400 || status === 404) && !isPage,
        `/images doesn't reach the project. ${RULES_ADVICE}`,
      );
      const { text } = await fetchPage("/api/home");
      const imagePath = /"(\/images\/[^"]+)"/.exec(text)?.[1];
      if (imagePath === undefined) return "none published yet";
      const pictureResponse = await fetchPage(imagePath);
      const type = pictureResponse.headers.get("Content-Type") ?? "";
      const isShown = pictureResponse.status === 200 && type.startsWith("image/");
      requireThat(
        isShown,
        `${imagePath} returned ${pictureResponse.status}. Make the \`images\` bucket public.`,
      );
      for (const path of [imagePath, "/mail.jpg"]) {
        const linked = await request(`${site}${path}`, {
          headers: { Referer: "https://elsewhere.example/" },
        });
        requireThat(
          linked.status === 200,
          `${path} returned ${linked.status} to a page of another site, so emails and previews of links have no pictures. Turn off Hotlink Protection (${ZONE_ADVICE}).`,
        );
      }
      return undefined;
    },
  },
  {
    name: "no secrets in scripts",
    run: async ({ fetchScripts }) => {
      const hasSecret = /(sb_secret|sk_live|sk_test|whsec|rk_live)_\w{8}/.test(
        await fetchScripts(),
      );
      requireThat(
        !hasSecret,
        "The site's scripts contain a secret key. Revoke it now, then rebuild without it.",
      );
    },
  },
];
