import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, newVisit, screens } from "./browser.ts";

const { webUrl } = readStackFacts();
/** To measure, run 200 visits: `EARLY_VISITS=200 npx vitest run --project=browser web/e2e/early-visits.test.ts`. */
const VISITS = Number(process.env["EARLY_VISITS"] ?? 6);
const LONGEST_DELAY_MS = 250;
const SLOW_CPU = 4;

interface EarlyVisit {
  readonly name: string;
  readonly path: string;
  /** When the visitor starts to act: before any script loads, or while scripts load. */
  readonly begins: "commit" | "domcontentloaded";
  readonly act: (page: Page, sendScripts: () => void) => Promise<void>;
  /** Returns what the settled page shows. */
  readonly says: (page: Page) => Promise<unknown>;
  readonly expected: unknown;
}

const dialogTitle = (page: Page) => page.getByRole("dialog").getByRole("heading").innerText();
const choose = (page: Page, label: string) =>
  page.locator("label").getByText(label, { exact: true }).click();
const donate = (page: Page) => page.getByRole("button", { name: /^Donate/ }).click();
const inputValue = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).inputValue();

const typeDonor = async (page: Page): Promise<void> => {
  for (const [label, text] of [
    ["First name", "Anna Maria"],
    ["Last name", "Reyes"],
    ["Email", "anna.maria@example.org"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).pressSequentially(text, { delay: 4 });
  }
};

const donationForm = async (page: Page): Promise<unknown> => {
  await page.waitForFunction(
    () => document.querySelector("form [type=submit]")?.ariaDisabled === null,
  );
  return [
    await inputValue(page, "First name"),
    await inputValue(page, "Last name"),
    await inputValue(page, "Email"),
    await page.getByRole("region", { name: "Your Impact" }).getByText(/^\$/).innerText(),
    await page.getByRole("radio", { name: "Monthly", exact: true }).isChecked(),
  ];
};
const ANNA = ["Anna Maria", "Reyes", "anna.maria@example.org"] as const;

const EARLY_VISITS: readonly EarlyVisit[] = [
  {
    name: "choosing $25 and pressing Donate at once",
    path: "/",
    begins: "domcontentloaded",
    act: async (page) => {
      await choose(page, "$25");
      await donate(page);
    },
    says: dialogTitle,
    expected: "Your gift: $25",
  },
  {
    name: "typing an amount before any script and pressing Donate while they load",
    path: "/",
    begins: "commit",
    act: async (page, sendScripts) => {
      await choose(page, "Monthly");
      await page.getByLabel("Custom amount").fill("41");
      sendScripts();
      await page.waitForLoadState("domcontentloaded");
      await donate(page);
    },
    says: dialogTitle,
    expected: "Your gift: $41 a month",
  },
  {
    name: "typing an amount while scripts load, and Enter",
    path: "/",
    begins: "domcontentloaded",
    act: async (page) => {
      await page.getByLabel("Custom amount").pressSequentially("1250", { delay: 40 });
      await page.keyboard.press("Enter");
    },
    says: dialogTitle,
    expected: "Your gift: $1,250",
  },
  {
    name: "choosing $100 and pressing Donate before any script, with the browser's own navigation",
    path: "/",
    begins: "commit",
    act: async (page) => {
      await choose(page, "$100");
      await donate(page);
      await page.waitForURL("**/donate?**", { waitUntil: "commit" });
    },
    says: async (page) => {
      await page.getByRole("radio", { name: /^\$100/, checked: true }).waitFor();
      return new URL(page.url()).pathname;
    },
    expected: "/donate",
  },
  {
    name: "typing at once on a page whose link has an amount",
    path: "/donate?amount=100",
    begins: "domcontentloaded",
    act: typeDonor,
    says: donationForm,
    expected: [...ANNA, "$100", false],
  },
  {
    name: "choosing and typing before any script on a page whose link has an amount",
    path: "/donate?amount=100",
    begins: "commit",
    act: async (page) => {
      await choose(page, "Monthly");
      await choose(page, "$250");
      await typeDonor(page);
    },
    says: donationForm,
    expected: [...ANNA, "$250", true],
  },
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Throttles scripts as on a slow phone, so that hydration happens while the visitor types. */
const slowDown = async (page: Page, scriptsAllowed: Promise<void>): Promise<void> => {
  await page.route("**/assets/*.js", async (route) => {
    await scriptsAllowed;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_DELAY_MS));
    await route.continue();
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
};

/** Returns the problems found. */
const visit = async (earlyVisit: EarlyVisit): Promise<string | undefined> => {
  const { name, path, begins, act, says, expected } = earlyVisit;
  const { page, problems } = await newVisit(browser, { viewport: screens.phone });
  const { promise: scriptsAllowed, resolve: sendScripts } = Promise.withResolvers<void>();
  if (begins === "domcontentloaded") sendScripts();
  try {
    await slowDown(page, scriptsAllowed);
    await page.goto(webUrl + path, { waitUntil: begins });
    await act(page, sendScripts);
    sendScripts();
    expect(await says(page)).toEqual(expected);
    expect(problems).toEqual([]);
    return undefined;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : "failed"}`;
  } finally {
    await page.context().close();
  }
};

describe("visitors who act before hydration", () => {
  it(
    `DON-06, threat 50: keeps every choice, input and click in ${VISITS} visits`,
    { timeout: 60_000 + VISITS * 40_000 },
    async () => {
      const problems: string[] = [];
      for (let count = 0; count < VISITS; count += 1) {
        const fault = await visit(EARLY_VISITS[count % EARLY_VISITS.length]!);
        if (fault !== undefined) problems.push(fault);
      }
      expect(problems).toEqual([]);
    },
  );
});
