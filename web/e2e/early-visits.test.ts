/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { startFirstVisit, launchBrowser, screens } from "./browser.ts";

const { webUrl } = readStackFacts();
/**
 * To measure how reliable early visits are, run 200 of them: `EARLY_VISITS=200 npx vitest run --project=browser
 * web/e2e/early-visits.test.ts`.
 */
const VISIT_COUNT = Number(process.env["EARLY_VISITS"] ?? 6);
const MAX_DELAY_MS = 250;
const CPU_SLOWDOWN = 4;

interface EarlyVisit {
  readonly name: string;
  readonly path: string;
  /** The moment when the visitor starts to act: before any script loads, or while scripts load. */
  readonly waitUntil: "commit" | "domcontentloaded";
  readonly act: (page: Page, releaseScripts: () => Promise<void>) => Promise<void>;
  /** Returns what the page shows once it has settled. */
  readonly readResult: (page: Page) => Promise<unknown>;
  readonly expected: unknown;
}

const readDialogTitle = (page: Page) => page.getByRole("dialog").getByRole("heading").innerText();
const choose = (page: Page, label: string) =>
  page.locator("label").getByText(label, { exact: true }).click();
const clickDonate = (page: Page) => page.getByRole("button", { name: /^Donate/ }).click();
const readInput = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).inputValue();

const typeDonorFields = async (page: Page): Promise<void> => {
  for (const [label, text] of [
    ["First name", "Anna Maria"],
    ["Last name", "Reyes"],
    ["Email", "anna.maria@example.org"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).pressSequentially(text, { delay: 4 });
  }
};

const readDonationForm = async (page: Page): Promise<unknown> => {
  await page.waitForFunction(
    () => document.querySelector("form [type=submit]")?.ariaDisabled === null,
  );
  return [
    await readInput(page, "First name"),
    await readInput(page, "Last name"),
    await readInput(page, "Email"),
    await page.getByRole("region", { name: "Your Impact" }).getByText(/^\$/).innerText(),
    await page.getByRole("radio", { name: "Monthly", exact: true }).isChecked(),
  ];
};
const DONOR_VALUES = ["Anna Maria", "Reyes", "anna.maria@example.org"] as const;

const EARLY_VISITS: readonly EarlyVisit[] = [
  {
    name: "choosing $25 and pressing Donate at once",
    path: "/",
    waitUntil: "domcontentloaded",
    act: async (page) => {
      await choose(page, "$25");
      await clickDonate(page);
    },
    readResult: readDialogTitle,
    expected: "Your gift: $25",
  },
  {
    name: "typing an amount before any script loads and pressing Donate while scripts load",
    path: "/",
    waitUntil: "commit",
    act: async (page, releaseScripts) => {
      await choose(page, "Monthly");
      await page.getByLabel("Custom amount").fill("41");
      await releaseScripts();
      await page.waitForLoadState("domcontentloaded");
      await clickDonate(page);
    },
    readResult: readDialogTitle,
    expected: "Your gift: $41 a month",
  },
  {
    name: "typing an amount and pressing Enter while scripts load",
    path: "/",
    waitUntil: "domcontentloaded",
    act: async (page) => {
      await page.getByLabel("Custom amount").pressSequentially("1250", { delay: 40 });
      await page.keyboard.press("Enter");
    },
    readResult: readDialogTitle,
    expected: "Your gift: $1,250",
  },
  {
    name: "choosing $100 and pressing Donate before any script loads, so that the browser submits the form itself",
    path: "/",
    waitUntil: "commit",
    act: async (page) => {
      await choose(page, "$100");
      await clickDonate(page);
      await page.waitForURL("**/donate?**", { waitUntil: "commit" });
    },
    readResult: async (page) => {
      await page.getByRole("radio", { name: /^\$100/, checked: true }).waitFor();
      return new URL(page.url()).pathname;
    },
    expected: "/donate",
  },
  {
    name: "typing at once on a page whose link has an amount",
    path: "/donate?amount=100",
    waitUntil: "domcontentloaded",
    act: typeDonorFields,
    readResult: readDonationForm,
    expected: [...DONOR_VALUES, "$100", false],
  },
  {
    name: "choosing and typing before any script loads on a page whose link has an amount",
    path: "/donate?amount=100",
    waitUntil: "commit",
    act: async (page) => {
      await choose(page, "Monthly");
      await choose(page, "$250");
      await typeDonorFields(page);
    },
    readResult: readDonationForm,
    expected: [...DONOR_VALUES, "$250", true],
  },
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Delays scripts to simulate a slow phone, so that hydration happens while the visitor types. */
const delayScripts = (page: Page, scriptRelease: Promise<void>) =>
  page.route("**/assets/*.js", async (route) => {
    await scriptRelease;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));
    await route.continue();
  });

/**
 * Returns a function that throttles the CPU to simulate a slow phone. While it is throttled, the browser keeps a core
 * busy.
 */
const createCpuThrottle = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  return (rate: number) => session.send("Emulation.setCPUThrottlingRate", { rate });
};

/** Runs a visit. Returns a message if the visit fails. */
const runVisit = async (earlyVisit: EarlyVisit): Promise<string | undefined> => {
  const { name, path, waitUntil, act, readResult, expected } = earlyVisit;
  const { page, problems } = await startFirstVisit(browser, { viewport: screens.phone });
  const { promise: scriptRelease, resolve: releaseScripts } = Promise.withResolvers<void>();
  if (waitUntil === "domcontentloaded") releaseScripts();
  try {
    await delayScripts(page, scriptRelease);
    const throttleCpu = await createCpuThrottle(page);
    await page.goto(webUrl + path, { waitUntil });
    if (waitUntil === "domcontentloaded") await throttleCpu(CPU_SLOWDOWN);
    await act(page, async () => {
      await throttleCpu(CPU_SLOWDOWN);
      releaseScripts();
    });
    await throttleCpu(1);
    releaseScripts();
    expect(await readResult(page)).toEqual(expected);
    expect(problems).toEqual([]);
    return undefined;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : "failed"}`;
  } finally {
    await page.context().close();
  }
};

describe("a page that visitors use before hydration", () => {
  it(
    `DON-06, threat 50: a page keeps every choice, input and click from before hydration in ${VISIT_COUNT} visits`,
    { timeout: 60_000 + VISIT_COUNT * 40_000 },
    async () => {
      const problems: string[] = [];
      for (let index = 0; index < VISIT_COUNT; index += 1) {
        const problem = await runVisit(EARLY_VISITS[index % EARLY_VISITS.length]!);
        if (problem !== undefined) problems.push(problem);
      }
      expect(problems).toEqual([]);
    },
  );
});
