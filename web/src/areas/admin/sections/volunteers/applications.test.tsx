import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { anId, anOverview, homeData } from "#testing/builders.ts";
import { anApplication, applicationCounts, applicationsOf } from "#testing/volunteer-builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const pendingApplication = anApplication();
const approvedApplication = anApplication({
  firstName: "Olive",
  lastName: "Owner",
  email: "olive@example.org",
  status: "approved",
  reviewNotes: "Met at the fair",
  awaitsActivation: true,
  city: "Unknown",
  state: "Unknown",
  zipCode: "",
  interests: null,
});
const rejectedApplication = anApplication({
  firstName: "Rex",
  lastName: "Ruiz",
  status: "rejected",
});

const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}, search = "") => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteers": { body: [{ volunteerCount: 40, activeCount: 31 }] },
    "GET /api/admin/overview": { body: anOverview() },
    // Without a token, the server returns only counts. Administrators get the applications.
    "GET /api/volunteer-applications": (call: FakeCall) =>
      call.headers.has("authorization")
        ? pagesOf([pendingApplication, approvedApplication, rejectedApplication])(call)
        : { body: applicationCounts(3, 4, 2) },
    "POST /api/volunteer-applications/:id/approve": { body: { message: "Application approved" } },
    "POST /api/volunteer-applications/:id/reject": { body: { message: "Application rejected" } },
    "POST /api/volunteer-applications/:id/resend-approval": { body: { message: "ok" } },
    ...overrides,
  });
  const view = renderApp(`/dashboard/volunteers${search}`);
  return {
    ...api,
    ...view,
  };
};

const findRow = async (name: string) =>
  within((await screen.findByText(name)).closest<HTMLElement>("tr") ?? document.body);

const findFigure = async (label: string) =>
  (await screen.findByText(label)).nextElementSibling as HTMLElement;

beforeEach(() => logInAsAdmin());

describe("the list of volunteer applications", () => {
  test("AVOL-01, AVOL-02, AVOL-03, AVOL-04: shows active volunteers, hours this month, new applications, and the retention rate", async () => {
    openPage();
    for (const [label, value] of [
      ["Active", "31"],
      ["Hours This Month", "126.5"],
      ["New Applications", "3"],
      ["Retention Rate", "44%"],
    ] as const) {
      const figure = await findFigure(label);
      await waitFor(() => expect(figure.textContent).toBe(value));
    }
  });

  test("AVOL-05: reloads itself and its figures on Refresh", async () => {
    const { callsOf, press } = openPage();
    await screen.findByText("Dana Newcomer");
    const callCount = callsOf("GET /api/volunteer-applications").length;
    await press("Refresh");
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications")).toHaveLength(callCount + 2),
    );
    expect(callsOf("GET /api/volunteers")).toHaveLength(2);
    expect(callsOf("GET /api/admin/overview")).toHaveLength(2);
  });

  test("AVOL-06, AVOL-12: shows each applicant's name, place, and availability, and the rest in the applicant's dialog", async () => {
    const { user } = openPage();
    const row = await findRow("Dana Newcomer");
    expect(screen.getByRole("table", { name: "applications" })).toBeTruthy();
    for (const text of [
      "dana@example.org",
      "Fort Worth, TX",
      "Weekday evenings",
      "Nov 19, 2026",
      "Pending",
    ]) {
      expect(row.getByText(text), text).toBeTruthy();
    }
    expect((await findRow("Olive Owner")).queryByText(/Unknown/)).toBeNull();
    await user.click(row.getByRole("link", { name: "Dana Newcomer" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Dana Newcomer" }));
    for (const text of ["(817) 555-0100", "Fort Worth, TX 76102", "Driving the van", "Pending"]) {
      expect(dialog.getByText(text), text).toBeTruthy();
    }
    expect(new URL(window.location.href).searchParams.get("person")).toBe(pendingApplication.id);
  });

  test("AVOL-07, AVOL-08, AVOL-09: has buttons for pending applications and shows the decision for the others", async () => {
    openPage();
    const pendingRow = await findRow("Dana Newcomer");
    expect(pendingRow.getByText("Pending")).toBeTruthy();
    expect(pendingRow.getByRole("button", { name: "Approve Dana Newcomer" })).toBeTruthy();
    expect(pendingRow.getByRole("button", { name: "Reject Dana Newcomer" })).toBeTruthy();
    for (const [name, label] of [
      ["Olive Owner", "Active Volunteer"],
      ["Rex Ruiz", "Not approved"],
    ] as const) {
      const row = await findRow(name);
      expect(row.getByText(label)).toBeTruthy();
      expect(row.queryByRole("button", { name: /Approve|Reject/ })).toBeNull();
    }
  });

  test("filters by status through the URL", async () => {
    const { callsOf } = openPage({}, "?status=pending");
    await screen.findByText("Dana Newcomer");
    const urls = callsOf("GET /api/volunteer-applications").map(({ url }) => url);
    expect(urls).toContain(
      "/api/volunteer-applications?status=pending&sort=-createdAt&limit=20&offset=0",
    );
    expect((await screen.findByLabelText<HTMLSelectElement>("Status")).value).toBe("pending");
  });
});

describe("reviewing an application", () => {
  const submitDecision = async (
    action: "Approve" | "Reject",
    response?: FakeResponse | (() => never),
  ) => {
    const route = `POST /api/volunteer-applications/:id/${action === "Approve" ? "approve" : "reject"}`;
    const view = openPage(response && { [route]: response });
    await view.press(`${action} Dana Newcomer`);
    await screen.findByRole("dialog", { name: `${action} Dana Newcomer's application?` });
    await view.user.type(screen.getByLabelText("Notes"), "Knows the way");
    await view.press(`${action} application`);
    return {
      ...view,
      readReviewCalls: () => view.callsOf(route as "POST /api/volunteer-applications/:id/approve"),
    };
  };

  test.each([
    ["AVOL-13", "Approve", "Application approved"],
    ["AVOL-14", "Reject", "Application rejected"],
  ] as const)("%s: asks for confirmation on %s and sends the notes", async (_, action, title) => {
    const { readReviewCalls, callsOf } = await submitDecision(action);
    await screen.findByText(title);
    expect(readReviewCalls().map(({ url, body }) => [url.split("/")[3], body])).toEqual([
      [pendingApplication.id, { reviewNotes: "Knows the way" }],
    ]);
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications").length).toBeGreaterThan(2),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test.each([
    ["AVOL-15", "Approve", "Failed to approve application. Please try again."],
    ["AVOL-16", "Reject", "Failed to reject application. Please try again."],
  ] as const)(
    "%s: shows an error and keeps the notes after a failed %s",
    async (_, action, message) => {
      await submitDecision(action, { status: 502, body: "" });
      expect(await screen.findByText("Error")).toBeTruthy();
      expect(screen.getByText(message)).toBeTruthy();
      expectLogged(`${action} application failed`);
      expect(screen.getByLabelText<HTMLTextAreaElement>("Notes").value).toBe("Knows the way");
    },
  );

  test("AVOL-10: says when someone else has already reviewed the application and refetches the list", async () => {
    const message = "This application has already been reviewed.";
    const { callsOf } = await submitDecision("Approve", { status: 409, body: { message } });
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("Approve application failed");
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications").length).toBeGreaterThan(2),
    );
  });
});

describe("undoing a rejection", () => {
  const submitUndo = async (response: FakeResponse) => {
    const view = openPage({ "POST /api/volunteer-applications/:id/undo-rejection": response });
    await view.press("Undo rejection of Rex Ruiz");
    expect(view.callsOf("POST /api/volunteer-applications/:id/undo-rejection")).toEqual([]);
    await view.press("Undo rejection");
    return view;
  };

  test("AVOL-10: asks first, and then shows the application as pending again", async () => {
    const { callsOf } = await submitUndo({ body: { message: "ok" } });
    expect(await screen.findByText("Rex Ruiz's application is pending again")).toBeTruthy();
    const [call] = callsOf("POST /api/volunteer-applications/:id/undo-rejection");
    expect(call?.url).toBe(`/api/volunteer-applications/${rejectedApplication.id}/undo-rejection`);
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications").length).toBeGreaterThan(2),
    );
  });

  test("says why it failed", async () => {
    const message = "There's no rejection to undo for this application.";
    await submitUndo({ status: 409, body: { message, code: "not_rejected" } });
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("A rejection could not be undone");
  });

  test("isn't offered for an application that was closed or emptied, or one that isn't rejected", async () => {
    openPage({
      "GET /api/volunteer-applications": applicationsOf([
        { ...rejectedApplication, isClosed: true },
        anApplication({
          ...rejectedApplication,
          id: anId(),
          firstName: "Erased",
          email: "",
          isEmptied: true,
        }),
        pendingApplication,
      ]),
    });
    await findRow("Rex Ruiz");
    const emptiedRow = await findRow("Erased Ruiz");
    expect(emptiedRow.getByText("The person's details were deleted")).toBeTruthy();
    expect(emptiedRow.queryByText(/@/)).toBeNull();
    expect(screen.queryByRole("button", { name: /^Undo rejection/ })).toBeNull();
  });
});

describe("reviewing applications in bulk", () => {
  const otherPendingApplication = anApplication({ firstName: "Ada", lastName: "Reyes" });
  const selectRows = async (view: ReturnType<typeof openPage>, ...names: string[]) => {
    for (const name of names) {
      await view.user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
    }
  };

  test("AVOL-13: approves the selected pending applications one by one after one confirmation", async () => {
    const approvedIds = new Set<string>();
    const view = openPage({
      "GET /api/volunteer-applications": (call) =>
        call.headers.has("authorization")
          ? pagesOf(
              [pendingApplication, otherPendingApplication, approvedApplication].map((row) =>
                approvedIds.has(row.id) ? { ...row, status: "approved" } : row,
              ),
            )(call)
          : { body: applicationCounts(2) },
      "POST /api/volunteer-applications/:id/approve": ({ url }) => {
        approvedIds.add(url.split("/")[3] ?? "");
        return { body: { message: "Application approved" } };
      },
    });
    await selectRows(view, "Dana Newcomer", "Ada Reyes", "Olive Owner");
    expect(screen.getByText("3 selected")).toBeTruthy();
    await view.press("Approve selected");
    await screen.findByRole("dialog", { name: "Approve 2 applications?" });
    await view.press("Approve 2 applications");
    expect(await screen.findByText("2 applications approved")).toBeTruthy();
    expect([...approvedIds]).toEqual([pendingApplication.id, otherPendingApplication.id]);
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
    const table = within(screen.getByRole("table", { name: "applications" }));
    expect(table.getAllByText("Active Volunteer")).toHaveLength(3);
  });

  test("AVOL-15: keeps failed approvals selected with their reasons and succeeds on a retry", async () => {
    const message = "This application has already been reviewed.";
    let isServerFailing = true;
    const view = openPage({
      "GET /api/volunteer-applications": (call) =>
        call.headers.has("authorization")
          ? pagesOf([pendingApplication, otherPendingApplication, rejectedApplication])(call)
          : { body: applicationCounts(2) },
      "POST /api/volunteer-applications/:id/approve": ({ url }) => {
        if (!isServerFailing) return { body: { message: "ok" } };
        return url.includes(pendingApplication.id)
          ? { status: 409, body: { message } }
          : { status: 502, body: "" };
      },
    });
    await selectRows(view, "Dana Newcomer", "Ada Reyes");
    await view.press("Approve selected");
    await view.press("Approve 2 applications");
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("2 applications couldn't be approved")).toBeTruthy();
    expect(
      within(alert)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      `Dana Newcomer: ${message}`,
      "Ada Reyes: Failed to approve application. Please try again.",
    ]);
    expectLogged("An application could not be approved");
    expect(screen.getByText("2 selected")).toBeTruthy();
    isServerFailing = false;
    await view.press("Approve selected");
    await view.press("Approve 2 applications");
    await screen.findByText("2 applications approved");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("doesn't offer to approve a reviewed application again", async () => {
    const view = openPage();
    await selectRows(view, "Rex Ruiz");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Approve selected" });
    expect(button.disabled).toBe(true);
  });

  test("AVOL-06: exports only the selected applications", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:it");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const view = openPage({ "GET /api/volunteer-applications/export": { body: "Date\r\n" } });
    await selectRows(view, "Dana Newcomer", "Rex Ruiz");
    await view.press("Export selected");
    await view.press("Download");
    const readExportCalls = () => view.callsOf("GET /api/volunteer-applications/export");
    await waitFor(() => expect(readExportCalls()).toHaveLength(1));
    const { searchParams } = new URL(readExportCalls()[0]!.url, "http://site.test");
    expect(searchParams.get("ids")).toBe(`${pendingApplication.id},${rejectedApplication.id}`);
  });
});

test("the activation link can be resent to someone who hasn't used it", async () => {
  const { press, callsOf } = openPage();
  const row = await findRow("Olive Owner");
  expect(row.getByText("Hasn't set up their account yet")).toBeTruthy();
  await press("Send the link again to olive@example.org");
  expect(await screen.findByText("The email will go out within a minute")).toBeTruthy();
  const [call] = callsOf("POST /api/volunteer-applications/:id/resend-approval");
  expect(call?.url).toBe(`/api/volunteer-applications/${approvedApplication.id}/resend-approval`);
  expect(row.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
});
