import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { anId, SESSION } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { fakeAuth } from "#testing/fake-auth.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { openLoginDialog, getFieldError } from "#testing/login-dialog.tsx";
import { accessToken } from "#lib/session/access-token.ts";

const { AdminLoginDialog } = await import("./admin-login-dialog.tsx");
const { VolunteerLoginDialog } = await import("./volunteer-login-dialog.tsx");

describe("threat 46: an administrator's login with a second factor", () => {
  const RECOVERY_MESSAGE = "Your two-step login is off. Please set it up again.";
  const enterPassword = async (
    recoveryResponse: FakeResponse = { body: { message: RECOVERY_MESSAGE } },
  ) => {
    const factorId = anId();
    fakeAuth.factors = [{ id: factorId, status: "verified" }];
    const api = fakeApi({
      "POST /api/admin/login": {
        body: {
          user: { id: anId(), username: "admin", areas: ["owner"] },
          loginTime: "2026-11-20T12:00:00Z",
          session: SESSION,
          secondFactor: { factorId },
          mustSetUpSecondFactor: false,
        },
      },
      "POST /api/admin/second-factor/recovery": recoveryResponse,
    });
    const dialog = openLoginDialog(AdminLoginDialog);
    await dialog.type("Username", "admin");
    await dialog.type("Password", "secret");
    await dialog.solve();
    await dialog.submit();
    await screen.findByLabelText("6-digit code");
    const confirm = () => dialog.user.click(screen.getByRole("button", { name: "Confirm" }));
    return { ...dialog, ...api, confirm };
  };

  test("stores nothing and doesn't navigate between the password and the code", async () => {
    const dialog = await enterPassword();
    expect(localStorage.length).toBe(0);
    expect(dialog.currentPath()).toBe("/");
    const field = screen.getByLabelText<HTMLInputElement>("6-digit code");
    expect(document.activeElement).toBe(field);
    expect([field.autocomplete, field.inputMode]).toEqual(["one-time-code", "numeric"]);

    await dialog.user.paste("123 456");
    expect(field.value).toBe("123456");
    await dialog.confirm();
    expect(await screen.findByText("Welcome back, admin!")).toBeTruthy();
    expect(JSON.parse(localStorage.getItem("adminAuth") ?? "")).toMatchObject({
      username: "admin",
    });
    expect(await accessToken("admin")).toBe(SESSION.accessToken);
    await waitFor(() => expect(dialog.currentPath()).toBe("/dashboard"));
  });

  test("shows an error for a wrong code and keeps the focus", async () => {
    const dialog = await enterPassword();
    await dialog.type("6-digit code", "654321");
    await dialog.confirm();
    const field = screen.getByLabelText<HTMLInputElement>("6-digit code");
    await waitFor(() =>
      expect(getFieldError(field)).toBe("That code isn't right. Enter the one your app shows now."),
    );
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe("654321");
    expect(localStorage.getItem("adminAuth")).toBeNull();
    expectLogged("Submitting a code failed");
  });

  test("reports a missing code, too many requests and no response", async () => {
    const dialog = await enterPassword();
    await dialog.confirm();
    expect(getFieldError(screen.getByLabelText("6-digit code"))).toBe("Enter the code.");
    expect(fakeAuth.calls).toEqual([]);

    await dialog.type("6-digit code", "123456");
    fakeAuth.nextError = { status: 429, code: "over_request_rate_limit" };
    await dialog.confirm();
    expect(
      await screen.findByText(
        "We're getting too many requests from your network right now. Please wait a minute and try again.",
      ),
    ).toBeTruthy();
    fakeAuth.nextError = { status: 0 };
    await dialog.confirm();
    expect(
      await screen.findByText("We couldn't confirm this code. Please try again."),
    ).toBeTruthy();
    expectLogged("Submitting a code failed");
  });

  test("accepts a recovery code in any format", async () => {
    const dialog = await enterPassword();
    await dialog.user.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await dialog.type("Recovery code", "abcd efgh jkmn-pqrs");
    await dialog.confirm();
    await waitFor(() => expect(dialog.currentPath()).toBe("/dashboard"));
    expect(localStorage.getItem("adminAuth")).not.toBeNull();
    const [call] = dialog.callsOf("POST /api/admin/second-factor/recovery");
    expect(call?.body).toEqual({ code: "ABCD-EFGH-JKMN-PQRS" });
    expect(call?.headers.get("authorization")).toBe(`Bearer ${SESSION.accessToken}`);
  });

  test("marks an invalid recovery code on its field", async () => {
    const issues = [{ path: "code", message: "This isn't one of your recovery codes." }];
    const dialog = await enterPassword({ status: 400, body: { message: "No.", issues } });
    await dialog.user.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await dialog.type("Recovery code", "AAAA-AAAA-AAAA-AAAA");
    await dialog.confirm();
    const field = screen.getByLabelText<HTMLInputElement>("Recovery code");
    await waitFor(() => expect(getFieldError(field)).toBe(issues[0]?.message));
    expect(field.value).toBe("AAAA-AAAA-AAAA-AAAA");
    expect(localStorage.getItem("adminAuth")).toBeNull();
    expect(
      screen.getByText(/^Lost both your app and your codes\? An owner can turn off/),
    ).toBeTruthy();
    expectLogged("Submitting a code failed");
  });
});

describe("the Forgot password link", () => {
  test("threat 50: carries over the email typed in the login form", async () => {
    const dialog = openLoginDialog(VolunteerLoginDialog);
    await dialog.type("Email", "grace@example.org");
    await dialog.user.click(screen.getByRole("link", { name: "Forgot password?" }));
    expect(dialog.currentPath()).toBe("/forgot-password");
    expect(JSON.stringify(sessionStorage)).toContain("grace@example.org");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("appears in the administrator login as well", () => {
    openLoginDialog(AdminLoginDialog);
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Forgot password?" });
    expect(link.pathname).toBe("/forgot-password");
  });
});
