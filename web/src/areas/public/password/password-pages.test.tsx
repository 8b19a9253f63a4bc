import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { fakeAuth } from "#testing/fake-auth.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const SERVER_MESSAGE = "If there's an account with this email, a link is on its way.";

const openPage = (route: string, responses: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({ "GET /api/home": { body: homeData() }, ...responses });
  const view = renderApp(route);
  return {
    ...api,
    ...view,
    field: (label: string) => screen.findByLabelText<HTMLInputElement>(label),
  };
};

describe("asking for a new password", () => {
  const requestLink = async (response: FakeResponse | (() => FakeResponse | never)) => {
    const page = openPage("/forgot-password", { "POST /api/password-recovery": response });
    await page.type("Email", " Grace@example.org ");
    await page.press("Send me a link");
    return page;
  };

  test("threat 12: shows the server's message and how long the link is valid", async () => {
    const { callsOf } = await requestLink({ body: { message: SERVER_MESSAGE } });
    const heading = await screen.findByRole("heading", { name: "Check your email" });
    expect(document.activeElement).toBe(heading);
    expect(
      screen.getByText(/The link works only once and expires after 15 minutes\./).textContent,
    ).toContain(SERVER_MESSAGE);
    expect(callsOf("POST /api/password-recovery")[0]?.body).toEqual({
      email: "Grace@example.org",
    });
  });

  test("threat 50: keeps the input after a failure and for requesting another link", async () => {
    let response: FakeResponse = { status: 503, body: { message: "We're very busy right now." } };
    const page = await requestLink(() => response);
    expect(await screen.findByText("We're very busy right now.")).toBeTruthy();
    const emailField = screen.getByLabelText<HTMLInputElement>("Email");
    expect(emailField.value).toBe("Grace@example.org");
    expectLogged("A password reset link could not be requested");
    response = { body: { message: SERVER_MESSAGE } };
    await page.press("Send me a link");
    await screen.findByText("Check your email");
    await page.press("Request another link");
    expect((await page.field("Email")).value).toContain("Grace@example.org");
  });

  test.each([
    ["", "Enter your email address."],
    ["grace@example", "Enter a valid email address."],
  ])("shows an error on the field for the email %j and sends nothing", async (input, message) => {
    const page = openPage("/forgot-password");
    const field = await page.field("Email");
    if (input) await page.user.type(field, input);
    await page.press("Send me a link");
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(page.callsOf("POST /api/password-recovery")).toEqual([]);
  });
});

describe("choosing a new password", () => {
  const NEW_LABEL = "New password";
  const CONFIRM_LABEL = "Confirm new password";

  const rejectedPasswordResponse = (message: string): FakeResponse => ({
    status: 400,
    body: { message, issues: [{ path: "newPassword", message }] },
  });

  const fillNewPassword = async (
    role: "admin" | "volunteer" | null,
    password = "contraseña",
    failureResponses: (FakeResponse | null)[] = [],
  ) => {
    fakeAuth.resetToken = "good";
    const page = openPage("/reset-password?token_hash=good", {
      "PUT /api/password-recovery": ({ body }) => {
        const { newPassword } = body as { newPassword: string };
        const needsSecondFactor = fakeAuth.factors.length > 0 && !fakeAuth.isSecondFactorConfirmed;
        if (needsSecondFactor) return { status: 403, body: { code: "second_factor_required" } };
        const response = failureResponses.shift();
        if (response) return response;
        fakeAuth.password = newPassword;
        return { body: { role } };
      },
    });
    await page.type(NEW_LABEL, password);
    // Some keyboards send ñ as two characters.
    await page.type(CONFIRM_LABEL, password.normalize("NFD"));
    return page;
  };

  test.each([
    ["admin", "Administrator login", "Administrator Login"],
    ["volunteer", "Volunteer login", "Volunteer Login"],
    [null, "Volunteer login", "Volunteer Login"],
  ] as const)(
    "threat 10: changes the password and leads to the right login for the role %s",
    async (role, buttonName, dialogName) => {
      const page = await fillNewPassword(role);
      await page.press("Change password");
      await screen.findByText("Your password has been changed");
      expect(fakeAuth.password).toBe("contraseña");
      const [call] = page.callsOf("PUT /api/password-recovery");
      expect(call?.headers.get("authorization")).toBe("Bearer mail");
      expect(localStorage.length).toBe(0);
      const main = screen.getByRole("main");
      await page.user.click(within(main).getByRole("button", { name: buttonName }));
      expect(await screen.findByRole("dialog", { name: dialogName })).toBeTruthy();
    },
  );

  test("uses up the link when the password is set, not when the link is opened", async () => {
    const page = await fillNewPassword("volunteer");
    expect(fakeAuth.calls).toEqual([]);
    await page.press("Change password");
    await screen.findByText("Your password has been changed");
    expect(fakeAuth.calls).toEqual(["verifyOtp"]);
  });

  test.each(["/reset-password", "/reset-password?token_hash=used"])(
    "offers a new link if the one at %s doesn't work",
    async (route) => {
      const page = openPage(route);
      if (route.includes("used")) {
        await page.type(NEW_LABEL, "brand new");
        await page.type(CONFIRM_LABEL, "brand new");
        await page.press("Change password");
      }
      await screen.findByText("This link no longer works");
      await page.user.click(screen.getByRole("link", { name: "Get a new link" }));
      expect(await screen.findByRole("heading", { name: "Forgot your password?" })).toBeTruthy();
    },
  );

  test.each([
    ["short", "short", "Use at least 6 characters."],
    ["brand new", "brand mew", "The two passwords don't match."],
    ["ü".repeat(37), "ü".repeat(37), "Use a shorter password."],
  ])("rejects the passwords %s and %s: %s", async (password, repeatedPassword, message) => {
    const page = openPage("/reset-password?token_hash=good");
    await page.type(NEW_LABEL, password);
    await page.type(CONFIRM_LABEL, repeatedPassword);
    await page.press("Change password");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(fakeAuth.calls).toEqual([]);
  });

  test("threat 50: keeps the form after a rejected password or a failure and uses the link only once", async () => {
    const message = "Administrators' passwords need at least 12 characters.";
    const page = await fillNewPassword("admin", "the old one", [
      rejectedPasswordResponse(message),
      { status: 500 },
    ]);
    await page.press("Change password");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("A password could not be changed");
    for (const label of [NEW_LABEL, CONFIRM_LABEL]) {
      await page.user.type(await page.field(label), " and more");
    }
    await page.press("Change password");
    expect(
      await screen.findByText("We couldn't change your password. Please try again."),
    ).toBeTruthy();
    expectLogged("A password could not be changed");
    await page.press("Change password");
    await screen.findByText("Your password has been changed");
    expect(fakeAuth.password).toBe("the old one and more");
    expect(fakeAuth.calls.filter((call) => call === "verifyOtp")).toHaveLength(1);
  });

  test.each([
    ["doesn't respond", { status: 0 }, "We couldn't change your password. Please try again."],
    [
      "has too many requests",
      { status: 429, code: "over_request_rate_limit" },
      "We're getting too many requests from your network right now. Please wait a minute and try again.",
    ],
  ])("doesn't report an invalid link when Auth %s", async (_, error, message) => {
    const page = await fillNewPassword("volunteer");
    fakeAuth.nextError = error;
    await page.press("Change password");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("A password could not be changed");
    await page.press("Change password");
    expect(await screen.findByText("Your password has been changed")).toBeTruthy();
  });

  test("threat 46: asks for the second factor before changing the password", async () => {
    fakeAuth.factors = [{ id: "factor", status: "verified" }];
    const page = await fillNewPassword("admin");
    await page.press("Change password");
    await screen.findByText("One more step");
    expect(fakeAuth.password).toBe("the old one");
    await page.type("6-digit code", "111111");
    await page.press("Confirm");
    await screen.findByText(/^That code isn't right/);
    expectLogged("Submitting a code failed");
    await page.type("6-digit code", "123456");
    await page.press("Confirm");
    await screen.findByText("Your password has been changed");
    expect(fakeAuth.password).toBe("contraseña");
  });
});
