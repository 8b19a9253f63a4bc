import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { legalContentQuery } from "#data/legal-content/queries.ts";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const LOAD_ROUTE = "GET /api/legal-content/:key";
const SAVE_ROUTE = "PUT /api/legal-content/:key";
const VERSIONS_ROUTE = "GET /api/legal-content/:key/versions";
const VERSION_ROUTE = "GET /api/legal-content/:key/versions/:versionId";
const GENERATE_ROUTE = "POST /api/generate-legal-content";
type Overrides = Partial<
  Record<
    typeof LOAD_ROUTE | typeof SAVE_ROUTE | typeof GENERATE_ROUTE,
    FakeResponse | Promise<FakeResponse>
  >
>;

const STORED_TEXT = "<p>What we keep.</p>";
const VERSION = {
  id: "0f5b7c1e-1111-4111-8111-111111111111",
  version: 1,
  savedBy: "dana",
  savedAt: "2026-02-04T12:00:00Z",
};
const CONTACT = {
  organizationName: "Boxes & Heroes",
  taxId: "12-3456789",
  address: "1 Main Street\nFort Worth",
  phone: "(817) 555-0101",
  email: "hello@example.org",
  updatedAt: "2026-11-20T15:00:00Z",
};

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const openPage = (
  overrides: Overrides = {},
  storedText = STORED_TEXT,
  versions: readonly object[] = [],
) => {
  let storedContent = { content: storedText, updatedAt: "2026-03-04T12:00:00Z" };
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/system-status/ai": { body: { state: "configured" } },
    "GET /api/contact-info": { body: CONTACT },
    "GET /api/hero-section": { status: 503 },
    "GET /api/care-package-goal": { status: 503 },
    [LOAD_ROUTE]: () => overrides[LOAD_ROUTE] ?? { body: storedContent },
    [SAVE_ROUTE]: ({ body }: FakeCall) => {
      if (overrides[SAVE_ROUTE]) return overrides[SAVE_ROUTE];
      storedContent = { ...storedContent, content: (body as { content: string }).content };
      return { body: storedContent };
    },
    [VERSIONS_ROUTE]: pagesOf(versions),
    [VERSION_ROUTE]: { body: { ...VERSION, content: "<p>As of last year</p>" } },
    [GENERATE_ROUTE]: () =>
      overrides[GENERATE_ROUTE] ?? { body: { content: "<p>Written by a machine.</p>" } },
  });
  const view = renderApp("/dashboard/content");
  const findDialog = async () => within(await screen.findByRole("dialog"));
  return {
    ...api,
    ...view,
    findField: async () => (await findDialog()).findByLabelText<HTMLTextAreaElement>(/^Text/),
    openEditor: async (title = "Privacy Policy") =>
      view.user.click(await screen.findByRole("button", { name: `Edit ${title}` })),
    press: async (name: string | RegExp) =>
      view.user.click(await (await findDialog()).findByRole("button", { name })),
  };
};

/** Returns a response that stays pending until `release` is called. */
const pendingResponse = () => {
  let release: (response: FakeResponse) => void = () => undefined;
  const response = new Promise<FakeResponse>((resolve) => {
    release = resolve;
  });
  return { response, release };
};

const isDialogOpen = () => screen.queryByRole("dialog") !== null;

/** Tries every way to close the dialog and returns whether it is still open. */
const isOpenAfterCloseAttempts = async ({ user }: ReturnType<typeof openPage>) => {
  const dialog = screen.getByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  dialog.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  return isDialogOpen();
};

beforeEach(() => {
  logInAsAdmin();
  rememberTextView("source");
});

describe.each([
  ["ACONT-05", "Privacy Policy", "/privacy-policy", "privacy_policy", "Information we collect"],
  ["ACONT-06", "Terms of Service", "/terms-of-service", "terms_policy", "Governing law"],
] as const)("%s: %s", (requirement, title, path, key, heading) => {
  test(`${requirement}, LEGAL-15, LEGAL-19: links to ${path} and edits the stored text`, async () => {
    const page = openPage();
    const { openEditor, findField, press, retype, callsOf } = page;
    const link = await screen.findByRole("link", { name: `View ${title}` });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([path, "_blank"]);
    await openEditor(title);
    expect((await findField()).value).toBe(STORED_TEXT);
    await retype(await findField(), "<p>New</p>");
    await press(`Save ${title}`);
    expect(await screen.findByText(`${title} has been updated successfully!`)).toBeTruthy();
    expect(callsOf(SAVE_ROUTE)[0]).toMatchObject({
      url: `/api/legal-content/${key}`,
      body: {
        content: "<p>New</p>",
        updatedAt: "2026-03-04T12:00:00Z",
        lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
    await waitFor(() => expect(isDialogOpen()).toBe(false));
    // Opening the editor again refetches the stored text.
    await openEditor(title);
    expect((await findField()).value).toBe("<p>New</p>");
  });

  test("starts with the built-in text and the organization's details when no text is stored", async () => {
    const { openEditor, findField } = openPage({}, " ");
    await openEditor(title);
    const { value } = await findField();
    expect(value).toContain(`<h2>${heading}</h2>`);
    expect(value).toContain("Boxes &amp; Heroes<br>1 Main Street<br>Fort Worth");
  });

  test("LEGAL-20: fills in generated text for review and restores the previous text on Undo", async () => {
    const { openEditor, findField, press, callsOf } = openPage();
    await openEditor(title);
    await findField();
    await press("Generate with AI");
    expect(
      await screen.findByText(
        `${title} content generated! You can now review and edit it before saving.`,
      ),
    ).toBeTruthy();
    expect((await findField()).value).toBe("<p>Written by a machine.</p>");
    expect(callsOf(GENERATE_ROUTE)[0]?.body).toMatchObject({ documentType: title });
    expect(callsOf(SAVE_ROUTE)).toEqual([]);
    await press(/^Undo generated/);
    expect((await findField()).value).toBe(STORED_TEXT);
  });
});

describe("the legal editor", () => {
  test("LEGAL-11, LEGAL-12: loads, generates, and saves text, and can't be closed while it generates or saves", async () => {
    const [loadResponse, generateResponse, saveResponse] = [
      pendingResponse(),
      pendingResponse(),
      pendingResponse(),
    ];
    const page = openPage({
      [LOAD_ROUTE]: loadResponse.response,
      [GENERATE_ROUTE]: generateResponse.response,
      [SAVE_ROUTE]: saveResponse.response,
    });
    const { openEditor, findField, press, callsOf } = page;
    await openEditor();
    expect(await screen.findByText("Loading the text")).toBeTruthy();
    loadResponse.release({ body: { content: STORED_TEXT, updatedAt: null } });
    await findField();

    await press("Generate with AI");
    await waitFor(() => expect(callsOf(GENERATE_ROUTE)).toHaveLength(1));
    expect(await isOpenAfterCloseAttempts(page)).toBe(true);
    await press("Save Privacy Policy");
    expect(await screen.findByText("The AI is still working")).toBeTruthy();
    expect(callsOf(SAVE_ROUTE)).toEqual([]);
    generateResponse.release({ body: { content: "<p>Written</p>" } });
    await waitFor(async () => expect((await findField()).value).toBe("<p>Written</p>"));

    await press("Save Privacy Policy");
    await waitFor(() => expect(callsOf(SAVE_ROUTE)).toHaveLength(1));
    expect(await isOpenAfterCloseAttempts(page)).toBe(true);
    saveResponse.release({ body: { content: "<p>Written</p>", updatedAt: null } });
    await waitFor(() => expect(isDialogOpen()).toBe(false));
  });

  test("shows the page's formatting and closes without asking when nothing was typed", async () => {
    rememberTextView("page");
    const { openEditor, press } = openPage({}, "<h2>Rights</h2><p>You may ask.</p>");
    await openEditor();
    const text = await screen.findByRole("textbox", { name: "Text" });
    await waitFor(() => expect(text.querySelector("h2")?.textContent).toBe("Rights"));
    await press("Cancel");
    await waitFor(() => expect(isDialogOpen()).toBe(false));
  });

  test("LEGAL-16: shows an error with a retry button when loading fails", async () => {
    const overrides: Overrides = { [LOAD_ROUTE]: { status: 503 } };
    const { openEditor, findField, press } = openPage(overrides);
    await openEditor();
    expect(await screen.findByText("Error: Failed to load content")).toBeTruthy();
    delete overrides[LOAD_ROUTE];
    await press("Try again");
    expect((await findField()).value).toBe(STORED_TEXT);
  });

  test("LEGAL-17, threat 50: shows an error when saving fails and restores the text after a reload", async () => {
    const firstPage = openPage({ [SAVE_ROUTE]: { status: 503 } });
    await firstPage.openEditor();
    await firstPage.user.type(await firstPage.findField(), "<p>More</p>");
    await firstPage.press("Save Privacy Policy");
    expect(await screen.findByText("Failed to save content. Please try again.")).toBeTruthy();
    expectLogged("Save Privacy Policy failed");
    expect((await firstPage.findField()).value).toBe(`${STORED_TEXT}<p>More</p>`);
    firstPage.unmount();
    const { openEditor, findField } = openPage();
    await openEditor();
    expect((await findField()).value).toBe(`${STORED_TEXT}<p>More</p>`);
    expect(await screen.findByText("We restored what you typed earlier.")).toBeTruthy();
  });

  test("LEGAL-18: shows an error and changes nothing when generation fails", async () => {
    const { openEditor, findField, press } = openPage({ [GENERATE_ROUTE]: { status: 502 } });
    await openEditor();
    await findField();
    await press("Generate with AI");
    expect(await screen.findByText("Generation Failed")).toBeTruthy();
    expect(
      screen.getByText("Unable to generate content with AI. Please try again or write manually."),
    ).toBeTruthy();
    expect((await findField()).value).toBe(STORED_TEXT);
    expectLogged("Generate with AI failed");
  });

  test("an earlier version can be viewed and restored into the form", async () => {
    const { openEditor, findField, press, user } = openPage({}, STORED_TEXT, [VERSION]);
    await openEditor();
    const field = await findField();
    await press("Earlier versions");
    const dialog = within(await screen.findByRole("dialog", { name: "Earlier versions" }));
    expect(await dialog.findByText("Version 1")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "View version 1" }));
    await user.click(await dialog.findByRole("button", { name: "Restore this version" }));
    expect(field.value).toBe("<p>As of last year</p>");
    await press("Go back to my version");
    expect(field.value).toBe(STORED_TEXT);
  });

  test("updates the public page's cached text after a save", async () => {
    const { openEditor, findField, press, retype, queryClient } = openPage();
    await openEditor();
    await retype(await findField(), "<p>As of today</p>");
    await press("Save Privacy Policy");
    await waitFor(() => expect(isDialogOpen()).toBe(false));
    const { queryKey } = legalContentQuery("privacy_policy");
    expect(queryClient.getQueryData(queryKey)?.content).toBe("<p>As of today</p>");
  });
});
