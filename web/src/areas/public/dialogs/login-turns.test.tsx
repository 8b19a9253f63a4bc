import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { anId, SESSION, volunteerRecord } from "#testing/builders.ts";
import { advanceTime, stopClock, waitForAssertion } from "#testing/clock.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { openLoginDialog } from "#testing/login-dialog.tsx";
import { toasts } from "#ui/messages/toast.ts";

const { AdminLoginDialog } = await import("./admin-login-dialog.tsx");
const { VolunteerLoginDialog } = await import("./volunteer-login-dialog.tsx");

const WAITING_TEXT = /^Many people are logging in right now\. We're still trying…/;
const REFUSED_TEXT = "Many people are logging in right now. Please try again in a minute.";
const refusal: FakeResponse = {
  status: 429,
  body: { code: "too_many_logins", message: REFUSED_TEXT },
  retryAfter: 5,
};

const cases = [
  {
    role: "volunteer",
    Dialog: VolunteerLoginDialog,
    endpoint: "POST /api/volunteer/login",
    nameField: "Email",
    name: "grace@example.org",
    login: { volunteer: volunteerRecord(), session: SESSION },
    path: "/volunteer-dashboard",
    logText: "Volunteer login failed",
  },
  {
    role: "admin",
    Dialog: AdminLoginDialog,
    endpoint: "POST /api/admin/login",
    nameField: "Username",
    name: "admin",
    login: {
      user: { id: anId(), username: "admin", areas: ["owner"] },
      loginTime: "2026-11-20T12:00:00Z",
      session: SESSION,
      secondFactor: null,
      mustSetUpSecondFactor: false,
    },
    path: "/dashboard",
    logText: "Administrator login failed",
  },
] as const;

/** Submits the form, with the given answer of the server until the test changes it. */
const submitLogin = async (login: (typeof cases)[number], firstAnswer: FakeResponse) => {
  const server = { answer: firstAnswer };
  const { calls } = fakeApi({ [login.endpoint]: () => server.answer });
  const dialog = openLoginDialog(login.Dialog);
  await dialog.type(login.nameField, login.name);
  await dialog.type("Password", "secret");
  await dialog.solve();
  stopClock();
  await dialog.submit();
  await waitForAssertion(() => expect(calls).toHaveLength(1));
  await advanceTime(0);
  return { dialog, server, calls };
};

describe.each(cases)("threat 46: the $role login while Auth has too many", (login) => {
  const getSubmitButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Log in" });
  const findStatus = () =>
    within(screen.getByRole("dialog"))
      .getAllByRole("status")
      .find(({ textContent }) => textContent.includes("still trying"));

  test("says so, tries again by itself and gets in", async () => {
    const { dialog, server, calls } = await submitLogin(login, refusal);
    expect(screen.getByText(WAITING_TEXT)).toBeTruthy();
    expect(findStatus()).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(toasts.current()?.open ?? false).toBe(false);
    expect(getSubmitButton().disabled).toBe(true);
    await advanceTime(60_000);
    expect(calls.length).toBeGreaterThanOrEqual(6);
    expect(calls.at(-1)?.body).toEqual(calls[0]?.body);
    server.answer = { body: login.login };
    await advanceTime(12_000);
    expect(toasts.current()?.title).toBe("Login Successful!");
    expect(dialog.currentPath()).toBe(login.path);
  });

  test("can be canceled by closing the dialog, and then sends nothing more", async () => {
    const { dialog, server, calls } = await submitLogin(login, refusal);
    server.answer = { body: login.login };
    await dialog.user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await advanceTime(200_000);
    expect(calls).toHaveLength(1);
    expect(dialog.currentPath()).toBe("/");
    expect(hasTokens(login.role)).toBe(false);
    expect(toasts.current()?.open ?? false).toBe(false);
    await dialog.user.click(screen.getByText("Open again"));
    expect(getSubmitButton().disabled).toBe(false);
  });

  test("stops after three minutes with the server's sentence, and keeps what was typed", async () => {
    const { dialog, calls } = await submitLogin(login, refusal);
    await advanceTime(185_000);
    expect(await dialog.findFormError("Login Failed")).toContain(REFUSED_TEXT);
    expect(screen.queryByText(WAITING_TEXT)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(login.nameField).value).toBe(login.name);
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("secret");
    expect(getSubmitButton().disabled).toBe(false);
    const callCount = calls.length;
    await advanceTime(60_000);
    expect(calls).toHaveLength(callCount);
    expectLogged(login.logText);
  });
});

test("threat 46: a login that waited reports a wrong password when it's its turn", async () => {
  const { dialog, server } = await submitLogin(cases[0], refusal);
  server.answer = { status: 401, body: { code: "invalid_credentials", message: "Wrong." } };
  await advanceTime(12_000);
  expect(await dialog.findFormError("Login Failed")).toContain("Wrong.");
  expectLogged(cases[0].logText);
});

test("threat 11: a login that was refused for too many wrong passwords isn't repeated", async () => {
  const { dialog, calls } = await submitLogin(cases[0], {
    status: 429,
    body: { code: "too_many_requests", message: "Too many attempts." },
    retryAfter: 5,
  });
  expect(await dialog.findFormError("Login Failed")).toContain("Too many attempts.");
  await advanceTime(60_000);
  expect(calls).toHaveLength(1);
  expectLogged(cases[0].logText);
});
