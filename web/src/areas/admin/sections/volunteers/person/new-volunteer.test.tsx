import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { aVolunteer, aVolunteerRecord, volunteerPageReads } from "#testing/volunteer-builders.ts";

const grace = aVolunteer();
const added = aVolunteerRecord({
  name: "Pat Paper",
  accountId: null,
  login: { state: "none", lastLoginAt: null, waitingApplicationId: null, outdatedEmail: null },
});

const visit = async (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    ...volunteerPageReads(added),
    "GET /api/volunteers": (call) =>
      pagesOf(call.url.includes("grace%40example.org") ? [grace] : [])(call),
    "POST /api/volunteers": { status: 201, body: added },
    ...overrides,
  });
  const view = renderApp("/dashboard/volunteers/people/new");
  const form = within(await screen.findByRole("form", { name: "Add volunteer" }));
  const fillIn = async (email: string) => {
    await view.user.type(form.getByLabelText("First name"), "Pat");
    await view.user.type(form.getByLabelText("Last name (optional)"), "Paper");
    await view.user.type(form.getByLabelText(/^Email \(optional\)/), email);
    await view.user.selectOptions(form.getByLabelText("Availability"), "Weekends");
  };
  const save = () => view.user.click(form.getByRole("button", { name: "Add volunteer" }));
  return { ...api, ...view, form, fillIn, save };
};

beforeEach(() => logInAsAdmin());

describe("adding a volunteer who applied on paper", () => {
  test("sends no email unless asked to, and opens the new volunteer's page", async () => {
    const { callsOf, currentPath, fillIn, save } = await visit();
    await fillIn("pat@example.org");
    await save();
    await waitFor(() => expect(currentPath()).toBe(`/dashboard/volunteers/people/${added.id}`));
    expect(callsOf("POST /api/volunteers").map(({ body }) => body)).toMatchObject([
      { firstName: "Pat", email: "pat@example.org", availability: "weekends", sendsLink: false },
    ]);
  });

  test("links to the volunteer who already has the email, before and after the server rejects it", async () => {
    const message = "Another volunteer already has this email address.";
    const { form, fillIn, save } = await visit({
      "POST /api/volunteers": {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          code: "validation_failed",
          issues: [{ path: "email", message }],
        },
      },
    });
    await fillIn("grace@example.org");
    const link = await form.findByRole("link", { name: "Grace Turner" });
    expect(link.getAttribute("href")).toBe(`/dashboard/volunteers/people/${grace.id}`);
    await save();
    expect(await form.findByText(message)).toBeTruthy();
    expect(form.getByRole("link", { name: "Grace Turner" })).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>("First name").value).toBe("Pat");
    expectLogged("Add volunteer failed");
  });

  test("sends the link to set up a login later", async () => {
    const api = fakeApi({
      ...volunteerPageReads(added),
      "POST /api/volunteers/:id/invite": { body: { message: "The link will go out" } },
    });
    const { user } = renderApp(`/dashboard/volunteers/people/${added.id}`);
    await user.click(await screen.findByRole("button", { name: "Send a link to set up a login" }));
    expect(await screen.findByText("The email will go out within a minute")).toBeTruthy();
    expect(api.callsOf("POST /api/volunteers/:id/invite")).toHaveLength(1);
  });
});
