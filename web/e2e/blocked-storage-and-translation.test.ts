import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BLOCKED_STORAGE, blockStorage } from "../../supabase/tests/blocked-storage.ts";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";
import { launchBrowser, screens, startVisit } from "./browser.ts";
import { logInVolunteer } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

/** Replaces each text with `<font>` elements, as Chrome does, and goes on while the page changes. */
const translatePage = (): void => {
  const isTranslated = (text: Text) =>
    text.parentElement?.closest("font, script, style, textarea, title") !== null;
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === "" || isTranslated(text)) continue;
      const font = document.createElement("font");
      font.append(document.createElement("font"));
      font.firstElementChild!.append(text.data);
      text.replaceWith(font);
    }
  };
  new MutationObserver(translate).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  translate();
};

const TRANSLATION = "a browser translates the page";

/** What hostile browsers do to a page: at its start or, for a translation, once its scripts have started. */
const HOSTILE_BROWSERS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  [TRANSLATION]: (page) =>
    page.addInitScript(`addEventListener("DOMContentLoaded", () => (${String(translatePage)})())`),
  ...Object.fromEntries(
    Object.entries(BLOCKED_STORAGE).map(([way, blocked]) => [
      way,
      (page: Page) => page.addInitScript(blockStorage, blocked),
    ]),
  ),
};

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().click();

const ERROR_TEXT = "Something went wrong";

const giveOnHomePage = async (page: Page): Promise<void> => {
  await page.goto(facts.webUrl, { waitUntil: "networkidle" });
  await page.getByRole("radio", { name: /\$250\b/ }).check({ force: true });
  await page.getByRole("radio", { name: /\$100\b/ }).check({ force: true });
  await press(page, "Donate $100");
  await page.getByLabel("Email for receipt").fill("robin+approved@example.org");
  await page.getByLabel("Name on card").fill("Robin Hostile");
  await page.getByLabel("Card number").fill(" 4242-4242-4242-4242 ");
  await page.getByLabel("Expiration").fill("12/2039");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("ZIP code").fill(" 76102 1234");
  await press(page, "Give $100");
  await page.getByRole("heading", { name: "Thank You!" }).waitFor();
  await press(page, "Close");
  await page.getByRole("heading", { name: "Thank You!" }).waitFor({ state: "detached" });
};

const continueOnDonatePage = async (page: Page): Promise<void> => {
  await page.goto(`${facts.webUrl}/donate`, { waitUntil: "networkidle" });
  await page.getByLabel("First name").fill("Robin");
  await page.getByText("To continue, enter your last name and email.").waitFor();
  await page.getByLabel("Last name").fill("Hostile");
  await page.getByLabel("Email").fill("robin+approved@example.org");
  await press(page, "Continue to Payment");
  await page.getByRole("heading", { name: "Complete Your Donation" }).waitFor();
};

describe.each(Object.entries(HOSTILE_BROWSERS))("if %s", (way, obstruct) => {
  const tags = way === TRANSLATION || way === "both storages throw" ? [] : [NIGHTLY];

  it("a donor gives, from the first press to the thank-you", { tags }, async () => {
    const { page } = await startVisit(browser, { viewport: screens.phone });
    await obstruct(page);
    await giveOnHomePage(page);
    expect(await page.locator("body").innerText()).not.toContain(ERROR_TEXT);
    await continueOnDonatePage(page);
    expect(await page.locator("body").innerText()).not.toContain(ERROR_TEXT);
    await page.context().close();
  });

  it("a volunteer logs in", { tags: [NIGHTLY] }, async () => {
    const { page } = await startVisit(browser, { viewport: screens.phone });
    await obstruct(page);
    await logInVolunteer(page);
    await page.getByRole("heading", { name: /Upcoming Shifts/ }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain(ERROR_TEXT);
    await page.context().close();
  });

  it("every public page opens", { tags: [NIGHTLY] }, async () => {
    const { page } = await startVisit(browser, { viewport: screens.phone });
    await obstruct(page);
    for (const path of [
      "",
      "news",
      "financial-reports",
      "privacy-policy",
      "manage-gift",
      "forgot-password",
      "stop-cards",
    ]) {
      await page.goto(`${facts.webUrl}/${path}`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await page.locator("body").innerText()).not.toContain(ERROR_TEXT);
    }
    await page.context().close();
  });
});
