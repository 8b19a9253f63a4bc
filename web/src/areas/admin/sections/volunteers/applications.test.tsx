import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anApplication, applicationCounts, homeData } from "../../../../testing/builders.ts";
import { fakeApi, pagesOf, type FakeAnswer, type FakeCall } from "../../../../testing/fake-api.ts";
import { expectLogged } from "../../../../testing/logged-errors.ts";
import { logInAsAdmin } from "../../../../testing/logging-in.ts";
import { renderApp } from "../../../../testing/render-app.tsx";

const dana = anApplication();
const olive = anApplication({
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
const rex = anApplication({ firstName: "Rex", lastName: "Ruiz", status: "rejected" });

const open = (overrides: Parameters<typeof fakeApi>[0] = {}, search = "") => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteers": { body: [{ volunteerCount: 40, activeCount: 31 }] },
    // Everybody gets counts, an administrator who asks as one the applications.
    "GET /api/volunteer-applications": (call: FakeCall) =>
      call.headers.has("authorization")
        ? pagesOf([dana, olive, rex])(call)
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
    press: async (name: string) => view.user.click(await screen.findByRole("button", { name })),
  };
};

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest<HTMLElement>("tr") ?? document.body);

const figureOf = async (label: string) =>
  (await screen.findByText(label)).nextElementSibling as HTMLElement;

beforeEach(() => logInAsAdmin());

describe("applications to volunteer", () => {
  test("AVOL-01, AVOL-03, AVOL-04: how many are active, new, and of all were approved", async () => {
    open();
    for (const [label, value] of [
      ["Active", "31"],
      ["New Applications", "3"],
      ["Retention Rate", "44%"],
    ] as const) {
      const figure = await figureOf(label);
      await waitFor(() => expect(figure.textContent).toBe(value));
    }
  });

  test("AVOL-05: Refresh reads list and figures again", async () => {
    const { callsOf, press } = open();
    await screen.findByText("Dana Newcomer");
    const before = callsOf("GET /api/volunteer-applications").length;
    await press("Refresh");
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications")).toHaveLength(before + 2),
    );
    expect(callsOf("GET /api/volunteers")).toHaveLength(2);
  });

  test("AVOL-06, AVOL-12: who it is, from where, when free, what for", async () => {
    open();
    const row = await rowOf("Dana Newcomer");
    expect(screen.getByRole("table", { name: "applications" })).toBeTruthy();
    for (const text of [
      "dana@example.org",
      "(817) 555-0100",
      "Fort Worth, TX",
      "76102",
      "weekday evenings",
      "Driving the van",
      "Nov 19, 2026",
    ]) {
      expect(row.getByText(text), text).toBeTruthy();
    }
    expect((await rowOf("Olive Owner")).queryByText(/Unknown/)).toBeNull();
  });

  test("AVOL-07, AVOL-08, AVOL-09: pending ones alone can be decided; others say what was", async () => {
    open();
    const pending = await rowOf("Dana Newcomer");
    expect(pending.getByText("Pending")).toBeTruthy();
    expect(pending.getByRole("button", { name: "Approve Dana Newcomer" })).toBeTruthy();
    expect(pending.getByRole("button", { name: "Reject Dana Newcomer" })).toBeTruthy();
    for (const [name, label] of [
      ["Olive Owner", "Active Volunteer"],
      ["Rex Ruiz", "Not approved"],
    ] as const) {
      const row = await rowOf(name);
      expect(row.getByText(label)).toBeTruthy();
      expect(row.queryByRole("button", { name: /Approve|Reject/ })).toBeNull();
    }
  });

  test("the status is a filter of the address", async () => {
    const { callsOf } = open({}, "?status=pending");
    await screen.findByText("Dana Newcomer");
    const urls = callsOf("GET /api/volunteer-applications").map(({ url }) => url);
    expect(urls).toContain(
      "/api/volunteer-applications?status=pending&sort=-createdAt&limit=20&offset=0",
    );
    expect((await screen.findByLabelText<HTMLSelectElement>("Status")).value).toBe("pending");
  });
});

describe("deciding", () => {
  const decide = async (word: "Approve" | "Reject", answer?: FakeAnswer | (() => never)) => {
    const key = `POST /api/volunteer-applications/:id/${word === "Approve" ? "approve" : "reject"}`;
    const view = open(answer && { [key]: answer });
    await view.press(`${word} Dana Newcomer`);
    await screen.findByRole("dialog", { name: `${word} the application of Dana Newcomer?` });
    await view.user.type(screen.getByLabelText("Notes"), "Knows the way");
    await view.press(`${word} application`);
    return {
      ...view,
      sent: () => view.callsOf(key as "POST /api/volunteer-applications/:id/approve"),
    };
  };

  test.each([
    ["AVOL-13", "Approve", "Application approved"],
    ["AVOL-14", "Reject", "Application rejected"],
  ] as const)("%s: %s, after a question, with notes", async (_, word, title) => {
    const { sent, callsOf } = await decide(word);
    await screen.findByText(title);
    expect(sent().map(({ url, body }) => [url.split("/")[3], body])).toEqual([
      [dana.id, { reviewNotes: "Knows the way" }],
    ]);
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications").length).toBeGreaterThan(2),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each([
    ["AVOL-15", "Approve", "Failed to approve application. Please try again."],
    ["AVOL-16", "Reject", "Failed to reject application. Please try again."],
  ] as const)("%s: %s that fails says so and loses nothing", async (_, word, sentence) => {
    await decide(word, { status: 502, body: "" });
    expect(await screen.findByText("Error")).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expectLogged(`${word} application failed`);
    expect(screen.getByLabelText<HTMLTextAreaElement>("Notes").value).toBe("Knows the way");
  });

  test("AVOL-10: what somebody else has decided meanwhile is said, and the list read again", async () => {
    const message = "This application has been decided already.";
    const { callsOf } = await decide("Approve", { status: 409, body: { message } });
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("Approve application failed");
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-applications").length).toBeGreaterThan(2),
    );
  });
});

test("who has not opened the account yet gets the link once more", async () => {
  const { press, callsOf } = open();
  const row = await rowOf("Olive Owner");
  expect(row.getByText("Has not opened the account yet")).toBeTruthy();
  await press("Send the link again to olive@example.org");
  expect(await screen.findByText("The mail goes out within a minute")).toBeTruthy();
  const [call] = callsOf("POST /api/volunteer-applications/:id/resend-approval");
  expect(call?.url).toBe(`/api/volunteer-applications/${olive.id}/resend-approval`);
  expect(row.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
});
