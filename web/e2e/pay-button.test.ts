/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit } from "./browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

/** The size of the visible part of the page on a small phone, without and with the keyboard open. */
const phoneSizes = [
  { width: 360, height: 640 },
  { width: 360, height: 340 },
] as const;

/** Expects the middle of the button to be on the screen and uncovered at both sizes, without scrolling. */
async function expectReachable(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name });
  for (const size of phoneSizes) {
    await page.setViewportSize(size);
    await page.waitForFunction((height) => innerHeight === height, size.height);
    // Browsers scroll to the focused field when the keyboard opens.
    await page.evaluate(() => {
      const { activeElement, body } = document;
      if (activeElement !== body) activeElement?.scrollIntoView({ block: "nearest" });
    });
    const isReachable = () =>
      button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const isInside = top >= 0 && top + height <= innerHeight;
        const elementAtCenter = document.elementFromPoint(left + width / 2, top + height / 2);
        // A busy button ignores the pointer, so a press hits the footer around it.
        return isInside && element.parentElement!.contains(elementAtCenter);
      });
    await expect.poll(isReachable, { message: `${String(name)} at ${size.height} px` }).toBe(true);
  }
}

/**
 * Returns the controls that, while they have the focus, let the dialog itself be scrolled instead of its content. Its
 * title would slide out of sight, and nobody could scroll it back.
 */
const findSlides = (page: Page) =>
  page.getByRole("dialog").evaluate((dialog) => {
    const controls = dialog.querySelectorAll<HTMLElement>("button, input, select, textarea, a");
    return [...controls].flatMap((control) => {
      control.focus();
      dialog.scrollTop = 1000;
      return dialog.scrollTop === 0
        ? []
        : [`${control.outerHTML.slice(0, 80)}: ${dialog.scrollTop}`];
    });
  });

it("the dialog's pay button stays in view while a field has the focus, while the options are open, during the payment and after a decline", async () => {
  const { page } = await startVisit(browser, { viewport: phoneSizes[0] });
  await page.goto(facts.webUrl);
  await page.getByRole("button", { name: /^Donate \$/ }).click();
  await page.getByText("Demo: no card is charged").waitFor();
  const payButton = /^(Give \$|Processing)/;
  await expectReachable(page, payButton);
  for (const [label, value] of [
    ["Email for receipt", "robin+declined@example.org"],
    ["Name on card", "Robin Testgiver"],
    ["Card number", "4242424242424242"],
    ["Expiration", "1231"],
    ["CVV", "123"],
    ["ZIP code", "76102"],
  ] as const) {
    const field = page.getByLabel(label);
    await field.pressSequentially(value);
    await expectReachable(page, payButton);
    // The button must not cover the field that has the focus.
    const isUncovered = () =>
      field.evaluate((element) => {
        // Content that loads late may have moved the field; browsers scroll to it again on the next key.
        element.scrollIntoView({ block: "nearest" });
        const { left, bottom, width } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, bottom - 4));
      });
    await expect.poll(isUncovered, { message: label }).toBe(true);
  }
  await page.getByText("Add a dedication, cover the fee").click();
  await page.getByLabel("Give in honor or in memory of someone").check();
  await expectReachable(page, payButton);
  await page.getByLabel("In honor of", { exact: true }).fill("Sgt. Paul Yates");
  const card = page.getByLabel("Send someone a card about this gift");
  await card.check();
  await page.getByRole("radio", { name: "By mail" }).check({ force: true });
  expect(await findSlides(page)).toEqual([]);
  await card.uncheck();
  const { promise: responseRelease, resolve: releaseResponse } = Promise.withResolvers<void>();
  await page.route("**/api/create-donation", async (route) => {
    await responseRelease;
    await route.continue();
  });
  await page.getByRole("button", { name: payButton }).click();
  await page.getByText(/Processing your gift/).waitFor();
  await expectReachable(page, payButton);
  releaseResponse();
  await page.getByText("Payment Issue").waitFor();
  await expectReachable(page, "Try Another Card");
  await page.context().close();
});

it("the donation page's button stays in view while a field has the focus", async () => {
  const { page, problems } = await startVisit(browser, { viewport: phoneSizes[0] });
  await page.goto(`${facts.webUrl}/donate?amount=75`);
  for (const [label, value] of [
    ["First name", "Robin"],
    ["Last name", "Lee"],
    ["Email", "robin@example.org"],
  ] as const) {
    await page.getByLabel(label).fill(value);
    await expectReachable(page, "Continue to Payment");
  }
  expect(problems).toEqual([]);
  await page.context().close();
});
