import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { text as createText } from "../../supabase/functions/_shared/contracts/fields.ts";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const visitOnPhone = async (): Promise<Page> => {
  const { page } = await startVisit(browser, { viewport: screens.phone });
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
  const [firstBox, secondBox] = [
    await firstElement.boundingBox(),
    await secondElement.boundingBox(),
  ];
  if (!firstBox || !secondBox) return false;
  return (
    firstBox.y + firstBox.height <= secondBox.y || secondBox.y + secondBox.height <= firstBox.y
  );
};

/** Submits an invalid form and expects the notification not to cover the field that gets the focus. */
const expectFieldUncovered = async (page: Page, form: Locator): Promise<void> => {
  const toasts = page.getByRole("region", { name: /Notifications/ }).locator("li");
  for (const toast of await toasts.all())
    await toast.evaluate((element) => element.setAttribute("data-earlier", ""));
  await form.locator("button[type=submit]").click();
  const field = page.locator("[aria-invalid=true]:focus");
  await field.waitFor();
  const toast = toasts.and(page.locator(":not([data-earlier])"));
  await toast.waitFor();
  expect(await areVerticallyApart(toast, field)).toBe(true);
};

describe("on a phone", () => {
  let page: Page;
  beforeAll(async () => {
    page = await visitOnPhone();
  });
  // Closing a form with Back keeps what was typed and doesn't ask for a confirmation.
  afterEach(async () => {
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
  afterAll(() => page.context().close());

  it.each([
    [
      "the application dialog",
      openApplication,
      ["First name", "Last name", "Email", "Phone", "Password", "ZIP code"],
    ],
    ["the volunteer section's form", openSectionForm, ["Full name", "Email", "Password"]],
    ["the story form", openStoryForm, ["Your name", "Title or role"]],
    ["the volunteer login", openVolunteerLogin, ["Email", "Password"]],
    ["the administrator login", openAdminLogin, ["Username", "Password"]],
  ] as const)(
    "a notification covers neither the first nor the last field of %s",
    { tags: [NIGHTLY] },
    async (_, openForm, labelsToFill) => {
      const form = await openForm(page);
      await expectFieldUncovered(page, form);
      const firstField = await page.locator(":focus").elementHandle();
      for (const label of labelsToFill) {
        await form
          .getByLabel(label, { exact: true })
          .fill(
            label === "Email" ? "a@example.org" : "5550101".slice(0, label === "ZIP code" ? 5 : 7),
          );
      }
      await expectFieldUncovered(page, form);
      expect(await firstField?.evaluate((field) => field === document.activeElement)).toBe(false);
    },
  );
});

it("a paste isn't cut because of spaces around it or characters that nobody sees", async () => {
  const page = await visitOnPhone();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await openStoryForm(page);
  const copied = (text: string) =>
    `\u{202a}\t ${Array.from(text).join("\u{ad}")}\u{202c}\r\n \u{200b}`;
  for (const [label, text] of [
    ["Your name", `Ana ${"ñ".repeat(96)}`],
    ["Your story", `Two\nlines ${"of text ".repeat(600)}👩‍👩‍👧 end`],
  ] as const) {
    const field = form.getByLabel(label, { exact: true });
    await field.focus();
    await page.evaluate((pastedText) => navigator.clipboard.writeText(pastedText), copied(text));
    await page.keyboard.press("ControlOrMeta+V");
    const value = await field.inputValue();
    expect(value.length).toBeGreaterThan(Number(await field.getAttribute("maxlength")));
    expect(createText(10_000).parse(value)).toBe(text);
  }
  await page.context().close();
});

describe("threat 50: an application form", () => {
  it("an application form keeps unsaved input after Back and a reload, discards it only after a confirmation, and then removes its history entry", async () => {
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
