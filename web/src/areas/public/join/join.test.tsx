import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const TOKEN = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.abc";
const PASSWORD = "Joining thé team!";
const ACCEPT_ENDPOINT = "POST /api/admin-invitations/accept";
const INVALID_LINK_RESPONSE: FakeResponse = {
  status: 401,
  body: { code: "invitation_invalid", message: "This invitation doesn't work." },
};
const SUCCESS_RESPONSE: FakeResponse = { body: { message: "You've joined the team" } };

const openPage = (
  response: FakeResponse | (() => FakeResponse) = SUCCESS_RESPONSE,
  check: FakeResponse = {
    body: { email: "june@example.org", organizationName: "Lamplight", isVolunteer: false },
  },
  route = `/join#token=${TOKEN}`,
) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "POST /api/admin-invitations/check": check,
    [ACCEPT_ENDPOINT]: response,
  });
  const view = renderApp(route);
  const type = async (label: string, text: string) =>
    view.user.type(await screen.findByLabelText(label), text);
  return {
    ...api,
    ...view,
    join: async ({
      username = "june",
      password = PASSWORD,
      repeated = password,
    }: Partial<Record<"username" | "password" | "repeated", string>> = {}) => {
      await type("Username", username);
      await type("Password", password);
      await type("Confirm password", repeated);
      await view.press("Join the team");
    },
  };
};

const getValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

describe("joining with an invitation", () => {
  test("says who it's for, sends the chosen login, and leads to Security after logging in", async () => {
    const page = openPage();
    expect(await screen.findByText("june@example.org")).toBeTruthy();
    // Some keyboards send é as two characters.
    await page.join({ username: " june ", repeated: PASSWORD.normalize("NFD") });
    const heading = await screen.findByRole("heading", { name: "You've joined the team" });
    expect(document.activeElement).toBe(heading);
    expect(page.callsOf(ACCEPT_ENDPOINT).map(({ body }) => body)).toEqual([
      { token: TOKEN, username: "june", password: PASSWORD },
    ]);
    await page.press("Log in to the dashboard");
    expect(await screen.findByRole("dialog", { name: "Administrator Login" })).toBeTruthy();
    expect(sessionStorage.getItem("return:admin")).toBe("/dashboard/settings");
  });

  test("tells a volunteer that the new password replaces theirs", async () => {
    openPage(SUCCESS_RESPONSE, {
      body: { email: "june@example.org", organizationName: null, isVolunteer: true },
    });
    expect(await screen.findByText("You stay a volunteer")).toBeTruthy();
    expect(screen.getByText(/replaces the one you log in with as a volunteer/)).toBeTruthy();
  });

  test.each([
    ["username", { username: "june lee" }, /Use 2 to 50 letters/],
    ["password", { password: "elevenchars" }, "Use at least 12 characters."],
    ["repeated password", { repeated: "Joining the dream!" }, "The two passwords don't match."],
  ])("reports an unusable %s and sends nothing", async (_, input, message) => {
    const page = openPage();
    await page.join(input);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(page.callsOf(ACCEPT_ENDPOINT)).toEqual([]);
  });

  test("shows that a username is taken on its field, and keeps the input", async () => {
    const message = "This username is taken. Choose another one.";
    const page = openPage({
      status: 400,
      body: { message, issues: [{ path: "username", message }] },
    });
    await page.join();
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("An invitation could not be accepted");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Username")));
    expect([getValue("Username"), getValue("Password")]).toEqual(["june", PASSWORD]);
  });

  test("keeps the input after a failure, and retries with the same link", async () => {
    let response: FakeResponse = { status: 503, body: { message: "We're very busy right now." } };
    const page = openPage(() => response);
    await page.join();
    expect(await screen.findByText("We're very busy right now.")).toBeTruthy();
    expectLogged("An invitation could not be accepted");
    expect([getValue("Username"), getValue("Confirm password")]).toEqual(["june", PASSWORD]);
    response = SUCCESS_RESPONSE;
    await page.press("Join the team");
    expect(await screen.findByText("You've joined the team")).toBeTruthy();
  });

  test.each([
    ["used, revoked or too old", `/join#token=${TOKEN}`],
    ["missing its token", "/join"],
  ])("explains what to do if a link is %s", async (_, route) => {
    openPage(SUCCESS_RESPONSE, INVALID_LINK_RESPONSE, route);
    expect(
      await screen.findByRole("heading", { name: "This invitation doesn't work" }),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: "Log in to the dashboard" })).toBeTruthy();
    expect(screen.queryByLabelText("Username")).toBeNull();
  });

  test("explains what to do if a link is used or revoked while the form is open", async () => {
    const page = openPage(INVALID_LINK_RESPONSE);
    await page.join();
    expect(await screen.findByText("This invitation doesn't work")).toBeTruthy();
    expectLogged("An invitation could not be accepted");
  });
});
