import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, newVisit, screens } from "./browser.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const visitOnPhone = async (): Promise<Page> => {
  const { page } = await newVisit(browser, { viewport: screens.phone });
  await page.goto(webUrl, { waitUntil: "networkidle" });
  return page;
};

const openApplication = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Become a volunteer" }).click();
  return page.getByRole("form", { name: "Volunteer application" }).last();
};

const openSectionForm = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Apply to volunteer" }).click();
  return page.getByRole("form", { name: "Volunteer application" });
};

const openStoryForm = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Write your story" }).click();
  return page.getByRole("form", { name: "Share your story" });
};

const openVolunteerLogin = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Access Full Dashboard" }).click();
  return page.getByRole("dialog");
};

const openAdminLogin = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Administrator login" }).click();
  return page.getByRole("dialog");
};

/** Returns whether two elements don't overlap vertically. */
const areVerticallyApart = async (
  firstElement: Locator,
  secondElement: Locator,
): Promise<boolean> => {
  const [a, b] = [await firstElement.boundingBox(), await secondElement.boundingBox()];
  if (!a || !b) return false;
  return a.y + a.height <= b.y || b.y + b.height <= a.y;
};

describe("on a phone", () => {
  it.each([
    ["the first field of the application dialog", openApplication, []],
    [
      "the last field of the application dialog",
      openApplication,
      ["First name", "Last name", "Email", "Phone", "Password", "ZIP code"],
    ],
    ["the first field of the volunteer section's form", openSectionForm, []],
    [
      "the last field of the volunteer section's form",
      openSectionForm,
      ["Full name", "Email", "Password"],
    ],
    ["the first field of a story", openStoryForm, []],
    ["the last field of a story", openStoryForm, ["Your name", "Title or role"]],
    ["the first field of the volunteer login", openVolunteerLogin, []],
    ["the sum of the volunteer login", openVolunteerLogin, ["Email", "Password"]],
    ["the first field of the administrator login", openAdminLogin, []],
    ["the sum of the administrator login", openAdminLogin, ["Username", "Password"]],
  ] as const)("a notification doesn't cover %s", async (_, openForm, labelsToFill) => {
    const page = await visitOnPhone();
    const form = await openForm(page);
    for (const label of labelsToFill) {
      await form
        .getByLabel(label, { exact: true })
        .fill(
          label === "Email" ? "a@example.org" : "76102 x".slice(0, label === "ZIP code" ? 5 : 7),
        );
    }
    await form.locator("button[type=submit]").click();
    const field = page.locator("[aria-invalid=true]:focus");
    await field.waitFor();
    const toast = page.getByRole("region", { name: /Notifications/ }).locator("li");
    await toast.waitFor();
    expect(await areVerticallyApart(toast, field)).toBe(true);
    await page.context().close();
  });
});

describe("threat 50: an application form", () => {
  it("keeps unsaved input after Back and a reload", async () => {
    const page = await visitOnPhone();
    const form = await openApplication(page);
    await form.getByLabel("First name").fill("Grace");
    await page.goBack();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/");
    await openApplication(page);
    expect(await form.getByLabel("First name").inputValue()).toBe("Grace");
    await page.reload({ waitUntil: "networkidle" });
    await openApplication(page);
    expect(await form.getByLabel("First name").inputValue()).toBe("Grace");
    await page.context().close();
  });

  it("discards unsaved input only after a confirmation, then removes its history entry", async () => {
    const page = await visitOnPhone();
    const form = await openApplication(page);
    await form.getByLabel("First name").fill("Grace");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Keep writing" }).click();
    expect(await form.getByLabel("First name").inputValue()).toBe("Grace");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Discard it" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.evaluate("history.state?.dialogEntry")).toBeUndefined();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("volunteer");
    await page.context().close();
  });
});
