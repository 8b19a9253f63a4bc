import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { anOverview, homeData } from "#testing/builders.ts";
import {
  applicationCounts,
  aVolunteer,
  aVolunteerMergeSide,
  aVolunteerRecord,
} from "#testing/volunteer-builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const activeVolunteer = aVolunteer();
const disabledVolunteer = aVolunteer({
  name: "Ruth Okafor",
  email: "ruth@example.org",
  isActive: false,
  openingHours: 0,
  totalHours: 0,
  packagesHelped: 0,
  availability: null,
  city: "Unknown",
  state: "Unknown",
  zipCode: null,
  phone: null,
});
const volunteerAwaitingActivation = aVolunteer({
  name: "Olive Owner",
  awaitsActivation: true,
  city: "Unknown",
  state: "Unknown",
});
const volunteerWithoutAccount = aVolunteer({ name: "Gone Away", accountId: null });
const inactiveVolunteer = aVolunteer({ name: "Long Gone", accountId: null, isActive: false });

const openPage = (search = "", pairs: readonly unknown[] = []) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/volunteer-applications": { body: applicationCounts(3, 4, 2) },
    "GET /api/volunteers": (call: FakeCall) =>
      call.headers.has("authorization")
        ? pagesOf([
            activeVolunteer,
            disabledVolunteer,
            volunteerAwaitingActivation,
            volunteerWithoutAccount,
            inactiveVolunteer,
          ])(call)
        : { body: [{ volunteerCount: 40, activeCount: 31 }] },
    "GET /api/possible-volunteer-duplicates": { body: pairs },
    "GET /api/volunteers/export": { body: "Name\r\n" },
    "PUT /api/volunteers/:id": { body: aVolunteerRecord() },
    "PUT /api/volunteer-accounts/:id/toggle-status": { body: { message: "Account updated" } },
  });
  return { ...api, ...renderApp(`/dashboard/volunteers/directory${search}`) };
};

const findRow = async (name: string) =>
  within((await screen.findByText(name)).closest<HTMLElement>("tr") ?? document.body);

beforeEach(() => logInAsAdmin());

describe("the volunteer directory", () => {
  test("leads to people who may be in it twice, and to their logins", async () => {
    const pair = { reason: "phone", kept: aVolunteerMergeSide(), merged: aVolunteerMergeSide() };
    openPage("", [pair, pair]);
    const findHref = async (name: string) =>
      (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await findHref("2 possible duplicates")).toBe("/dashboard/volunteers/duplicates");
    expect(await findHref("Volunteer Accounts")).toBe("/dashboard/settings/volunteer-accounts");
  });

  test("AVOL-11: lists volunteers with their hours and packages", async () => {
    openPage();
    const row = await findRow("Grace Turner");
    for (const text of [
      "grace@example.org",
      "Fort Worth, TX",
      "Weekday evenings",
      "42.5",
      "1,200",
      "Mar 2, 2026",
      "Active",
    ]) {
      expect(row.getByText(text), text).toBeTruthy();
    }
    const readLocation = async (name: string) =>
      (await findRow(name)).getAllByRole("cell")[3]?.textContent;
    expect(await readLocation("Ruth Okafor")).toBe("–");
    expect(
      (await findRow("Olive Owner")).getByText("Hasn't set up their account yet"),
    ).toBeTruthy();
    const rowWithoutAccount = await findRow("Gone Away");
    expect(rowWithoutAccount.getByText("No login")).toBeTruthy();
    expect(rowWithoutAccount.queryByRole("button", { name: /able/ })).toBeNull();
  });

  test("links each name to the volunteer's page", async () => {
    openPage();
    const link = await screen.findByRole("link", { name: "Grace Turner" });
    expect(link.getAttribute("href")).toBe(`/dashboard/volunteers/people/${activeVolunteer.id}`);
  });

  test("AVOL-11: sorts, filters, and exports on the server", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:it");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { user, callsOf } = openPage("?isActive=true&q=grace");
    await screen.findByText("Grace Turner");
    const status = within(screen.getByLabelText("Status"));
    expect(status.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "All",
      "Active",
      "Disabled or inactive",
    ]);
    await user.click(screen.getByRole("button", { name: "Hours" }));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("button", { name: "Download" }));
    const query = "isActive=true&search=grace&sort=-totalHours";
    await waitFor(() =>
      expect(callsOf("GET /api/volunteers/export").map(({ url }) => url)).toEqual([
        `/api/volunteers/export?${query}`,
      ]),
    );
    expect(callsOf("GET /api/volunteers").map(({ url }) => url)).toContain(
      `/api/volunteers?${query}&limit=20&offset=0`,
    );
  });

  test("sorts by the packages that volunteers packed", async () => {
    const { user, callsOf } = openPage();
    await user.click(await screen.findByRole("button", { name: "Packed" }));
    const query = "/api/volunteers?sort=-packagesHelped&limit=20&offset=0";
    await waitFor(() =>
      expect(callsOf("GET /api/volunteers").map(({ url }) => url)).toContain(query),
    );
  });

  test("asks before disabling a login and enables it without asking", async () => {
    const { user, pressInMenu, callsOf } = openPage();
    await pressInMenu("Grace Turner", "Disable Grace Turner");
    await screen.findByRole("dialog", { name: "Disable Grace Turner's account?" });
    await user.click(screen.getByRole("button", { name: "Disable account" }));
    expect(await screen.findByText("Account Updated")).toBeTruthy();
    await pressInMenu("Ruth Okafor", "Enable Ruth Okafor");
    const readCalls = () => callsOf("PUT /api/volunteer-accounts/:id/toggle-status");
    await waitFor(() => expect(readCalls()).toHaveLength(2));
    expect(readCalls().map(({ url, body }) => [url.split("/")[3], body])).toEqual([
      [activeVolunteer.accountId, { isActive: false }],
      [disabledVolunteer.accountId, { isActive: true }],
    ]);
  });

  test("asks before it makes someone without a login inactive, and makes them active without asking", async () => {
    const { user, pressInMenu, callsOf } = openPage();
    await pressInMenu("Gone Away", "Make inactive: Gone Away");
    const dialog = within(await screen.findByRole("dialog", { name: "Make Gone Away inactive?" }));
    await user.click(dialog.getByLabelText("Email everyone whose shifts change"));
    await user.click(dialog.getByRole("button", { name: "Make inactive" }));
    expect(await screen.findByText("Gone Away is inactive")).toBeTruthy();
    expect((await findRow("Long Gone")).getByText("Inactive")).toBeTruthy();
    await pressInMenu("Long Gone", "Make active: Long Gone");
    expect(await screen.findByText("Long Gone is active")).toBeTruthy();
    expect(
      callsOf("PUT /api/volunteers/:id").map(({ url, body }) => [url.split("/")[3], body]),
    ).toEqual([
      [volunteerWithoutAccount.id, { isActive: false, sendsEmail: false }],
      [inactiveVolunteer.id, { isActive: true }],
    ]);
  });
});
