import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const CONFIRM_ENDPOINT = "POST /api/email-changes/confirm";
const TOKEN = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.abc";
const BUTTON_LABEL = "Confirm my new email";

const openPage = (
  response: FakeResponse | (() => FakeResponse) = { body: { email: "new@example.org" } },
  route = `/confirm-email#token=${TOKEN}`,
) => {
  const api = fakeApi({ "GET /api/home": { body: homeData() }, [CONFIRM_ENDPOINT]: response });
  return { ...api, ...renderApp(route) };
};

describe("confirming a new email", () => {
  test("waits for a click, because mail scanners open links, and then says what to log in with", async () => {
    const page = openPage();
    await screen.findByRole("button", { name: BUTTON_LABEL });
    expect(page.callsOf(CONFIRM_ENDPOINT)).toEqual([]);
    await page.press(BUTTON_LABEL);
    const heading = await screen.findByRole("heading", { name: "Your email has been changed" });
    expect(document.activeElement).toBe(heading);
    expect(page.callsOf(CONFIRM_ENDPOINT).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    expect(screen.getByText(/From now on, log in with/).textContent).toContain("new@example.org");
    await page.press("Volunteer login");
    expect(await screen.findByRole("dialog", { name: "Volunteer Login" })).toBeTruthy();
  });

  test("the button works again after a failure", async () => {
    const responses: FakeResponse[] = [{ status: 503 }, { body: { email: "new@example.org" } }];
    const page = openPage(() => responses.shift()!);
    await page.press(BUTTON_LABEL);
    expect(await screen.findByRole("alert")).toBeTruthy();
    expectLogged("An email could not be changed");
    await page.press(BUTTON_LABEL);
    expect(
      await screen.findByRole("heading", { name: "Your email has been changed" }),
    ).toBeTruthy();
  });

  test.each([
    ["a dead link", `/confirm-email#token=${TOKEN}`, [BUTTON_LABEL]],
    ["an incomplete link", "/confirm-email", []],
  ])("says what to do about %s", async (_, route, presses) => {
    const page = openPage(
      { status: 401, body: { code: "email_change_invalid", message: "This link doesn't work." } },
      route,
    );
    for (const name of presses) {
      await page.press(name);
      expectLogged("An email could not be changed");
    }
    expect(await screen.findByRole("heading", { name: "This link doesn't work" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Volunteer login" })).toBeTruthy();
  });
});
