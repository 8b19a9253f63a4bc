import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  clearRateLimits,
  facts,
  request,
  signInAdmin,
  sql,
} from "../../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes, findViolations } from "../axe.ts";
import { launchBrowser, startVisit, screens, type Visit } from "../browser.ts";
import { addTestVolunteer, logInVolunteer, openVolunteerDashboard } from "../logging-in.ts";
import { NIGHTLY } from "../../../supabase/tests/results.ts";

const PASSWORD = "Highlights!2026";
const NEW_PASSWORD = "Brighter!2026";

let browser: Browser;
let phoneVisit: Awaited<ReturnType<typeof visitAsNewVolunteer>>;
beforeAll(async () => {
  browser = await launchBrowser();
  phoneVisit = await visitAsNewVolunteer({ viewport: screens.phone });
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from auth.users where email like 'moment-%@example.org'`;
  await browser.close();
});

/** Creates a volunteer and opens their dashboard on the given screen. */
async function visitAsNewVolunteer({
  viewport = screens.desktop,
  ...options
}: Pick<BrowserContextOptions, "colorScheme"> & {
  viewport?: (typeof screens)[keyof typeof screens];
} = {}): Promise<Visit & { email: string; id: string }> {
  const email = `moment-${randomUUID()}@example.org`;
  const id = await addTestVolunteer({ email, password: PASSWORD }, ["Wanda", "Quill"]);
  const visit = await startVisit(browser, options);
  await openVolunteerDashboard(visit.page, { email, password: PASSWORD });
  await visit.page.setViewportSize(viewport);
  return { ...visit, email, id };
}

/** Creates a 24 × 16 BMP with 24 bits per pixel. The browser must convert it, because the server refuses this type. */
function createBitmap(): Buffer {
  const [width, height] = [24, 16];
  const file = Buffer.alloc(54 + width * height * 3, 180);
  file.fill(0, 0, 54);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

const findHighlightsCard = (page: Page) =>
  page.getByRole("region", { name: "Volunteer Highlights" });
const isClipped = (list: Locator) =>
  list.evaluate((box) => box.scrollHeight > box.clientHeight + 1);

async function shareHighlight(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Share a highlight" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Message").fill("We were done before lunch.\nThe tape gun survived.");
  await dialog.getByRole("button", { name: "Share highlight" }).click();
  await page.getByText("Highlight created!").first().waitFor();
  await dialog.waitFor({ state: "hidden" });
}

describe("managing highlights", () => {
  it("HIGH-04..08, HIGH-13, HIGH-15..17, HIGH-31: a volunteer shares, edits and deletes highlights on a phone", async () => {
    const { page, problems, id } = phoneVisit;
    const card = findHighlightsCard(page);
    await card.getByText("No highlights yet").waitFor();
    await card.getByRole("button", { name: "Create Your First Highlight" }).click();

    const dialog = page.getByRole("dialog", { name: "Share a highlight" });
    const fileInput = dialog.locator("input[type=file]");
    await fileInput.setInputFiles({
      name: "box.bmp",
      mimeType: "image/bmp",
      buffer: createBitmap(),
    });
    await page.getByText("Image uploaded").first().waitFor();
    await dialog.getByLabel(/^Alt text/).fill("A gray box");
    expect(await findViolationsInAllModes(page)).toEqual([]);
    await shareHighlight(page, "A record morning");
    await card.getByText(/Waiting for review .* with a picture/).waitFor();
    // The button that opened the dialog no longer exists, but the focus must not be lost.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Volunteer Highlights",
    );

    const [row] = await sql<{ id: string }[]>`
        select id from public.volunteer_highlights where volunteer_id = ${id}`;
    const { token } = await signInAdmin();
    await request("PUT", `/api/volunteer-highlights/${row!.id}/publish`, {
      body: { isPublished: true },
      token,
    });
    await page.reload();
    await card.getByText(/^Published/).waitFor();
    const picture = card.getByAltText("A gray box");
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(24);

    for (const title of ["Second", "Third"]) {
      await card.getByRole("button", { name: "Add highlight" }).click();
      await shareHighlight(page, title);
    }
    const list = card.getByRole("list", { name: "Your highlights" });
    expect(await isClipped(list)).toBe(false);
    await card.getByRole("button", { name: "Add highlight" }).click();
    await shareHighlight(page, "Fourth");
    expect(await isClipped(list)).toBe(true);
    expect(await findViolationsInAllModes(page)).toEqual([]);

    await card.getByRole("button", { name: "Edit A record morning" }).click();
    const editDialog = page.getByRole("dialog", { name: "Edit highlight" });
    await editDialog.getByLabel("Title").fill("A record Saturday");
    await editDialog.getByRole("button", { name: "Save highlight" }).click();
    await page.getByText("Highlight updated!").first().waitFor();
    expect(await card.getByText(/^Published/).count()).toBe(0);

    await card.getByRole("button", { name: "Delete A record Saturday" }).click();
    await page.getByText("Are you sure you want to delete this highlight?").waitFor();
    await page.getByRole("button", { name: "Delete highlight" }).click();
    await page.getByText("Highlight deleted").first().waitFor();
    await expect.poll(() => card.getByText("A record Saturday").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it(
    "threat 50: an unsent highlight stays in the form after a failed request, a reload and an ended session",
    { tags: [NIGHTLY] },
    async () => {
      const { page, email, id } = await visitAsNewVolunteer();
      const card = findHighlightsCard(page);
      const openForm = () =>
        card.getByRole("button", { name: "Create Your First Highlight" }).click();
      const titleField = page.getByRole("dialog").getByLabel("Title");
      await openForm();
      await titleField.fill("A record morning");
      await page.getByRole("dialog").getByLabel("Message").fill("Done before lunch.");
      await page.route("**/highlights", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await page.getByRole("button", { name: "Share highlight" }).click();
      await page.getByText("Error creating highlight").first().waitFor();
      expect(await titleField.inputValue()).toBe("A record morning");
      await page.unroute("**/highlights");

      await page.reload();
      await openForm();
      await page.getByText("We restored what you typed earlier.").waitFor();
      await sql`delete from auth.sessions where user_id = ${id}`;
      await page.getByRole("button", { name: "Share highlight" }).click();
      await page.waitForURL(`${facts.webUrl}/`);
      await openVolunteerDashboard(page, { email, password: PASSWORD });
      await openForm();
      expect(await titleField.inputValue()).toBe("A record morning");
      await page.getByRole("button", { name: "Share highlight" }).click();
      await page.getByText("Highlight created!").first().waitFor();
      await page.context().close();
    },
  );
});

describe("changing a password", () => {
  it("VDASH-29, VDASH-53, VDASH-58, VDASH-59: a volunteer changes the password by keyboard, and a wrong current password is marked on its field", async () => {
    const { page, problems, email } = phoneVisit;
    await page.getByRole("button", { name: "Change Password" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change Password" });
    const currentPasswordField = dialog.getByLabel("Current password", { exact: true });
    await currentPasswordField.fill("not this one");
    await dialog.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await dialog.getByLabel("Confirm new password", { exact: true }).fill(NEW_PASSWORD);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Error changing password").first().waitFor();
    expect(await currentPasswordField.getAttribute("aria-invalid")).toBe("true");
    expect(problems.splice(0).join()).toMatch(/400/);
    await currentPasswordField.fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("Password changed!").first().waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Change Password");
    expect(problems).toEqual([]);
    await page.context().close();

    const secondVisit = await startVisit(browser);
    await logInVolunteer(secondVisit.page, { email, password: NEW_PASSWORD });
    await secondVisit.page.context().close();
  });
});
