import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anId, anUpcomingEvent, SESSION, volunteerRecord } from "#testing/builders.ts";
import { waitForAssertion, advanceTime, stopClock } from "#testing/clock.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { openLoginDialog, getFieldError } from "#testing/login-dialog.tsx";
import { accessToken } from "#lib/session/access-token.ts";
import { saveReturnPath } from "#lib/session/return-path.ts";
import { toasts } from "#ui/messages/toast.ts";
import { wantEvent } from "../wanted-event.ts";

const { AdminLoginDialog } = await import("./admin-login-dialog.tsx");
const { VolunteerLoginDialog } = await import("./volunteer-login-dialog.tsx");

const VOLUNTEER = volunteerRecord();

// Makes Math.random deterministic, so that no two math problems in a row are the same.
beforeEach(() => {
  let randomValue = 0;
  vi.spyOn(Math, "random").mockImplementation(() => (randomValue += 0.618) % 1);
});

afterEach(() => {
  vi.mocked(Math.random).mockRestore();
});

const expectNoToast = () => expect(toasts.current()?.open ?? false).toBe(false);

describe("the administrator login", () => {
  const fakeLogin = (response: FakeResponse | (() => never)) =>
    fakeApi({ "POST /api/admin/login": response });
  const typeCredentials = async (dialog: ReturnType<typeof openLoginDialog>) => {
    await dialog.type("Username", "admin");
    await dialog.type("Password", "secret");
  };

  test("ALOGIN-01: asks for username, password and the answer to a math problem", () => {
    openLoginDialog(AdminLoginDialog);
    for (const label of ["Username", "Password", /^What is /]) {
      expect(screen.getByLabelText(label)).toBeTruthy();
    }
  });

  test("ALOGIN-06: requires all fields", async () => {
    const dialog = openLoginDialog(AdminLoginDialog);
    await dialog.type("Username", "admin");
    await dialog.submit();
    expect(
      await screen.findByText("Please fill in all fields including the math problem."),
    ).toBeTruthy();
  });

  test("ALOGIN-04, ALOGIN-07: shows a new math problem after a wrong answer", async () => {
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    const firstQuestion = dialog.getQuestionText();
    await dialog.user.type(dialog.getMathField(), "9999");
    await dialog.submit();
    expect(await screen.findByText("Math Problem Incorrect")).toBeTruthy();
    expect(screen.getByText("Please solve the math problem correctly to proceed.")).toBeTruthy();
    expect(dialog.getQuestionText()).not.toBe(firstQuestion);
    expect(dialog.getMathField().value).toBe("");
  });

  test("ALOGIN-03, ALOGIN-05: clears the input when closed and shows a new math problem when opened", async () => {
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    const firstQuestion = dialog.getQuestionText();
    await dialog.reopen();
    expect(dialog.getQuestionText()).not.toBe(firstQuestion);
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  });

  test("ALOGIN-08, ALOGIN-09, ALOGIN-13: goes to the dashboard 1000 ms after a login", async () => {
    const { calls } = fakeLogin({
      body: {
        user: { id: anId(), username: "admin", areas: ["owner"] },
        loginTime: "2026-11-20T12:00:00Z",
        session: SESSION,
        secondFactor: null,
        mustSetUpSecondFactor: false,
      },
    });
    stopClock();
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    await waitForAssertion(() => screen.getByText("Login Successful!"));
    await advanceTime(999);
    expect(dialog.currentPath()).toBe("/");
    await advanceTime(1);
    expect(dialog.currentPath()).toBe("/dashboard");
    expect(calls[0]?.body).toEqual({ username: "admin", password: "secret" });
    expect(calls[0]?.credentials).toBe("include");
    const record = JSON.parse(localStorage.getItem("adminAuth") ?? "");
    expect(record).toEqual({
      isAuthenticated: true,
      username: "admin",
      loginTime: expect.any(String),
    });
    // The server's clock doesn't count: the login ends eight hours later on this device (ALOGIN-18).
    expect(Math.abs(Date.parse(record.loginTime) - Date.now())).toBeLessThan(60_000);
    expect(await accessToken("admin")).toBe(SESSION.accessToken);
  });

  test("ALOGIN-08: returns to the page where the session expired", async () => {
    saveReturnPath("admin", "/dashboard/locations?q=pier");
    fakeLogin({
      body: {
        user: { id: anId(), username: "admin", areas: ["owner"] },
        loginTime: "2026-11-20T12:00:00Z",
        session: SESSION,
        secondFactor: null,
        mustSetUpSecondFactor: false,
      },
    });
    stopClock();
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    await waitForAssertion(() => screen.getByText("Login Successful!"));
    await advanceTime(1000);
    expect(dialog.currentPath()).toBe("/dashboard/locations?q=pier");
  });

  test.each([
    [429, "Too many attempts."],
    [401, "Invalid username or password."],
  ])("ALOGIN-11: shows the reason for a login rejected with %i", async (status, text) => {
    fakeLogin({ status, body: { message: text } });
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    expect(await dialog.findFormError("Login Failed")).toBe(`Login Failed${text}`);
    expectNoToast();
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("admin");
    expectLogged("Administrator login failed");
  });

  test("ALOGIN-12: reports a login without a response", async () => {
    fakeLogin(() => {
      throw new TypeError("Failed to fetch");
    });
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    const text = "Unable to log in. Please try again.";
    expect(await dialog.findFormError(/^You appear to be offline\./)).not.toContain(text);
    expect(toasts.current()).toMatchObject({ title: "Login Error", description: text });
    expectLogged("Administrator login failed");
  });

  test("ALOGIN-11, ALOGIN-12: doesn't report a server error as a wrong password", async () => {
    fakeLogin({ status: 502, body: "" });
    const dialog = openLoginDialog(AdminLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    const cause = /^Our server is having a problem right now\./;
    expect(await dialog.findFormError(cause)).not.toContain("Unable to log in");
    expect(toasts.current()).toMatchObject({ title: "Login Error", open: true });
    expectLogged("Administrator login failed");
  });
});

describe("the volunteer login", () => {
  const typeCredentials = async (dialog: ReturnType<typeof openLoginDialog>) => {
    await dialog.type("Email", "grace@example.org");
    await dialog.type("Password", "secret");
  };

  test("VDASH-11: says who can log in", () => {
    openLoginDialog(VolunteerLoginDialog);
    expect(
      screen.getByText(
        "You must have submitted a volunteer application and had an account created by our team.",
      ),
    ).toBeTruthy();
  });

  test("VDASH-09: requires email and password", async () => {
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await dialog.submit();
    expect(await screen.findByText("Missing Information")).toBeTruthy();
    expect(screen.getByText("Please fill in all fields")).toBeTruthy();
    expect(getFieldError(screen.getByLabelText("Email"))).toBe("Enter your email address.");
    expect(getFieldError(screen.getByLabelText("Password"))).toBe("Enter your password.");
  });

  test("VDASH-07, VDASH-08: shows a new math problem after a wrong answer", async () => {
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    const firstQuestion = dialog.getQuestionText();
    await dialog.user.type(dialog.getMathField(), "99");
    await dialog.submit();
    expect(await screen.findByText("Incorrect Math Answer")).toBeTruthy();
    expect(screen.getByText("Please solve the math problem correctly to continue.")).toBeTruthy();
    expect(dialog.getQuestionText()).not.toBe(firstQuestion);
    expect(dialog.getMathField().value).toBe("");
  });

  test("VDASH-06: shows a new math problem each time it opens", async () => {
    const dialog = openLoginDialog(VolunteerLoginDialog);
    const firstQuestion = dialog.getQuestionText();
    await dialog.reopen();
    expect(dialog.getQuestionText()).not.toBe(firstQuestion);
  });

  test("VDASH-10: shows and hides the password", async () => {
    const dialog = openLoginDialog(VolunteerLoginDialog);
    const passwordField = screen.getByLabelText<HTMLInputElement>("Password");
    expect(passwordField.type).toBe("password");
    await dialog.user.click(screen.getByRole("button", { name: "Show password" }));
    expect(passwordField.type).toBe("text");
    await dialog.user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(passwordField.type).toBe("password");
  });

  test("VDASH-12, VDASH-13, VDASH-15, VDASH-17: stores the volunteer after a login and opens the dashboard", async () => {
    const { calls } = fakeApi({
      "POST /api/volunteer/login": { body: { volunteer: VOLUNTEER, session: SESSION } },
    });
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    expect(await screen.findByText("Login Successful!")).toBeTruthy();
    expect(screen.getByText("Welcome back, Grace!")).toBeTruthy();
    await waitFor(() => expect(dialog.currentPath()).toBe("/volunteer-dashboard"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls[0]?.body).toEqual({ email: "grace@example.org", password: "secret" });
    expect(JSON.parse(localStorage.getItem("volunteer-auth") ?? "")).toEqual(VOLUNTEER);
    expect(await accessToken("volunteer")).toBe(SESSION.accessToken);
  });

  test("leads to the event for which the visitor pressed Sign up", async () => {
    fakeApi({ "POST /api/volunteer/login": { body: { volunteer: VOLUNTEER, session: SESSION } } });
    const event = anUpcomingEvent();
    wantEvent(event);
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    await waitFor(() =>
      expect(dialog.currentPath()).toBe(`/volunteer-dashboard?shift=${event.id}`),
    );
  });

  test("VDASH-16, NOTE-07: tells a pending applicant that the review isn't over, without showing an error", async () => {
    const message = "Your application is still being reviewed.";
    const body = { message, code: "application_pending" };
    fakeApi({ "POST /api/volunteer/login": { status: 403, body } });
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText("We have your application")).toBeTruthy();
    expect(screen.queryByText(/^You must have submitted/)).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    expectNoToast();
  });

  test.each([
    [
      403,
      { message: "Your account has been disabled.", code: "account_not_open" },
      "Your account has been disabled.",
    ],
    [
      401,
      { message: "Invalid email or password", code: "invalid_credentials" },
      "Invalid email or password",
    ],
  ])("VDASH-16: shows the reason for a login rejected with %d", async (status, body, text) => {
    fakeApi({ "POST /api/volunteer/login": { status, body } });
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    expect(await dialog.findFormError("Login Failed")).toBe(`Login Failed${text}`);
    expectNoToast();
    expectLogged("Volunteer login failed");
  });

  test.each([
    [{ status: 500, body: "" }, "Our server is having a problem right now."],
    [
      { status: 502, body: "<html>Bad Gateway</html>" },
      "Our server is having a problem right now.",
    ],
    [null, "You appear to be offline."],
  ])("VDASH-16: reports a wrong password only for a 401, not for %j", async (response, text) => {
    fakeApi({
      "POST /api/volunteer/login": () => {
        if (response === null) throw new TypeError("Failed to fetch");
        return response;
      },
    });
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    const refusal = await dialog.findFormError("Login Failed");
    expect(refusal).toContain(text);
    expect(refusal).not.toContain("Invalid");
    expectLogged("Volunteer login failed");
  });

  test("keeps the error in the form until the next try", async () => {
    let response: FakeResponse = { status: 403, body: { message: "Still being reviewed." } };
    fakeApi({ "POST /api/volunteer/login": () => response });
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    await dialog.findFormError("Login Failed");
    expect(screen.getByText("Still being reviewed.")).toBeTruthy();
    expectLogged("Volunteer login failed");
    response = { body: { volunteer: VOLUNTEER, session: SESSION } };
    await dialog.submit();
    await waitFor(() => expect(screen.queryByText("Still being reviewed.")).toBeNull());
  });

  test("VDASH-04: marks an invalid email on its field and sends nothing", async () => {
    const { calls } = fakeApi({});
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await dialog.type("Email", "grace@example");
    await dialog.type("Password", "secret");
    await dialog.solve();
    await dialog.submit();
    const emailField = screen.getByLabelText("Email");
    await waitFor(() => expect(document.activeElement).toBe(emailField));
    expect(getFieldError(emailField)).toBe("Enter a valid email address.");
    expect(calls).toEqual([]);
    await dialog.type("Email", ".org");
    expect(emailField.getAttribute("aria-invalid")).toBeNull();
  });

  test("shows the server's validation errors on their fields", async () => {
    const issues = [{ path: "email", message: "Must be a valid email address" }];
    fakeApi({ "POST /api/volunteer/login": { status: 400, body: { message: "Check.", issues } } });
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await typeCredentials(dialog);
    await dialog.solve();
    await dialog.submit();
    await waitFor(() =>
      expect(getFieldError(screen.getByLabelText("Email"))).toBe("Must be a valid email address"),
    );
    expectLogged("Volunteer login failed");
  });
});
