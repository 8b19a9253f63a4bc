import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, newVisit } from "./browser.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const abortRequest = (route: Route) => route.abort();
const respondWithGarbage = (route: Route) =>
  route.fulfill({ status: 200, contentType: "text/html", body: "<html>A proxy says hello</html>" });
const failRequest = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: "application/json",
    body: JSON.stringify({
      message: "Something went wrong on our side. Please try again.",
      code: "unexpected",
    }),
  });
/** Opens a page whose API calls all go to the given handler. */
async function openPage(
  handleCall: (route: Route) => Promise<void> | void,
  path = "/",
): Promise<Page> {
  const { page } = await newVisit(browser);
  await page.route("**/api/**", handleCall);
  await page.goto(webUrl + path);
  return page;
}

describe.each([
  ["down", abortRequest],
  ["returning garbage", respondWithGarbage],
  ["failing", failRequest],
] as const)("with the API %s", (_, handleCall) => {
  it("the home page shows its content, says that it may be outdated and offers a retry button", async () => {
    const page = await openPage(handleCall);
    await expect
      .poll(() => page.getByText("We couldn't load the latest content.").isVisible())
      .toBe(true);
    expect(await page.getByRole("heading", { name: "Recent donors" }).isVisible()).toBe(true);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect
      .poll(() => page.getByText("We couldn't load the latest content.").isVisible())
      .toBe(false);
    await page.context().close();
  });

  it("NOTE-11: a dialog's list shows the failure instead of an empty state and offers a retry button", async () => {
    const page = await openPage(handleCall);
    await page.getByRole("button", { name: /all stories/i }).click();
    const dialog = page.getByRole("dialog");
    const retryButton = dialog.getByRole("button", { name: /try again/i });
    await expect.poll(() => retryButton.isVisible()).toBe(true);
    expect(await dialog.getByText("No stories yet").isVisible()).toBe(false);
    await page.unroute("**/api/**");
    await retryButton.click();
    await expect.poll(() => dialog.getByRole("listitem").count()).toBeGreaterThan(3);
    await page.context().close();
  });

  it("FIN-18: the financial reports page says that loading failed", async () => {
    const page = await openPage(handleCall, "/financial-reports");
    const message = page.getByText("Failed to fetch published financial reports");
    await expect.poll(() => message.isVisible()).toBe(true);
    expect(await page.getByText("This page was last updated on").isVisible()).toBe(true);
    expect(await page.getByRole("article").count()).toBeGreaterThan(0);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => message.isVisible()).toBe(false);
    await page.context().close();
  });

  it.each(["/privacy-policy", "/terms-of-service", "/news"])(
    "%s shows its content and says that it may be outdated",
    async (path) => {
      const page = await openPage(handleCall, path);
      // News pages refetch on the first interaction.
      await page.getByRole("button", { name: "Administrator login" }).focus();
      const message = page.getByText("We couldn't load the latest content.");
      await expect.poll(() => message.isVisible()).toBe(true);
      expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(300);
      await page.context().close();
    },
  );

  it("TEST-13: the story form keeps a story that can't be sent", async () => {
    const page = await openPage(handleCall);
    await page.getByRole("button", { name: "Write your story" }).click();
    const form = page.getByRole("form", { name: "Share your story" });
    await form.getByLabel("Your name").fill("Casey");
    await form.getByLabel("Title or role").fill("Navy veteran");
    await form.getByLabel("Your story").fill("The box came on a Tuesday.");
    await form.getByRole("button", { name: "Share your story" }).click();
    await expect.poll(() => page.getByText("Submission Failed").first().isVisible()).toBe(true);
    expect(await form.getByLabel("Your story").inputValue()).toBe("The box came on a Tuesday.");
    await page.context().close();
  });
});

describe("with a slow API", () => {
  it("the page shows its content before any response and still requests the data", async () => {
    const gate = Promise.withResolvers<undefined>();
    const page = await openPage(async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: /^Donate \$/ }).click();
    await page.getByRole("dialog").waitFor();
    const homeResponse = page.waitForResponse("**/api/home");
    gate.resolve(undefined);
    expect((await homeResponse).status()).toBe(200);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  });
});
