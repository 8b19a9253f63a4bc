import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import lighthouse from "lighthouse";
import type { Browser } from "playwright-core";
import { launchBrowser, newVisit } from "../../../web/e2e/browser.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { median } from "./median.ts";

/**
 * Runs Lighthouse with a simulated phone on the pages a donor sees and compares the results with the budgets. Times
 * depend on how busy this machine is; sizes and counts don't.
 */
const RUNS = 5;

interface Bar {
  readonly name: string;
  readonly measuredValues: readonly number[];
  readonly bar: number;
  readonly isMinimum?: true;
  readonly digits?: number;
}

const printBar = ({
  name,
  measuredValues: measured,
  bar,
  isMinimum: atLeast,
  digits = 0,
}: Bar): void => {
  const value = median(measured);
  const isMet = atLeast ? value >= bar : value <= bar;
  const runs = measured.map((run) => run.toFixed(digits)).join(" ");
  console.log(
    `${name.padEnd(26)} ${value.toFixed(digits).padStart(8)}   bar ${atLeast ? ">=" : "<="} ${String(bar).padEnd(5)} ${isMet ? "met   " : "MISSED"}   ${measured.length > 1 ? `(${runs})` : ""}`,
  );
};

/** Returns the size in KB of the largest image that loads without scrolling. */
const largestPicture = (details: unknown): number => {
  const { items = [] } = (details ?? {}) as {
    items?: { resourceType?: string; transferSize?: number }[];
  };
  const pictures = items.filter(({ resourceType }) => resourceType === "Image");
  return Math.max(0, ...pictures.map(({ transferSize = 0 }) => transferSize)) / 1000;
};

async function runLighthouse(url: string, port: number) {
  const result = await lighthouse(url, { port, logLevel: "error", output: "json" });
  if (!result) throw new Error("Lighthouse returned no result.");
  const { audits, categories } = result.lhr;
  for (const { id, score, title, scoreDisplayMode } of Object.values(audits)) {
    const isFailure = scoreDisplayMode === "binary" && score !== null && score < 1;
    if (isFailure) console.log(`  failed audit: ${id}, ${title}`);
  }
  const score = (category: string) => (categories[category]?.score ?? 0) * 100;
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcp: figure("largest-contentful-paint") / 1000,
    cls: figure("cumulative-layout-shift"),
    tbt: figure("total-blocking-time"),
    weight: figure("total-byte-weight") / 1000,
    picture: largestPicture(audits["network-requests"]?.details),
  };
}

/** Returns the sizes of the files that the first visit to a page loads. */
async function measureVisit(browser: Browser, url: string) {
  const { page } = await newVisit(browser);
  const responses: { type: string; url: string; body: Promise<Buffer> }[] = [];
  page.on("response", (response) => {
    responses.push({
      type: response.request().resourceType(),
      url: response.url(),
      body: response.body().catch(() => Buffer.alloc(0)),
    });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const kilobytes = async (type: string) => {
    const bodies = await Promise.all(
      responses.filter((response) => response.type === type).map((one) => one.body),
    );
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  };
  const sizes = {
    script: await kilobytes("script"),
    style: await kilobytes("stylesheet"),
    requests: responses.length,
    apiCalls: responses.filter((response) => new URL(response.url).pathname.startsWith("/api/"))
      .length,
  };
  await page.context().close();
  return sizes;
}

async function benchPage(port: number, name: string, url: string) {
  const runs: Awaited<ReturnType<typeof runLighthouse>>[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(url, port));
  console.log(`\n${name}, Lighthouse on a simulated phone, median of ${RUNS}`);
  const of = (figure: keyof (typeof runs)[number]) => runs.map((run) => run[figure]);
  const bars: Bar[] = [
    { name: "performance", measuredValues: of("performance"), bar: 100, isMinimum: true },
    { name: "accessibility", measuredValues: of("accessibility"), bar: 100, isMinimum: true },
    { name: "best practices", measuredValues: of("bestPractices"), bar: 100, isMinimum: true },
    { name: "SEO", measuredValues: of("seo"), bar: 100, isMinimum: true },
    { name: "LCP, s", measuredValues: of("lcp"), bar: 1.5, digits: 2 },
    { name: "CLS", measuredValues: of("cls"), bar: 0.02, digits: 3 },
    { name: "TBT, ms", measuredValues: of("tbt"), bar: 100 },
    { name: "weight, KB", measuredValues: of("weight"), bar: 350, digits: 1 },
    { name: "largest picture, KB", measuredValues: of("picture"), bar: 40, digits: 1 },
  ];
  for (const bar of bars) printBar(bar);
}

async function benchFirstVisit(browser: Browser, url: string) {
  const sizes = await measureVisit(browser, url);
  const bars: Bar[] = [
    { name: "JavaScript, KB gzip", measuredValues: [sizes.script], bar: 125, digits: 1 },
    { name: "CSS, KB gzip", measuredValues: [sizes.style], bar: 20, digits: 1 },
    { name: "requests", measuredValues: [sizes.requests], bar: 20 },
    { name: "API calls", measuredValues: [sizes.apiCalls], bar: 1 },
  ];
  for (const bar of bars) printBar(bar);
}

export async function benchPages(webUrl: string): Promise<void> {
  const news = await (await fetch(`${webUrl}/news`)).text();
  const post = /href="(\/news\/[^"?#]+)"/.exec(news)?.[1];
  if (post === undefined) throw new Error("The news page has no posts.");
  const port = await findFreePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    await benchPage(port, "Home page", webUrl);
    await benchFirstVisit(browser, webUrl);
    await benchPage(port, "A post", webUrl + post);
    await benchPage(port, "Donate", `${webUrl}/donate`);
    await benchPage(port, "Financial reports", `${webUrl}/financial-reports`);
  } finally {
    await browser.close();
  }
}

export function printSizes(dataDir: string): void {
  const assets = path.join(dataDir, "site/assets");
  console.log("\nLargest files in the built site, gzipped");
  const sizes = readdirSync(assets).map((name) => ({
    name,
    kilobytes: gzipSync(readFileSync(path.join(assets, name))).length / 1000,
  }));
  for (const { name, kilobytes } of sizes
    .toSorted((a, b) => b.kilobytes - a.kilobytes)
    .slice(0, 12)) {
    console.log(`${kilobytes.toFixed(1).padStart(7)} KB  ${name}`);
  }
}
