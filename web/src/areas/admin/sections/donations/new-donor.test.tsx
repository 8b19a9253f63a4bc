import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aDonorChoice, aDonorRecord } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const DONORS_PATH = "/dashboard/donations/donors";
const KNOWN_ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const added = aDonorRecord({
  id: "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a12",
  firstName: "Pat",
  lastName: "Paper",
  email: "pat@example.org",
});
const known = aDonorChoice({ id: KNOWN_ID, firstName: "Ann", lastName: "Lee" });

const openForm = async (responses: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    ...donorPageReads(added),
    "GET /api/donors-consolidated": pagesOf([]),
    "GET /api/possible-duplicates": { body: [] },
    "GET /api/donors": (call) =>
      pagesOf(call.url.includes("ann%40example.org") ? [known] : [])(call),
    "POST /api/donors": { status: 201, body: added },
    ...responses,
  });
  const view = renderApp(DONORS_PATH);
  await view.user.click(await screen.findByRole("link", { name: "Add a donor" }));
  const form = within(await screen.findByRole("form", { name: "Add donor" }));
  return { ...api, ...view, form };
};

beforeEach(() => logInAsAdmin());

describe("adding a donor without a donation", () => {
  test("sends what was typed and opens the new donor's page", async () => {
    const { callsOf, currentPath, form, user } = await openForm();
    await user.type(form.getByLabelText("First name"), "Pat");
    await user.type(form.getByLabelText("Last name (optional)"), "Paper");
    await user.type(form.getByLabelText("Salutation (optional)"), "Pat and Kim");
    await user.type(form.getByLabelText("Email (optional)"), "pat@example.org");
    await user.type(form.getByLabelText("Address (optional)"), "1 Main Street");
    await user.click(form.getByRole("button", { name: "Add donor" }));
    await waitFor(() => expect(currentPath()).toBe(`${DONORS_PATH}/${added.id}`));
    expect(await screen.findByRole("heading", { level: 1, name: "Pat Paper" })).toBeTruthy();
    expect(callsOf("POST /api/donors").map(({ body }) => body)).toMatchObject([
      {
        firstName: "Pat",
        lastName: "Paper",
        salutation: "Pat and Kim",
        email: "pat@example.org",
        address: "1 Main Street",
      },
    ]);
  });

  test("offers the donor who already has the email address", async () => {
    const { form, user } = await openForm();
    await user.type(form.getByLabelText("Email (optional)"), "ann@example.org");
    const link = await form.findByRole("link", { name: "Use this donor" });
    expect(link.getAttribute("href")).toBe(`${DONORS_PATH}/${KNOWN_ID}`);
    expect(form.getByText("Ann Lee")).toBeTruthy();
  });

  test("says once that the email address is a donor's, with a link to use that donor", async () => {
    const message = "Ann Lee has this email address.";
    const refusal = {
      status: 409,
      body: { message, issues: [{ path: "email", message }] },
    };
    const { form, user } = await openForm({ "POST /api/donors": refusal });
    await user.type(form.getByLabelText("First name"), "Ann");
    await user.type(form.getByLabelText("Email (optional)"), "ann@example.org");
    await form.findByRole("link", { name: "Use this donor" });
    await user.click(form.getByRole("button", { name: "Add donor" }));
    const refused = await form.findByText(message);
    expectLogged("Add donor failed");
    expect(refused.closest("output")).toBeNull();
    expect(form.getAllByText(/has this email address/)).toHaveLength(1);
    expect(form.getByRole("link", { name: "Use this donor" })).toBeTruthy();
  });
});
