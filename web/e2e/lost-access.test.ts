/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  request,
  signInAdmin,
  sql,
} from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

const PASSWORD = "LostAccess!2026";
const TITLE = "A title that must not get lost";

let browser: Browser;
let ownerToken = "";
beforeAll(async () => {
  await clearRateLimits();
  [browser, { token: ownerToken }] = await Promise.all([launchBrowser(), signInAdmin()]);
});
afterAll(async () => {
  await sql`delete from public.email_outbox where data ->> 'administrator' like 'lost-%'`;
  await sql`delete from auth.users where email like 'lost-%@example.org'`;
  await browser.close();
});

async function addEditor() {
  const username = `lost-${uniqueWord()}`;
  const id = await createAuthUser(`${username}@example.org`, PASSWORD);
  await sql`
    insert into public.users (id, username, user_type, areas) values (${id}, ${username}, 'admin', '{content}')`;
  return { id, username, password: PASSWORD };
}

/** Opens the dashboard with the given browser options, and types the title of a new post. */
async function typeTitle(
  editor: Awaited<ReturnType<typeof addEditor>>,
  options: Parameters<typeof startVisit>[1] = {},
): Promise<Page> {
  const { page } = await startVisit(browser, options);
  await openDashboard(page, editor, "/dashboard/blogs");
  await page.getByRole("button", { name: "Create New Blog Post" }).click();
  await page.getByLabel("Title", { exact: true }).fill(TITLE);
  return page;
}

/** Publishes the post, unless the draft's own save has noticed first that the access is gone. */
const expectAccessMessage = async (page: Page, heading: string, sentence: RegExp) => {
  const message = page.getByRole("heading", { name: heading });
  const button = page.getByRole("button", { name: "Publish Blog Post" });
  await Promise.race([button.click(), message.waitFor()]);
  await message.waitFor();
  await page.getByRole("main").getByText(sentence).waitFor();
  await page.getByRole("button", { name: "Copy what I typed" }).waitFor();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
};

it("an editor whose areas are changed while she writes sees who changed them, and logs in again", async () => {
  const editor = await addEditor();
  const page = await typeTitle(editor, { viewport: screens.phone });
  const path = `/api/administrators/${editor.id}`;
  const body = { areas: ["content", "volunteers"] };
  expect((await request("PUT", path, { token: ownerToken, body })).status).toBe(200);
  await expectAccessMessage(
    page,
    "Your access has changed",
    /^admin changed what you have access to/,
  );
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.getByRole("link", { name: "Log in again" }).click();
  await page.getByRole("dialog", { name: "Administrator Login" }).waitFor();
  await page.context().close();
});

it(
  "an editor who is removed while she writes sees whom to ask, and can copy what she typed",
  { tags: [NIGHTLY] },
  async () => {
    const editor = await addEditor();
    const page = await typeTitle(editor);
    const path = `/api/administrators/${editor.id}`;
    expect((await request("DELETE", path, { token: ownerToken })).status).toBe(200);
    await expectAccessMessage(
      page,
      "You're not an administrator anymore",
      /If that's a mistake, ask admin/,
    );
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await page.waitForURL(`${facts.webUrl}/`);
    await page.context().close();
  },
);
