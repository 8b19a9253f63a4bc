import { readFileSync } from "node:fs";
import path from "node:path";
import { collectHeaders, fillSupabaseUrl, parseHeaders } from "../../../web/edge/rules.ts";
import { projectRoot } from "../machine/paths.ts";
import { type Check, requireThat, RULES_ADVICE, SkippedCheck } from "./check.ts";
import type { DeploymentClient, DeploymentResponse } from "./deployment.ts";

const PUBLISH_ADVICE =
  "Publish web/dist with its _headers file, and make sure the CDN doesn't add headers of its own.";

const BUILD_ADVICE = "Build with VITE_SITE_URL set to the site's address, and deploy again.";

interface CheckedPage {
  readonly path: string;
  /** A text that people must see on the page. */
  readonly text: string;
}

interface Post {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
}

/** CDNs may keep a page for six minutes. */
const SETTLED_MS = 10 * 60_000;

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

/** Returns one of the newest posts that every copy of a page has by now, or undefined if there is none. */
async function findPost({ fetchPage }: DeploymentClient): Promise<Post | undefined> {
  const { status, text } = await fetchPage("/api/blog-posts/published?limit=5");
  if (status !== 200) throw new SkippedCheck("skipped: the check “API through the CDN” failed");
  const posts = JSON.parse(text) as readonly Post[];
  return posts.find(({ updatedAt }) => Date.now() - Date.parse(updatedAt) > SETTLED_MS);
}

/** Returns where the post's address leads, which says that the API, the Worker and its redirects agree. */
async function findPostPath({ request, site }: DeploymentClient, { id }: Post): Promise<string> {
  const { status, headers } = await request(`${site}/news/${id.slice(0, 8)}`);
  const location = headers.get("Location") ?? "";
  requireThat(
    status === 301 && /^\/news\/[^/]+$/.test(location),
    `/news/${id.slice(0, 8)} returned ${status} and leads to ${location || "nowhere"}, not to its post. ${RULES_ADVICE}`,
  );
  return location;
}

/** Reads the headline that the page's own data names, because the newest content may not be built yet. */
async function findHeadline({ fetchPage }: DeploymentClient): Promise<string> {
  const { text } = await fetchPage("/");
  const headline = /"headline":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return headline === undefined ? "" : (JSON.parse(headline) as string);
}

/** Another check reports news pages that aren't rendered. */
async function listNewsPages(deployment: DeploymentClient): Promise<readonly CheckedPage[]> {
  if ((await deployment.fetchPage("/news")).status !== 200) return [];
  const post = await findPost(deployment);
  if (post === undefined) return [{ path: "/news", text: "" }];
  return [
    { path: "/news", text: post.title },
    { path: await findPostPath(deployment, post), text: post.title },
  ];
}

const listPages = async (deployment: DeploymentClient): Promise<readonly CheckedPage[]> => [
  { path: "/", text: await findHeadline(deployment) },
  { path: "/donate", text: "Make a Difference Today" },
  ...(await listNewsPages(deployment)),
];

/** Loads the pages that most people see first. They are skipped if another check says that they can't be found. */
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
      for (const { path, response } of await fetchPages(deployment)) {
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
        !/^Disallow: \/\s*$/m.test(text);
      requireThat(
        isOurs,
        `/robots.txt returned ${status}, or it keeps search engines out, or it doesn't name ${site}/sitemap.xml. ${BUILD_ADVICE}`,
      );
    },
  },
];
