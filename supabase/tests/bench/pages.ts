import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser, startVisit } from "../../../web/e2e/browser.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { computeMedian } from "./compute-median.ts";
import { installLighthouse, readReport } from "./lighthouse/report.ts";

/** How many times Lighthouse loads each page. Load times depend on how busy this machine is; sizes and counts don't. */
const RUN_COUNT = 5;

interface Measurement {
  readonly name: string;
  readonly measuredValues: readonly number[];
  readonly target: number;
  readonly isMinimum?: true;
  readonly digits?: number;
}

const printMeasurement = ({
  name,
  measuredValues,
  target,
  isMinimum,
  digits = 0,
}: Measurement): void => {
  const value = computeMedian(measuredValues);
  const isMet = isMinimum ? value >= target : value <= target;
  const runs = measuredValues.map((run) => run.toFixed(digits)).join(" ");
  console.log(
    `${name.padEnd(26)} ${value.toFixed(digits).padStart(8)}   target ${isMinimum ? ">=" : "<="} ${String(target).padEnd(5)} ${isMet ? "met   " : "MISSED"}   ${measuredValues.length > 1 ? `(${runs})` : ""}`,
  );
};

/** Returns the size in KB of the largest image that loads without scrolling. */
const findLargestPictureSize = (details: unknown): number => {
  const { items = [] } = (details ?? {}) as {
    items?: { resourceType?: string; transferSize?: number }[];
  };
  const pictures = items.filter(({ resourceType }) => resourceType === "Image");
  return Math.max(0, ...pictures.map(({ transferSize = 0 }) => transferSize)) / 1000;
};

async function runLighthouse(url: string, port: number) {
  const { audits, categories } = await readReport(url, port);
  for (const { id, score, title, scoreDisplayMode } of Object.values(audits)) {
    const isFailure = scoreDisplayMode === "binary" && score !== null && score < 1;
    if (isFailure) console.log(`  failed audit: ${id}, ${title}`);
  }
  const getScore = (category: string) => (categories[category]?.score ?? 0) * 100;
  const getFigure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: getScore("performance"),
    accessibility: getScore("accessibility"),
    bestPractices: getScore("best-practices"),
    seo: getScore("seo"),
    lcp: getFigure("largest-contentful-paint") / 1000,
    cls: getFigure("cumulative-layout-shift"),
    tbt: getFigure("total-blocking-time"),
    weight: getFigure("total-byte-weight") / 1000,
    largestPicture: findLargestPictureSize(audits["network-requests"]?.details),
  };
}

/** Returns the sizes of the files that the first visit to a page loads, and the number of its requests. */
async function measureVisit(browser: Browser, url: string) {
  const { page } = await startVisit(browser);
  const responses: { type: string; url: string; body: Promise<Buffer> }[] = [];
  page.on("response", (response) => {
    responses.push({
      type: response.request().resourceType(),
      url: response.url(),
      body: response.body().catch(() => Buffer.alloc(0)),
    });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const measureKilobytes = async (type: string) => {
    const bodies = await Promise.all(
      responses.filter((response) => response.type === type).map(({ body }) => body),
    );
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  };
  const sizes = {
    script: await measureKilobytes("script"),
    style: await measureKilobytes("stylesheet"),
    requests: responses.length,
    apiCalls: responses.filter((response) => new URL(response.url).pathname.startsWith("/api/"))
      .length,
  };
  await page.context().close();
  return sizes;
}

async function benchPage(port: number, name: string, url: string) {
  const runs: Awaited<ReturnType<typeof runLighthouse>>[] = [];
  for (let run = 0; run < RUN_COUNT; run += 1) runs.push(await runLighthouse(url, port));
  console.log(`\n${name}, Lighthouse on a simulated phone, median of ${RUN_COUNT}`);
  const listValues = (figure: keyof (typeof runs)[number]) => runs.map((run) => run[figure]);
  const measurements: Measurement[] = [
    {
      name: "performance",
      measuredValues: listValues("performance"),
      target: 100,
      isMinimum: true,
    },
    {
      name: "accessibility",
      measuredValues: listValues("accessibility"),
      target: 100,
      isMinimum: true,
    },
    {
      name: "best practices",
      measuredValues: listValues("bestPractices"),
      target: 100,
      isMinimum: true,
    },
    { name: "SEO", measuredValues: listValues("seo"), target: 100, isMinimum: true },
    { name: "LCP, s", measuredValues: listValues("lcp"), target: 1.5, digits: 2 },
    { name: "CLS", measuredValues: listValues("cls"), target: 0.02, digits: 3 },
    { name: "TBT, ms", measuredValues: listValues("tbt"), target: 100 },
    { name: "weight, KB", measuredValues: listValues("weight"), target: 350, digits: 1 },
    {
      name: "largest picture, KB",
      measuredValues: listValues("largestPicture"),
      target: 40,
      digits: 1,
    },
  ];
  for (const measurement of measurements) printMeasurement(measurement);
}

async function benchFirstVisit(browser: Browser, url: string) {
  const sizes = await measureVisit(browser, url);
  const measurements: Measurement[] = [
    { name: "JavaScript, KB gzip", measuredValues: [sizes.script], target: 122.2, digits: 1 },
    { name: "CSS, KB gzip", measuredValues: [sizes.style], target: 20, digits: 1 },
    { name: "requests", measuredValues: [sizes.requests], target: 20 },
    { name: "API calls", measuredValues: [sizes.apiCalls], target: 1 },
  ];
  for (const measurement of measurements) printMeasurement(measurement);
}

export async function benchPages(webUrl: string): Promise<void> {
  await installLighthouse();
  const newsHtml = await (await fetch(`${webUrl}/news`)).text();
  const postPath = /href="(\/news\/[^"?#]+)"/.exec(newsHtml)?.[1];
  if (postPath === undefined) throw new Error("The news page has no posts.");
  const port = await findFreePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    await benchPage(port, "Home page", webUrl);
    await benchFirstVisit(browser, webUrl);
    await benchPage(port, "A post", webUrl + postPath);
    await benchPage(port, "Donate", `${webUrl}/donate`);
    await benchPage(port, "Financial reports", `${webUrl}/financial-reports`);
  } finally {
    await browser.close();
  }
}

export function printSizes(dataDir: string): void {
  const assetsDir = path.join(dataDir, "site/assets");
  console.log("\nLargest files in the built site, gzipped");
  const sizes = readdirSync(assetsDir).map((name) => ({
    name,
    kilobytes: gzipSync(readFileSync(path.join(assetsDir, name))).length / 1000,
  }));
  for (const { name, kilobytes: measureKilobytes } of sizes
    .toSorted((a, b) => b.kilobytes - a.kilobytes)
    .slice(0, 12)) {
    console.log(`${measureKilobytes.toFixed(1).padStart(7)} KB  ${name}`);
  }
}
