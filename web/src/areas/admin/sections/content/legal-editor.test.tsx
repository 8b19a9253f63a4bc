import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { legalContentQuery } from "#data/legal-content/queries.ts";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { fakeApi, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const READ = "GET /api/legal-content/:key";
const SAVE = "PUT /api/legal-content/:key";
const WRITE = "POST /api/generate-legal-content";
type Answers = Partial<
  Record<typeof READ | typeof SAVE | typeof WRITE, FakeAnswer | Promise<FakeAnswer>>
>;

const STORED = "<p>What we keep.</p>";
const CONTACT = {
  organizationName: "Boxes & Heroes",
  taxId: "12-3456789",
  address: "1 Main Street\nFort Worth",
  phone: "(817) 555-0101",
  email: "hello@example.org",
  updatedAt: "2026-11-20T15:00:00Z",
};

/** Fakes a server that stores every write, unless `answers` overrides a call. */
const open = (answers: Answers = {}, stored = STORED) => {
  let kept = { content: stored, updatedAt: "2026-03-04T12:00:00Z" };
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/contact-info": { body: CONTACT },
    "GET /api/hero-section": { status: 503 },
    "GET /api/care-package-goal": { status: 503 },
    [READ]: () => answers[READ] ?? { body: kept },
    [SAVE]: ({ body }: FakeCall) => {
      if (answers[SAVE]) return answers[SAVE];
      kept = { ...kept, content: (body as { content: string }).content };
      return { body: kept };
    },
    [WRITE]: () => answers[WRITE] ?? { body: { content: "<p>Written by a machine.</p>" } },
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
const tryToClose = async ({ user }: ReturnType<typeof open>) => {
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
] as const)("%s: %s", (row, title, path, key, topic) => {
  test(`${row}, LEGAL-15, LEGAL-19: links to ${path} and edits the stored text`, async () => {
    const page = open();
    const { edit, field, press, user, callsOf } = page;
    const link = await screen.findByRole("link", { name: `View ${title}` });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([path, "_blank"]);
    await edit(title);
    expect((await field()).value).toBe(STORED);
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
    const { edit, field } = open({}, " ");
    await edit(title);
    const { value } = await field();
    expect(value).toContain(`<h2>${topic}</h2>`);
    expect(value).toContain("Boxes &amp; Heroes<br>1 Main Street<br>Fort Worth");
  });

  test("LEGAL-20: fills in a generated text for review, and Undo restores the previous one", async () => {
    const { edit, field, press, callsOf } = open();
    await edit(title);
    await field();
    await press("Generate with AI");
    expect(
      await screen.findByText(
        `${title} content generated! You can now review and edit it before saving.`,
      ),
    ).toBeTruthy();
    expect((await field()).value).toBe("<p>Written by a machine.</p>");
    expect(callsOf(WRITE)[0]?.body).toMatchObject({ documentType: title });
    expect(callsOf(SAVE)).toEqual([]);
    await press(/^Undo generated/);
    expect((await field()).value).toBe(STORED);
  });
});

describe("the legal editor", () => {
  test("LEGAL-11, LEGAL-12: loads, edits, generates, and saves; cannot be closed while generating or saving", async () => {
    const [read, write, save] = [pendingAnswer(), pendingAnswer(), pendingAnswer()];
    const page = open({ [READ]: read.answer, [WRITE]: write.answer, [SAVE]: save.answer });
    const { edit, field, press, callsOf } = page;
    await edit();
    expect(await screen.findByText("Loading the text")).toBeTruthy();
    read.release({ body: { content: STORED, updatedAt: null } });
    await field();

    await press("Generate with AI");
    await waitFor(() => expect(callsOf(WRITE)).toHaveLength(1));
    expect(await tryToClose(page)).toBe(true);
    await press("Save Privacy Policy");
    expect(await screen.findByText("The AI is still working")).toBeTruthy();
    expect(callsOf(SAVE)).toEqual([]);
    write.release({ body: { content: "<p>Written</p>" } });
    await waitFor(async () => expect((await field()).value).toBe("<p>Written</p>"));

    await press("Save Privacy Policy");
    await waitFor(() => expect(callsOf(SAVE)).toHaveLength(1));
    expect(await tryToClose(page)).toBe(true);
    save.release({ body: { content: "<p>Written</p>", updatedAt: null } });
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("previews the page's formatting and closes without asking when nothing was typed", async () => {
    rememberTextView("page");
    const { edit, press } = open({}, "<h2>Rights</h2><p>You may ask.</p>");
    await edit();
    const text = await screen.findByRole("textbox", { name: "Text" });
    await waitFor(() => expect(text.querySelector("h2")?.textContent).toBe("Rights"));
    await press("Cancel");
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("LEGAL-16: shows a load failure with a retry button", async () => {
    const answers: Answers = { [READ]: { status: 503 } };
    const { edit, field, press } = open(answers);
    await edit();
    expect(await screen.findByText("Error: Failed to load content")).toBeTruthy();
    delete answers[READ];
    await press("Try again");
    expect((await field()).value).toBe(STORED);
  });

  test("LEGAL-17, threat 50: shows a failed save and restores the text after a reload", async () => {
    const first = open({ [SAVE]: { status: 503 } });
    await first.edit();
    await first.user.type(await first.field(), "<p>More</p>");
    await first.press("Save Privacy Policy");
    expect(await screen.findByText("Failed to save content. Please try again.")).toBeTruthy();
    expectLogged("Save Privacy Policy failed");
    expect((await first.field()).value).toBe(`${STORED}<p>More</p>`);
    first.unmount();
    const { edit, field } = open();
    await edit();
    expect((await field()).value).toBe(`${STORED}<p>More</p>`);
    expect(await screen.findByText("We restored what you typed earlier.")).toBeTruthy();
  });

  test("LEGAL-18: shows a failed generation and changes nothing", async () => {
    const { edit, field, press } = open({ [WRITE]: { status: 502 } });
    await edit();
    await field();
    await press("Generate with AI");
    expect(await screen.findByText("Generation Failed")).toBeTruthy();
    expect(
      screen.getByText("Unable to generate content with AI. Please try again or write manually."),
    ).toBeTruthy();
    expect((await field()).value).toBe(STORED);
    expectLogged("Generate with AI failed");
  });

  test("the page shows a saved text at once, despite its cache", async () => {
    const { edit, field, press, user, queryClient } = open();
    await edit();
    await user.clear(await field());
    await user.type(await field(), "<p>As of today</p>");
    await press("Save Privacy Policy");
    await waitFor(() => expect(isOpen()).toBe(false));
    const { queryKey } = legalContentQuery("privacy_policy");
    expect(queryClient.getQueryData(queryKey)?.content).toBe("<p>As of today</p>");
  });
});
