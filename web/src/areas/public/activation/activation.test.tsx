import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const TOKEN = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.abc";

const openPage = (
  response: FakeResponse | (() => FakeResponse),
  route = `/activate#token=${TOKEN}`,
) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "POST /api/volunteer-activation": response,
  });
  const view = renderApp(route);
  return {
    ...api,
    ...view,
    choosePassword: async (password: string, repeatedPassword = password) => {
      await view.user.type(await screen.findByLabelText("Password"), password);
      await view.user.type(screen.getByLabelText("Confirm password"), repeatedPassword);
      await view.user.click(screen.getByRole("button", { name: "Set up my account" }));
    },
  };
};

const SUCCESS_RESPONSE = { body: { message: "Your account is ready" } };

describe("threat 7: setting up an approved account with the emailed link", () => {
  test("sends the token and the password, then leads to the login", async () => {
    const page = openPage(SUCCESS_RESPONSE);
    await page.choosePassword("Chosen!2026");
    const heading = await screen.findByRole("heading", { name: "Your account is ready" });
    expect(document.activeElement).toBe(heading);
    expect(page.callsOf("POST /api/volunteer-activation")[0]?.body).toEqual({
      token: TOKEN,
      password: "Chosen!2026",
    });
    await page.press("Volunteer login");
    expect(await screen.findByRole("dialog", { name: "Volunteer Login" })).toBeTruthy();
  });

  test.each([
    ["used or too old", `/activate#token=${TOKEN}`],
    ["missing its token", "/activate"],
  ])("explains what to do if a link is %s", async (_, route) => {
    const page = openPage(
      {
        status: 401,
        body: { code: "activation_link_invalid", message: "This link doesn't work." },
      },
      route,
    );
    if (route !== "/activate") {
      await page.choosePassword("Chosen!2026");
      expectLogged("A password could not be changed");
    }
    await screen.findByRole("heading", { name: "This link doesn't work" });
    const contact = homeData().contactInfo?.email ?? "";
    expect(screen.getByRole("alert").querySelector("a")?.href).toBe(`mailto:${contact}`);
    expect(screen.getByRole("button", { name: "Volunteer login" })).toBeTruthy();
  });

  test("threat 50: keeps the input after a failure, and retries with the same link", async () => {
    let response: FakeResponse = { status: 503, body: { message: "We're very busy right now." } };
    const page = openPage(() => response);
    await page.choosePassword("Chosen!2026");
    expect(await screen.findByText("We're very busy right now.")).toBeTruthy();
    expectLogged("A password could not be changed");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("Chosen!2026");
    response = SUCCESS_RESPONSE;
    await page.press("Set up my account");
    expect(await screen.findByText("Your account is ready")).toBeTruthy();
  });

  test("shows the server's error about a password on its field", async () => {
    const message = "Choose a stronger password.";
    const page = openPage({
      status: 400,
      body: { message, issues: [{ path: "password", message }] },
    });
    await page.choosePassword("password");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("A password could not be changed");
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  });

  test("reports passwords that don't match and sends nothing", async () => {
    const page = openPage(SUCCESS_RESPONSE);
    await page.choosePassword("Chosen!2026", "Chosen!2027");
    expect(await screen.findByText("The two passwords don't match.")).toBeTruthy();
    expect(page.callsOf("POST /api/volunteer-activation")).toEqual([]);
  });
});
