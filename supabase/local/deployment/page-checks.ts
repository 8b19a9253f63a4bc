import { readFileSync } from "node:fs";
import path from "node:path";
import { collectHeaders, fillSupabaseUrl, parseHeaders } from "../../../web/edge/rules.ts";
import { listPrivatePaths, listSitemapPaths } from "../../functions/_shared/rules/site-pages.ts";
import { projectRoot } from "../machine/paths.ts";
import { type Check, requireThat, RULES_ADVICE, SkippedCheck } from "./check.ts";
import type { DeploymentClient, DeploymentResponse } from "./deployment.ts";
import { findPost, findPostPath, PAGE_PATHS } from "./pages.ts";

const PUBLISH_ADVICE =
  "Publish web/dist with its _headers file, and make sure the CDN doesn't add headers of its own.";

const BUILD_ADVICE = "Build with VITE_SITE_URL set to the site's address, and deploy again.";

interface CheckedPage {
  readonly path: string;
  /** A text that people must see on the page. */
  readonly text: string;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/** Returns the text that people see, without scripts, on one line. */
const readText = (html: string): string =>
  html
    .replaceAll(/<(script|style|noscript)\b[^]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (entity) => HTML_ENTITIES[entity]!)
    .replaceAll(/\s+/g, " ");

/** Reads the headline that the page's own data names, because the newest content may not be built yet. */
async function findHeadline({ fetchPage }: DeploymentClient): Promise<string> {
  const { text } = await fetchPage("/");
  const headline = /"headline":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return headline === undefined ? "" : (JSON.parse(headline) as string);
}

const NEWS_PATH = "/news";

/** Another check reports news pages that aren't rendered. */
async function listNewsPages(deployment: DeploymentClient): Promise<readonly CheckedPage[]> {
  if ((await deployment.fetchPage(NEWS_PATH)).status !== 200) return [];
  const post = await findPost(deployment);
  if (post === undefined) return [{ path: NEWS_PATH, text: "" }];
  return [
    { path: NEWS_PATH, text: post.title },
    { path: await findPostPath(deployment, post), text: post.title },
  ];
}

const DONATE_PATH = "/donate";

/** Lists every page that search engines see, and one post. */
const listPages = async (deployment: DeploymentClient): Promise<readonly CheckedPage[]> => [
  { path: "/", text: await findHeadline(deployment) },
  { path: DONATE_PATH, text: "Make a Difference Today" },
  ...listSitemapPaths()
    .filter((path) => !["/", DONATE_PATH, NEWS_PATH].includes(path))
    .map((path) => ({ path, text: "" })),
  ...(await listNewsPages(deployment)),
];

/** Loads these pages. They are skipped if another check says that they can't be found. */
async function fetchPages(deployment: DeploymentClient) {
  const pages = await listPages(deployment).catch((error: unknown) => {
    throw error instanceof SkippedCheck
      ? error
      : new SkippedCheck("skipped: the check “public pages” failed");
  });
  const responses = await Promise.all(pages.map(({ path }) => deployment.fetchPage(path)));
  return pages.flatMap((page, index) => {
    const response = responses[index]!;
    return response.status === 200 ? [{ ...page, response }] : [];
  });
}

const MIN_HSTS_SECONDS = 31_536_000;

/** A zone of the CDN may demand HTTPS for longer than `_headers` does. */
const isSameHeader = (name: string, expected: string, actual: string): boolean =>
  name === "strict-transport-security"
    ? Number(/max-age=(\d+)/.exec(actual)?.[1]) >= MIN_HSTS_SECONDS
    : actual === expected;

/** Returns the address of the project that the site's policy names. */
const findNamedProject = ({ headers }: DeploymentResponse): string | undefined =>
  /connect-src 'self' (\S+) https:\/\/api\.stripe\.com/.exec(
    headers.get("Content-Security-Policy") ?? "",
  )?.[1];

const readHeaderRules = (projectUrl: string) =>
  parseHeaders(
    fillSupabaseUrl(
      readFileSync(path.join(projectRoot, "web/public/_headers"), "utf8"),
      projectUrl,
    ),
  );

/** Checks the pages that visitors open first: whether they are ours, whole, safe, and found by search engines. */
export const pageChecks: readonly Check[] = [
  {
    name: "public pages",
    run: async (deployment) => {
      for (const { path, text } of await listPages(deployment)) {
        const { status, text: html } = await deployment.fetchPage(path);
        requireThat(status === 200, `${path} returned ${status}. ${RULES_ADVICE}`);
        const heading = readText(/<h1\b[^]*?<\/h1>/.exec(html)?.[0] ?? "").trim();
        const isShown = heading !== "" && readText(html).includes(text.replaceAll(/\s+/g, " "));
        requireThat(
          isShown,
          `${path} doesn't show ${text === "" ? "a heading" : `“${text}”`}. Build and deploy the site again; if a CDN keeps an old copy, purge it.`,
        );
      }
    },
  },
  {
    name: "site security headers",
    run: async (deployment) => {
      const home = await deployment.fetchPage("/");
      const project = findNamedProject(home);
      const policy = home.headers.get("Content-Security-Policy");
      if (policy !== null && project === undefined && !policy.includes("connect-src 'self' http")) {
        throw new SkippedCheck("skipped: the check “project URL” failed");
      }
      const rules = readHeaderRules(project ?? "");
      const publicPages = await fetchPages(deployment);
      const otherPaths = PAGE_PATHS.filter((page) =>
        publicPages.every(({ path }) => path !== page),
      );
      const otherPages = otherPaths.map(async (path) => ({
        path,
        response: await deployment.fetchPage(path),
      }));
      for (const { path, response } of [...publicPages, ...(await Promise.all(otherPages))]) {
        for (const [name, expected] of collectHeaders(rules, path)) {
          const actual = response.headers.get(name) ?? "nothing";
          requireThat(
            isSameHeader(name, expected, actual),
            `${path} has ${actual} instead of ${expected} as its ${name}. ${PUBLISH_ADVICE}`,
          );
        }
      }
    },
  },
  {
    name: "search engines",
    run: async (deployment) => {
      const { site, fetchPage } = deployment;
      for (const { path, response } of await fetchPages(deployment)) {
        const { headers, text } = response;
        const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1];
        const address = path === "/" ? `${site}/` : `${site}${path}`;
        requireThat(
          canonical === address,
          `${path} names ${canonical ?? "nothing"} as its address instead of ${address}. ${BUILD_ADVICE}`,
        );
        const robots = `${headers.get("X-Robots-Tag") ?? ""} ${/<meta name="(?:robots|googlebot)" content="([^"]*)"/.exec(text)?.[1] ?? ""}`;
        requireThat(
          !/noindex|none/i.test(robots),
          `${path} tells search engines to leave it out. Remove the CDN's X-Robots-Tag, and deploy the site again.`,
        );
      }
      const { status, text } = await fetchPage("/robots.txt");
      const isOurs =
        status === 200 &&
        text.includes(`Sitemap: ${site}/sitemap.xml`) &&
        Array.from(text.matchAll(/^Disallow:(.*)$/gim), ([, rule = ""]) => rule.trim()).every(
          (rule) => listPrivatePaths().includes(rule),
        );
      requireThat(
        isOurs,
        `/robots.txt returned ${status}, or it keeps search engines out, or it doesn't name ${site}/sitemap.xml. ${BUILD_ADVICE} At Cloudflare, turn off AI Labyrinth and the managed robots.txt.`,
      );
    },
  },
];
