import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId, anOverview, homeData } from "#testing/builders.ts";
import { anApplication, applicationCounts } from "#testing/volunteer-builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const openPage = (applications: readonly ReturnType<typeof anApplication>[], search = "") => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteers": { body: [{ volunteerCount: 40, activeCount: 31 }] },
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/volunteer-applications": (call: FakeCall) =>
      call.headers.has("authorization")
        ? pagesOf(applications)(call)
        : { body: applicationCounts(2) },
    "POST /api/volunteer-applications/:id/approve": { body: { message: "Application approved" } },
  });
  return { ...api, ...renderApp(`/dashboard/volunteers${search}`) };
};

const findRow = async (name: string) =>
  within((await screen.findByText(name)).closest<HTMLElement>("tr") ?? document.body);

beforeEach(() => logInAsAdmin());

describe("approving someone whom we may know", () => {
  test("threat 54, threat 71: shows all applications from one email, and asks who the applicant is", async () => {
    const johns = anApplication({ firstName: "John", lastName: "Doe" });
    const summarize = ({ id, firstName, lastName, status, createdAt }: typeof johns) => {
      return { id, firstName, lastName, status, createdAt };
    };
    const earlier = anApplication({ firstName: "jane", lastName: "Doe" });
    const janes = anApplication({
      firstName: "Jane",
      lastName: "Doe",
      sameAddress: [summarize(johns), summarize(earlier)],
    });
    const closed = anApplication({
      firstName: "Late",
      lastName: "Closed",
      status: "rejected",
      isClosed: true,
    });
    const { press, user, callsOf } = openPage([janes, johns, closed]);
    const row = await findRow("Jane Doe");
    expect(row.getByText("Also applied with this email:")).toBeTruthy();
    expect(row.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "John Doe, Nov 19, 2026, pending",
      "jane Doe, Nov 19, 2026, pending",
    ]);
    expect(
      (await findRow("Late Closed")).getByText(
        "Closed when another application with this email and name was approved",
      ),
    ).toBeTruthy();
    await press("Approve Jane Doe");
    expect(
      await screen.findByText(
        /Other pending applications with this email and name will be closed\.$/,
      ),
    ).toBeTruthy();
    const choice = await screen.findByLabelText("Who is Jane Doe?");
    expect(screen.getByText("John Doe also used dana@example.org.")).toBeTruthy();
    await user.selectOptions(choice, "Someone with another email");
    await user.type(screen.getByLabelText("Their own email"), "jane@example.org");
    await press("Approve application");
    await waitFor(() =>
      expect(
        callsOf("POST /api/volunteer-applications/:id/approve").map(({ body }) => body),
      ).toEqual([{ reviewNotes: "", as: "other", email: "jane@example.org" }]),
    );
  });

  test("offers a known volunteer's new details, says who disabled the login, and is reached from the applicant's view", async () => {
    const comesBack = anApplication({
      match: {
        id: anId(),
        name: "Dana Newcomer",
        isNamed: true,
        ownerName: null,
        newDetails: [
          { field: "phone", former: "(817) 555-0199", given: "(817) 555-0100" },
          { field: "zipCode", former: "", given: "76102" },
        ],
        isDisabled: true,
        disabledBy: "coordinator",
        disabledAt: "2026-10-01T18:00:00Z",
      },
    });
    const { press, user, callsOf } = openPage([comesBack], `?person=${comesBack.id}`);
    const view = within(await screen.findByRole("dialog", { name: "Dana Newcomer" }));
    expect(view.getByRole("button", { name: "Reject" })).toBeTruthy();
    await user.click(view.getByRole("button", { name: "Approve" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Approve Dana Newcomer's application?" }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Dana Newcomer" })).toBeNull());
    expect(await dialog.findByText(/Login disabled by coordinator on/)).toBeTruthy();
    expect(dialog.getByRole("group", { name: "Take over phone and ZIP code?" })).toBeTruthy();
    expect(dialog.queryByLabelText(/^Who is/)).toBeNull();
    await user.click(dialog.getByLabelText(/ZIP code: 76102/));
    await press("Approve application");
    await waitFor(() =>
      expect(
        callsOf("POST /api/volunteer-applications/:id/approve").map(({ body }) => body),
      ).toEqual([{ reviewNotes: "", takesOver: ["zipCode"] }]),
    );
  });

  test("says whose login approving several at once would enable", async () => {
    const disabled = anApplication({
      match: {
        id: anId(),
        name: "Dana Newcomer",
        isNamed: true,
        ownerName: null,
        newDetails: [],
        isDisabled: true,
        disabledBy: "coordinator",
        disabledAt: "2026-10-01T18:00:00Z",
      },
    });
    const { user, press } = openPage([disabled]);
    await user.click(await screen.findByRole("checkbox", { name: "Select Dana Newcomer" }));
    await press("Approve selected");
    expect((await screen.findByRole("dialog")).textContent).toContain(
      "Dana Newcomer: Login disabled by coordinator on Oct 1, 2026. Approving enables it again.",
    );
  });
});
