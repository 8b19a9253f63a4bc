import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

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
      requestId: "request-1",
    }),
  });

/** Opens a page whose API calls all go to the given handler. */
async function openPage(
  handleCall: (route: Route) => Promise<void> | void,
  path = "/",
): Promise<Page> {
  const { page } = await startVisit(browser);
  await page.route("**/api/**", handleCall);
  await page.goto(webUrl + path);
  return page;
}

/** Opens a page while the API is down, and also returns a function that makes the API fail in another way. */
async function openWithApiDown(path = "/") {
  let handleCall: (route: Route) => Promise<void> = abortRequest;
  const page = await openPage((route) => handleCall(route), path);
  const setFailure = (handle: typeof handleCall) => {
    handleCall = handle;
  };
  return { page, setFailure };
}

/** Other ways in which the API can fail once the page is open. */
const OTHER_FAILURES = [respondWithGarbage, failRequest] as const;

/** Presses the button, and waits until its request has finished and the button is enabled again. */
async function pressAndWait(page: Page, button: Locator): Promise<void> {
  const requestFinished = page.waitForEvent("requestfinished", (request) =>
    request.url().includes("/api/"),
  );
  await button.click();
  await requestFinished;
  await expect.poll(() => button.isEnabled()).toBe(true);
}

describe("with the API down, then returning garbage, then failing", () => {
  it("HOME-04, NOTE-11, TEST-13: the home page shows its content, says that it may be outdated and offers a retry button; a dialog's list offers one, too, and the story form keeps the story", async () => {
    const { page, setFailure } = await openWithApiDown();
    const notice = page.getByText("We couldn't load the latest content.");
    const noticeButton = page.getByRole("button", { name: "Try again" }).first();
    await notice.waitFor();
    expect(await page.getByRole("heading", { name: "Recent donors" }).isVisible()).toBe(true);
    for (const failure of OTHER_FAILURES) {
      setFailure(failure);
      await pressAndWait(page, noticeButton);
      expect(await notice.isVisible()).toBe(true);
    }

    setFailure(abortRequest);
    await page.getByRole("button", { name: /all stories/i }).click();
    const dialog = page.getByRole("dialog");
    const retryButton = dialog.getByRole("button", { name: /try again/i });
    for (const failure of OTHER_FAILURES) {
      await retryButton.waitFor();
      setFailure(failure);
      await pressAndWait(page, retryButton);
      expect(await dialog.getByText("No stories yet").isVisible()).toBe(false);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Write your story" }).click();
    const form = page.getByRole("form", { name: "Share your story" });
    await form.getByLabel("Your name").fill("Casey");
    await form.getByLabel("Title or role").fill("Navy veteran");
    await form.getByLabel("Your story").fill("The box came on a Tuesday.");
    await form.getByRole("button", { name: "Share your story" }).click();
    await page.getByText("Submission Failed").first().waitFor();
    expect(await form.getByLabel("Your story").inputValue()).toBe("The box came on a Tuesday.");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.unroute("**/api/**");
    await noticeButton.click();
    await notice.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /all stories/i }).click();
    await expect.poll(() => dialog.getByRole("listitem").count()).toBeGreaterThan(3);
    await page.context().close();
  });

  it("FIN-18: the financial reports page says that loading failed", async () => {
    const { page, setFailure } = await openWithApiDown("/financial-reports");
    const message = page.getByText("Failed to fetch published financial reports");
    await message.waitFor();
    expect(await page.getByText("This page was last updated on").isVisible()).toBe(true);
    expect(await page.getByRole("article").count()).toBeGreaterThan(0);
    const retryButton = page.getByRole("button", { name: "Try again" });
    for (const failure of OTHER_FAILURES) {
      setFailure(failure);
      await pressAndWait(page, retryButton);
      expect(await message.isVisible()).toBe(true);
    }
    await page.unroute("**/api/**");
    await retryButton.click();
    await message.waitFor({ state: "detached" });
    await page.context().close();
  });
});

it.each([
  ["/privacy-policy", "down", abortRequest],
  ["/terms-of-service", "returning garbage", respondWithGarbage],
  ["/news", "failing", failRequest],
] as const)(
  "%s shows its content and says that it may be outdated when the API is %s",
  { tags: [NIGHTLY] },
  async (path, _, handleCall) => {
    const page = await openPage(handleCall, path);
    // News pages refetch on the first interaction.
    await page.getByRole("button", { name: "Administrator login" }).focus();
    await page.getByText("We couldn't load the latest content.").waitFor();
    expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(300);
    await page.context().close();
  },
);

describe("with a slow API", () => {
  it(
    "the home page shows its content before any response arrives, and still requests the data",
    { tags: [NIGHTLY] },
    async () => {
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
    },
  );
});
