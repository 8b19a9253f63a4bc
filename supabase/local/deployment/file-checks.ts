import { listSitemapPaths } from "../../functions/_shared/rules/site-pages.ts";
import { type Check, readType, requireThat, RULES_ADVICE } from "./check.ts";
import type { DeploymentClient, DeploymentResponse } from "./deployment.ts";
import { findPost, findPostPath } from "./pages.ts";

const MEDIA_TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /^text\/css/,
  woff2: /^font\/woff2/,
  svg: /^image\/svg\+xml/,
  webp: /^image\/webp/,
  png: /^image\/png/,
  jpg: /^image\/jpeg/,
  json: /json/,
};

const IMMUTABLE = "public, max-age=31536000, immutable";

/** Returns what is wrong with a file of the site, or undefined. */
function findFileProblem(path: string, { status, headers }: DeploymentResponse) {
  const type = headers.get("Content-Type") ?? "";
  const expectedType = MEDIA_TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ""];
  if (status !== 200) return `returned ${status}`;
  if (expectedType !== undefined && !expectedType.test(type)) return `is ${type || "of no type"}`;
  const caching = headers.get("Cache-Control");
  return path.startsWith("/assets/") && caching !== IMMUTABLE
    ? `has ${caching ?? "no"} caching instead of ${IMMUTABLE}`
    : undefined;
}

const PARALLEL_REQUESTS = 8;

async function forEachPage<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const remaining = [...items];
  const runLane = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, runLane));
}

/** More pages than a person would wait for. */
const MAX_SITEMAP_PAGES = 500;

async function checkSitemap(deployment: DeploymentClient) {
  const { site, request, fetchPage } = deployment;
  const { status, headers, text } = await fetchPage("/sitemap.xml");
  requireThat(status === 200, `/sitemap.xml returned ${status}. ${RULES_ADVICE}`);
  const type = readType(headers);
  requireThat(
    type === "application/xml",
    `/sitemap.xml is ${type || "of no type"} instead of application/xml. ${RULES_ADVICE}`,
  );
  const addresses = Array.from(text.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  const foreign = addresses.find((address) => !address.startsWith(`${site}/`));
  requireThat(
    foreign === undefined,
    `The sitemap lists ${foreign}, which isn't on ${site}. Build with VITE_SITE_URL set to the site's address.`,
  );
  const missing = listSitemapPaths().find((path) => !addresses.includes(`${site}${path}`));
  requireThat(
    missing === undefined,
    `The sitemap doesn't list ${missing}. Build and deploy the site again.`,
  );
  // Another check reports news pages that aren't rendered.
  const hasNews = (await fetchPage("/news")).status === 200;
  const post = hasNews ? await findPost(deployment) : undefined;
  const isListed =
    post === undefined || addresses.includes(`${site}${await findPostPath(deployment, post)}`);
  requireThat(
    isListed,
    `The sitemap lacks the post “${post?.title}”. If a CDN keeps an old copy, purge it; a file with this name must not be published.`,
  );
  const pages = addresses.filter((address) => hasNews || !address.startsWith(`${site}/news`));
  await forEachPage(pages.slice(0, MAX_SITEMAP_PAGES), async (address) => {
    const page = await request(address);
    requireThat(
      page.status === 200,
      `The sitemap lists ${address}, which returned ${page.status}. Build and deploy the site again; if a CDN keeps an old sitemap, purge it.`,
    );
  });
  return addresses.length > MAX_SITEMAP_PAGES
    ? `looked at ${MAX_SITEMAP_PAGES} of ${addresses.length} pages`
    : undefined;
}

/** Checks what pages consist of and what leads to them. */
export const fileChecks: readonly Check[] = [
  {
    name: "files of the site",
    run: async ({ fetchAssets }) => {
      const assets = await fetchAssets();
      for (const [path, response] of assets) {
        const problem = findFileProblem(path, response);
        requireThat(
          problem === undefined,
          `${path} ${problem}, so pages may not work. Deploy the whole site again, with its _headers file.`,
        );
      }
      return `${assets.size} files`;
    },
  },
  { name: "sitemap", run: checkSitemap },
];
