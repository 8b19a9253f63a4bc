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

const openSection = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Apply to volunteer" }).click();
  return page.getByRole("form", { name: "Volunteer application" });
};

const openStory = async (page: Page): Promise<Locator> => {
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

/** Returns whether two boxes are vertically apart. */
const areSeparate = async (firstBox: Locator, secondBox: Locator): Promise<boolean> => {
  const [a, b] = [await firstBox.boundingBox(), await secondBox.boundingBox()];
  if (!a || !b) return false;
  return a.y + a.height <= b.y || b.y + b.height <= a.y;
};

describe("on a phone, a notification never covers its field", () => {
  it.each([
    ["the application dialog", openApplication, []],
    [
      "the last field of the application dialog",
      openApplication,
      ["First name", "Last name", "Email", "Phone", "Password", "ZIP code"],
    ],
    ["the form of the volunteer section", openSection, []],
    ["the last field of that form", openSection, ["Full name", "Email", "Password"]],
    ["a story", openStory, []],
    ["the last field of a story", openStory, ["Your name", "Title or role"]],
    ["the volunteer login", openVolunteerLogin, []],
    ["the sum of the volunteer login", openVolunteerLogin, ["Email", "Password"]],
    ["the administrator login", openAdminLogin, []],
    ["the sum of the administrator login", openAdminLogin, ["Username", "Password"]],
  ] as const)("%s", async (_, openForm, fillForm) => {
    const page = await visitOnPhone();
    const form = await openForm(page);
    for (const label of fillForm) {
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
    expect(await areSeparate(toast, field)).toBe(true);
    await page.context().close();
  });
});

describe("threat 50: unsaved input", () => {
  it("survives Back and a reload in an application form", async () => {
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

  it("is discarded only after a confirmation, and Back then skips the dialog", async () => {
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
