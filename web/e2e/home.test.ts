import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const openHome = async (screen: keyof typeof screens = "desktop"): Promise<Page> => {
  const { page } = await startVisit(browser, { viewport: screens[screen] });
  await page.goto(webUrl, { waitUntil: "networkidle" });
  return page;
};

const isLaidOut = (page: Page) =>
  page
    .locator("#impact h2")
    .first()
    .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));
const readFocusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe("the home page on a desktop", () => {
  let page: Page;
  beforeAll(async () => {
    page = await openHome();
  });
  afterAll(() => page.context().close());

  it("HOME-01, HOME-06, HOME-12..13, HOME-18..24, HOME-29: the home page has its sections in the documented order", async () => {
    const elements = [
      page.locator("header"),
      page.locator("#home").getByRole("heading", { name: "Send a care package" }),
      page.getByText("Packages delivered"),
      page.locator("#about").getByRole("heading").first(),
      page.locator("#programs").getByRole("heading", { name: "Latest news" }),
      page.locator("#volunteer").getByRole("heading").first(),
      page.locator("#impact").getByRole("heading", { name: "Recent donors" }),
      page.getByRole("heading", { name: "Share your story" }),
      page.getByRole("progressbar", { name: /Progress toward the .* goal/ }),
      page.locator("footer"),
    ];
    const tops = await Promise.all(
      elements.map(async (element) => (await element.first().boundingBox())?.y ?? Number.NaN),
    );
    expect(tops).toEqual(tops.toSorted((left, right) => left - right));
    const impactSection = page.locator("#impact");
    for (const name of [
      "Upcoming events",
      "Recent events",
      "Recent donors",
      "Volunteer highlights",
    ]) {
      expect(await impactSection.getByRole("heading", { name }).count(), name).toBe(1);
    }
  });

  it.each([
    [
      "HOME-08",
      "banner",
      {
        About: "about",
        Programs: "programs",
        Volunteer: "volunteer",
        Impact: "impact",
        Home: "home",
      },
    ],
    [
      "HOME-33, HOME-34",
      "contentinfo",
      {
        "About us": "about",
        Programs: "programs",
        Volunteer: "volunteer",
        Impact: "impact",
        News: "programs",
      },
    ],
  ] as const)(
    "%s: links in the %s lead to their sections and move the focus",
    async (_, role, links) => {
      for (const [name, id] of Object.entries(links)) {
        await page.getByRole(role).getByRole("link", { name, exact: true }).click();
        await expect
          .poll(async () => Math.abs((await page.locator(`#${id}`).boundingBox())?.y ?? 1e6))
          .toBeLessThan(200);
        expect(new URL(page.url()).hash).toBe(`#${id}`);
        await expect.poll(() => readFocusedId(page)).toBe(id);
      }
    },
  );

  it("NOTE-05, NOTE-06: a swipe of at least 50 px to the right dismisses a notification, a shorter one doesn't, and F8 moves the focus to notifications", async () => {
    const giveButton = page.getByRole("button", { name: /^Give \$/ });
    const toast = page.locator("li", { hasText: "Missing Information" }).last();
    const swipe = async (distance: number) => {
      const box = await toast.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance / 2, y, { steps: 4 });
      await page.mouse.move(x + distance, y, { steps: 4 });
      await page.mouse.up();
    };
    await page.getByRole("button", { name: /^Donate \$/ }).click();
    await giveButton.click();
    await page.getByRole("status").filter({ hasText: "Missing Information" }).last().waitFor();
    await swipe(30);
    expect(await toast.isVisible()).toBe(true);
    await swipe(80);
    await expect.poll(() => toast.isVisible()).toBe(false);

    // On a busy machine, a notification may be gone before the key is pressed.
    const readLabelAfterF8 = async () => {
      await giveButton.click();
      await toast.waitFor();
      await page.keyboard.press("F8");
      return page.evaluate(() => document.activeElement?.closest("[role=region]")?.ariaLabel);
    };
    await expect.poll(readLabelAfterF8).toMatch(/Notifications/);
  });
});

describe("the home page on a phone", () => {
  it("HOME-32: Fund a package and Give monthly lead to the donation card, Send a box opens the checkout in place, and a link in the menu or to another page moves the focus to the linked content", async () => {
    const page = await openHome("phone");
    const link = page.getByRole("link", { name: "Send a box, too" });
    await link.click();
    const dialog = page.getByRole("dialog", { name: "Your gift: $50", exact: true });
    await dialog.getByLabel("Name on card").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    for (const [name, label] of [
      ["Fund a package", "Donate $50"],
      ["Give monthly", "Donate $50 a month"],
    ] as const) {
      await page.getByRole("link", { name }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(label);
      await expect
        .poll(() =>
          page.evaluate(() => document.getElementById("home")!.getBoundingClientRect().top),
        )
        .toBeGreaterThanOrEqual(0);
      expect(new URL(page.url()).hash).toBe("#home");
    }

    // Links in the menu and links to another page also move the focus.
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Volunteer" }).click();
    await expect.poll(() => readFocusedId(page)).toBe("volunteer");
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await page.getByRole("heading", { level: 1, name: "Privacy Policy" }).waitFor();
    await expect.poll(() => readFocusedId(page)).toBe("content");
    await page.context().close();
  });

  it("HOME-32: without scripts, an anchor link leads to a section whose layout was deferred, and the Give monthly link leads to the donation card", async () => {
    const { page: pageWithoutScripts } = await startVisit(browser, { viewport: screens.phone });
    await pageWithoutScripts.route("**/*.js", (route) => route.abort());
    await pageWithoutScripts.goto(webUrl);
    expect(await isLaidOut(pageWithoutScripts)).toBe(false);
    await pageWithoutScripts.goto(`${webUrl}/#impact`);
    expect(await isLaidOut(pageWithoutScripts)).toBe(true);
    await pageWithoutScripts.getByRole("link", { name: "Give monthly" }).click();
    await expect
      .poll(async () => (await pageWithoutScripts.locator("#home").boundingBox())?.y)
      .toBeGreaterThanOrEqual(0);
    expect(new URL(pageWithoutScripts.url()).hash).toBe("#home");
    await pageWithoutScripts.context().close();
  });

  it(
    "deferred layout of lower sections doesn't break anchor links or restored scroll positions",
    { tags: [NIGHTLY] },
    async () => {
      const page = await openHome("phone");
      await expect.poll(() => isLaidOut(page)).toBe(true);
      const termsLink = page
        .getByRole("contentinfo")
        .getByRole("link", { name: "Terms of Service" });
      const measureTop = async () => (await termsLink.boundingBox())?.y ?? Number.NaN;
      await termsLink.scrollIntoViewIfNeeded();
      await page.waitForTimeout(300);
      const topBefore = await measureTop();
      // Allows for a small difference, because other tests write news and events at the same time.
      const measureShift = async () => Math.abs((await measureTop()) - topBefore);
      await termsLink.click();
      await page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
      await page.goBack();
      await expect.poll(measureShift).toBeLessThan(100);
      await page.reload({ waitUntil: "networkidle" });
      await expect.poll(measureShift).toBeLessThan(100);

      await page.goto("about:blank");
      await page.goto(`${webUrl}/#impact`, { waitUntil: "networkidle" });
      const measureImpactTop = async () => (await page.locator("#impact").boundingBox())?.y;
      await expect.poll(measureImpactTop).toSatisfy((top: number) => top >= 0 && top < 80);
      await page.context().close();
    },
  );
});
