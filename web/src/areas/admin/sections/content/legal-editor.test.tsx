import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { legalContentQuery } from "#data/legal-content/queries.ts";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { fakeApi, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const LOAD = "GET /api/legal-content/:key";
const SAVE = "PUT /api/legal-content/:key";
const GENERATE = "POST /api/generate-legal-content";
type Answers = Partial<
  Record<typeof LOAD | typeof SAVE | typeof GENERATE, FakeAnswer | Promise<FakeAnswer>>
>;

const STORED_TEXT = "<p>What we keep.</p>";
const CONTACT = {
  organizationName: "Boxes & Heroes",
  taxId: "12-3456789",
  address: "1 Main Street\nFort Worth",
  phone: "(817) 555-0101",
  email: "hello@example.org",
  updatedAt: "2026-11-20T15:00:00Z",
};

/** Fakes a server that stores every write, unless `answers` overrides a call. */
const openPage = (answers: Answers = {}, storedText = STORED_TEXT) => {
  let storedContent = { content: storedText, updatedAt: "2026-03-04T12:00:00Z" };
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/contact-info": { body: CONTACT },
    "GET /api/hero-section": { status: 503 },
    "GET /api/care-package-goal": { status: 503 },
    [LOAD]: () => answers[LOAD] ?? { body: storedContent },
    [SAVE]: ({ body }: FakeCall) => {
      if (answers[SAVE]) return answers[SAVE];
      storedContent = { ...storedContent, content: (body as { content: string }).content };
      return { body: storedContent };
    },
    [GENERATE]: () => answers[GENERATE] ?? { body: { content: "<p>Written by a machine.</p>" } },
  });
  const view = renderApp("/dashboard/content");
  const dialog = async () => within(await screen.findByRole("dialog"));
  return {
    ...api,
    ...view,
    field: async () => (await dialog()).findByLabelText<HTMLTextAreaElement>(/^Text/),
    edit: async (title = "Privacy Policy") =>
      view.user.click(await screen.findByRole("button", { name: `Edit ${title}` })),
    press: async (name: string | RegExp) =>
      view.user.click(await (await dialog()).findByRole("button", { name })),
  };
};

/** Returns a response that stays pending until released. */
const pendingAnswer = () => {
  let release: (answer: FakeAnswer) => void = () => undefined;
  const answer = new Promise<FakeAnswer>((resolve) => {
    release = resolve;
  });
  return { answer, release };
};

const isOpen = () => screen.queryByRole("dialog") !== null;

/** Tries every way to close the dialog. */
const tryToClose = async ({ user }: ReturnType<typeof openPage>) => {
  const dialog = screen.getByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  dialog.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  return isOpen();
};

beforeEach(() => {
  logInAsAdmin();
  rememberTextView("source");
});

describe.each([
  ["ACONT-05", "Privacy Policy", "/privacy-policy", "privacy_policy", "Information we collect"],
  ["ACONT-06", "Terms of Service", "/terms-of-service", "terms_policy", "Governing law"],
] as const)("%s: %s", (requirement, title, path, key, topic) => {
  test(`${requirement}, LEGAL-15, LEGAL-19: links to ${path} and edits the stored text`, async () => {
    const page = openPage();
    const { edit, field, press, user, callsOf } = page;
    const link = await screen.findByRole("link", { name: `View ${title}` });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([path, "_blank"]);
    await edit(title);
    expect((await field()).value).toBe(STORED_TEXT);
    await user.clear(await field());
    await user.type(await field(), "<p>New</p>");
    await press(`Save ${title}`);
    expect(await screen.findByText(`${title} has been updated successfully!`)).toBeTruthy();
    expect(callsOf(SAVE)[0]).toMatchObject({
      url: `/api/legal-content/${key}`,
      body: { content: "<p>New</p>", updatedAt: "2026-03-04T12:00:00Z" },
    });
    await waitFor(() => expect(isOpen()).toBe(false));
    // Opening the editor again refetches the stored text.
    await edit(title);
    expect((await field()).value).toBe("<p>New</p>");
  });

  test("starts with the built-in text and the organization's details when no text is stored", async () => {
    const { edit, field } = openPage({}, " ");
    await edit(title);
    const { value } = await field();
    expect(value).toContain(`<h2>${topic}</h2>`);
    expect(value).toContain("Boxes &amp; Heroes<br>1 Main Street<br>Fort Worth");
  });

  test("LEGAL-20: fills in a generated text for review, and Undo restores the previous one", async () => {
    const { edit, field, press, callsOf } = openPage();
    await edit(title);
    await field();
    await press("Generate with AI");
    expect(
      await screen.findByText(
        `${title} content generated! You can now review and edit it before saving.`,
      ),
    ).toBeTruthy();
    expect((await field()).value).toBe("<p>Written by a machine.</p>");
    expect(callsOf(GENERATE)[0]?.body).toMatchObject({ documentType: title });
    expect(callsOf(SAVE)).toEqual([]);
    await press(/^Undo generated/);
    expect((await field()).value).toBe(STORED_TEXT);
  });
});

describe("the legal editor", () => {
  test("LEGAL-11, LEGAL-12: loads, generates, and saves a text, and can't be closed while it generates or saves", async () => {
    const [loadAnswer, generateAnswer, saveAnswer] = [
      pendingAnswer(),
      pendingAnswer(),
      pendingAnswer(),
    ];
    const page = openPage({
      [LOAD]: loadAnswer.answer,
      [GENERATE]: generateAnswer.answer,
      [SAVE]: saveAnswer.answer,
    });
    const { edit, field, press, callsOf } = page;
    await edit();
    expect(await screen.findByText("Loading the text")).toBeTruthy();
    loadAnswer.release({ body: { content: STORED_TEXT, updatedAt: null } });
    await field();

    await press("Generate with AI");
    await waitFor(() => expect(callsOf(GENERATE)).toHaveLength(1));
    expect(await tryToClose(page)).toBe(true);
    await press("Save Privacy Policy");
    expect(await screen.findByText("The AI is still working")).toBeTruthy();
    expect(callsOf(SAVE)).toEqual([]);
    generateAnswer.release({ body: { content: "<p>Written</p>" } });
    await waitFor(async () => expect((await field()).value).toBe("<p>Written</p>"));

    await press("Save Privacy Policy");
    await waitFor(() => expect(callsOf(SAVE)).toHaveLength(1));
    expect(await tryToClose(page)).toBe(true);
    saveAnswer.release({ body: { content: "<p>Written</p>", updatedAt: null } });
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("previews the page's formatting and closes without asking when nothing was typed", async () => {
    rememberTextView("page");
    const { edit, press } = openPage({}, "<h2>Rights</h2><p>You may ask.</p>");
    await edit();
    const text = await screen.findByRole("textbox", { name: "Text" });
    await waitFor(() => expect(text.querySelector("h2")?.textContent).toBe("Rights"));
    await press("Cancel");
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("LEGAL-16: shows a load failure with a retry button", async () => {
    const answers: Answers = { [LOAD]: { status: 503 } };
    const { edit, field, press } = openPage(answers);
    await edit();
    expect(await screen.findByText("Error: Failed to load content")).toBeTruthy();
    delete answers[LOAD];
    await press("Try again");
    expect((await field()).value).toBe(STORED_TEXT);
  });

  test("LEGAL-17, threat 50: shows a failed save and restores the text after a reload", async () => {
    const firstPage = openPage({ [SAVE]: { status: 503 } });
    await firstPage.edit();
    await firstPage.user.type(await firstPage.field(), "<p>More</p>");
    await firstPage.press("Save Privacy Policy");
    expect(await screen.findByText("Failed to save content. Please try again.")).toBeTruthy();
    expectLogged("Save Privacy Policy failed");
    expect((await firstPage.field()).value).toBe(`${STORED_TEXT}<p>More</p>`);
    firstPage.unmount();
    const { edit, field } = openPage();
    await edit();
    expect((await field()).value).toBe(`${STORED_TEXT}<p>More</p>`);
    expect(await screen.findByText("We restored what you typed earlier.")).toBeTruthy();
  });

  test("LEGAL-18: shows a failed generation and changes nothing", async () => {
    const { edit, field, press } = openPage({ [GENERATE]: { status: 502 } });
    await edit();
    await field();
    await press("Generate with AI");
    expect(await screen.findByText("Generation Failed")).toBeTruthy();
    expect(
      screen.getByText("Unable to generate content with AI. Please try again or write manually."),
    ).toBeTruthy();
    expect((await field()).value).toBe(STORED_TEXT);
    expectLogged("Generate with AI failed");
  });

  test("updates the page's cached text after a save", async () => {
    const { edit, field, press, user, queryClient } = openPage();
    await edit();
    await user.clear(await field());
    await user.type(await field(), "<p>As of today</p>");
    await press("Save Privacy Policy");
    await waitFor(() => expect(isOpen()).toBe(false));
    const { queryKey } = legalContentQuery("privacy_policy");
    expect(queryClient.getQueryData(queryKey)?.content).toBe("<p>As of today</p>");
  });
});
