import { closeDonorSession } from "#lib/session/donor-session.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listPageNames, listRoutes, SITE_PAGES } from "#rules/site-pages.ts";
import { fakeAuth } from "#testing/fake-auth.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { recordErrors } from "#testing/logged-errors.ts";
import { logInAsAdmin, logInAsVolunteer } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import {
  PLATFORM_REFUSALS,
  toResponse,
  type PlatformRefusal,
} from "../../../supabase/tests/platform-refusals.ts";
import { getRoundCount } from "../../../supabase/tests/random.ts";

/*
 * Pages and forms while something answers in the place of our functions. `npm run test:all` tries every page and
 * form with every refusal; `npm test` tries most forms, and the pages that act on a status, with one refusal each.
 */

const isLong = getRoundCount(1) > 1;
const { listRegisteredSections, panelSubpath } = await import("../areas/admin/sections.ts");

const ID = "00000000-0000-4000-8000-000000000001";
const TOKEN = "a".repeat(43);

/** What the pages that need a link from an email or a post are opened with. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "/reset-password": "/reset-password?token_hash=abc",
  "/activate": `/activate#token=${TOKEN}`,
  "/join": `/join#token=${TOKEN}`,
  "/confirm-email": `/confirm-email#token=${TOKEN}`,
  "/news-preview": `/news-preview#token=${TOKEN}`,
  "/stop-news": `/stop-news#token=${ID}.${"a".repeat(64)}`,
  "/stop-cards": `/stop-cards#token=${ID}`,
  "/news/:post": `/news/a-post-${ID}`,
};

interface OpenedPage {
  readonly address: string;
  /** The status of the refusal in `npm test`, such as one that the page acts on if our server sends it. */
  readonly refusedWith?: number;
}

interface OpenedForm extends OpenedPage {
  /** The button that opens the form, if the page doesn't show it. */
  readonly button?: string | RegExp;
  readonly sends: string | RegExp;
}

const ALL_PAGES: readonly OpenedPage[] = [
  ...listPageNames(SITE_PAGES).flatMap(listRoutes),
  ...listRegisteredSections().flatMap(({ name, ...section }) =>
    section.panels.map((panel) => ["/dashboard", panelSubpath(name, section, panel)].join("/")),
  ),
].map((route) => ({
  address: ADDRESSES[route] ?? (route.replace(/\/(\*)?$/, "").replace(/:\w+/g, "2") || "/"),
}));

const FORMS: readonly OpenedForm[] = [
  { address: "/privacy-policy", refusedWith: 401, button: "Volunteer Login", sends: "Log in" },
  { address: "/privacy-policy", refusedWith: 200, button: "Administrator login", sends: "Log in" },
  { address: "/", refusedWith: 413, button: "Write your story", sends: "Share your story" },
  { address: "/", refusedWith: 403, button: "Become a volunteer", sends: "Submit application" },
  { address: "/", button: "Apply to volunteer", sends: "Apply to volunteer" },
  { address: "/donate", refusedWith: 402, sends: /^(Donate|Give|Continue)/ },
  { address: "/forgot-password", sends: "Send me a link" },
  { address: "/manage-gift", refusedWith: 429, sends: "Send me a link" },
  { address: ADDRESSES["/reset-password"]!, refusedWith: 403, sends: "Change password" },
  { address: ADDRESSES["/activate"]!, refusedWith: 401, sends: "Set up my account" },
  { address: ADDRESSES["/confirm-email"]!, refusedWith: 401, sends: "Confirm my new email" },
  { address: ADDRESSES["/stop-news"]!, refusedWith: 404, sends: "Turn them off" },
  {
    address: "/volunteer-dashboard",
    refusedWith: 546,
    button: "Change Password",
    sends: /^(Change|Save|Update) /,
  },
  { address: "/dashboard/locations", refusedWith: 503, button: /^Add /, sends: /^Add / },
];

/** Pages that act on a status of their reads. */
const READS: readonly OpenedPage[] = [
  { address: ADDRESSES["/news/:post"]!, refusedWith: 404 },
  { address: ADDRESSES["/news-preview"]!, refusedWith: 404 },
  { address: ADDRESSES["/join"]!, refusedWith: 401 },
  { address: "/volunteer-dashboard", refusedWith: 403 },
  { address: "/dashboard/donations", refusedWith: 401 },
];

const isLoggedIn = (address: string) => /^\/(dashboard|admin|volunteer-dashboard)/.test(address);

type OpenedView = ReturnType<typeof renderApp>;

/** Opens the page while every call gets this refusal, and waits until the page has loaded what it can. */
const openPage = async (address: string, refusal: PlatformRefusal) => {
  if (isLoggedIn(address)) {
    logInAsAdmin();
    logInAsVolunteer();
  }
  fakeAuth.resetToken = "abc";
  // Another test file in this process may have opened one.
  closeDonorSession("absent");
  vi.stubGlobal("fetch", () => Promise.resolve(toResponse(refusal)));
  const view = renderApp(address);
  const settle = () =>
    waitFor(() => {
      expect(document.body.textContent).not.toMatch(/Loading/);
      expect(view.queryClient.isFetching() + view.queryClient.isMutating()).toBe(0);
    });
  await settle();
  return { ...view, settle };
};

const chooseRefusals = ({ refusedWith }: OpenedPage) => {
  const refusal = PLATFORM_REFUSALS.find(({ status }) => status === refusedWith);
  return isLong ? PLATFORM_REFUSALS : refusal ? [refusal] : [];
};

const cases = <Opened extends OpenedPage>(pages: readonly Opened[]) =>
  pages.flatMap((page) =>
    chooseRefusals(page).map((refusal) => ({
      ...page,
      refusal,
      name: refusal.name,
      status: refusal.status,
    })),
  );

const MISREADINGS =
  /[Pp]lease log in again|session has expired|Payment Declined|Invalid (email|username)| doesn't work|Post not found|(has been|may have been) deleted|isn't active/;

const expectNoMisreading = (address: string, { words }: PlatformRefusal) => {
  const text = document.body.textContent ?? "";
  expect(text).not.toMatch(words);
  expect(text).not.toMatch(MISREADINGS);
  const isSessionKept = isLoggedIn(address);
  expect([hasTokens("admin"), hasTokens("volunteer")]).toEqual([isSessionKept, isSessionKept]);
  // The cause is logged.
  recordErrors();
};

test.each(cases(isLong ? ALL_PAGES : READS))(
  "threat 49: $address shows nothing of $name ($status), and nobody is logged out",
  async ({ address, refusal }) => {
    const { currentPath } = await openPage(address, refusal);
    expectNoMisreading(address, refusal);
    expect(currentPath()).toBe(address);
  },
);

const OWN_SENTENCES =
  /problem right now|Please try again|press the button again|Failed to|Submission Failed|Unable to/;

const SAMPLES: Readonly<Record<string, string>> = {
  email: "casey@example.org",
  password: "Long enough 2026",
  tel: "(555) 010-0199",
};

const solve = (question: string): string => {
  const [, left, sign, right] = /(\d+) ([+−×]) (\d+)/.exec(question) ?? [];
  const [a, b] = [Number(left), Number(right)];
  return String({ "+": a + b, "−": a - b, "×": a * b }[sign ?? ""]);
};

const sampleFor = (field: HTMLInputElement | HTMLTextAreaElement): string => {
  const label = field.labels?.[0]?.textContent ?? "";
  if (label.startsWith("What is ")) return solve(label);
  if (/ZIP/.test(label)) return "76102";
  if (/email/i.test(label)) return SAMPLES["email"]!;
  return SAMPLES[field.type] ?? "Casey Reed";
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const listRequiredFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is Field =>
      element.matches("input:not([type=hidden], [type=file]), textarea, select") &&
      element.matches(":required, [aria-required=true]"),
  );

/** The innermost open dialog, or the page. */
const getForeground = () =>
  within([...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ?? document.body);

/** Finds the button in a form, unless the page needs no more than the press of a button. */
const findSubmitButton = (name: string | RegExp, isFormOpened: boolean) =>
  waitFor(() => {
    const buttons = getForeground().getAllByRole("button", { name });
    const submitButton = buttons.findLast((button) => !isFormOpened || button.closest("form"));
    if (!submitButton) throw new Error("The form isn't open.");
    return submitButton;
  });

const fillForm = async (form: HTMLFormElement, user: OpenedView["user"]) => {
  for (const field of listRequiredFields(form)) {
    if (field instanceof HTMLSelectElement) {
      await user.selectOptions(field, [...field.options].find(({ value }) => value)?.value ?? "");
    } else if (field.type === "checkbox") await user.click(field);
    else if (field.value === "") await user.type(field, sampleFor(field));
  }
};

test.each(cases(FORMS))(
  "threat 49: the form at $address ($button) shows our own sentence after $name ($status), and keeps what was typed",
  async ({ address, button, sends, refusal }) => {
    const { user, settle } = await openPage(address, refusal);
    if (button !== undefined) await user.click(screen.getAllByRole("button", { name: button })[0]!);
    const isFormOpened = button !== undefined;
    const submitButton = await findSubmitButton(sends, isFormOpened);
    const form = submitButton.closest("form");
    if (form) await fillForm(form, user);
    await settle();
    const readValues = (sentForm = form) =>
      sentForm ? listRequiredFields(sentForm).map(({ value }) => value) : [];
    const valuesBefore = readValues();
    const textBefore = document.body.textContent ?? "";
    await user.click(submitButton);
    await settle();
    await waitFor(() => expect(submitButton.matches(":enabled, :not(body *)")).toBe(true));
    expectNoMisreading(address, refusal);
    expect(document.body.textContent).not.toBe(textBefore);
    expect(document.body.textContent).toMatch(OWN_SENTENCES);
    // The application's dialog shows the failure instead of the form.
    if (!submitButton.isConnected)
      await user.click(screen.getByRole("button", { name: "Try Again" }));
    const shownButton = await findSubmitButton(sends, isFormOpened);
    expect(readValues(shownButton.closest("form"))).toEqual(valuesBefore);
    recordErrors();
  },
);
