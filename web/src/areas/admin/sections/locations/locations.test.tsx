import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { MILITARY_BRANCHES } from "#contracts/choices.ts";
import { aLocation, anId } from "#testing/builders.ts";
import { waitForAssertion, advanceTime, stopClock } from "#testing/clock.ts";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const readinessCenter = aLocation({ name: "Readiness Center", city: "Killeen", state: "TX" });
const supportAnnex = aLocation({ name: "Support Annex", city: null, state: null });

const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}, search = "") => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/locations": pagesOf([readinessCenter, supportAnnex]),
    "POST /api/locations": ({ body }: FakeCall) => ({ body: aLocation(body as object) }),
    "PUT /api/locations/:id": ({ body }: FakeCall) => ({
      body: { ...readinessCenter, ...(body as object) },
    }),
    "DELETE /api/locations/:id": { body: { message: "Location deleted" } },
    "GET /api/zip-lookup/:zip": { body: { city: "Fort Worth", state: "TX" } },
    "GET /api/zip-lookup": { body: { isKnown: true } },
    ...overrides,
  });
  const view = renderApp(`/dashboard/locations${search}`);
  const getField = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    getField,
  };
};

beforeEach(() => logInAsAdmin());

describe("the list of locations", () => {
  test("LOC-02, LOC-10: shows each location's name and place, sorted by name", async () => {
    const { callsOf } = openPage();
    const table = await screen.findByRole("table", { name: "locations" });
    const row = within((await within(table).findByText("Readiness Center")).closest("tr")!);
    // Edit and Delete are in the menu.
    expect(row.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
      "Log delivery to Readiness Center",
      "More for Readiness Center",
    ]);
    expect(within(table).getByText("Killeen, TX")).toBeTruthy();
    expect(callsOf("GET /api/locations")[0]?.url).toBe(
      "/api/locations?sort=name&limit=20&offset=0",
    );
  });

  test("reads search, order, and page from the URL", async () => {
    const { callsOf } = openPage({}, "?q=annex&sort=-city&page=2");
    await screen.findByRole("table", { name: "locations" });
    await waitFor(() =>
      expect(callsOf("GET /api/locations")[0]?.url).toBe(
        "/api/locations?search=annex&sort=-city&limit=20&offset=20",
      ),
    );
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("annex");
  });
});

describe("the form for adding a location", () => {
  test("LOC-01, LOC-11: sends the new location and refetches the list", async () => {
    const { callsOf, press, type, user, getField, currentPath } = openPage();
    await press("Add location");
    await type(/^Location name/, " Pier 7 ");
    await type(/^Contact person/, "Sgt. Cole");
    await type(/^Address/, "7 Dock Road");
    await user.selectOptions(getField(/^Branch/), "Navy");
    await press("Add location");
    expect(await screen.findByText("The location was added")).toBeTruthy();
    expect(callsOf("POST /api/locations")[0]?.body).toEqual({
      name: "Pier 7",
      contactPersonName: "Sgt. Cole",
      militaryBranch: "Navy",
      address: "7 Dock Road",
      zipCode: null,
      city: null,
      state: null,
      description: null,
      isActive: true,
    });
    await waitFor(() => expect(callsOf("GET /api/locations")).toHaveLength(2));
    await waitFor(() => expect(currentPath()).toBe("/dashboard/locations"));
  });

  test("LOC-06: sends nothing without a name and an address", async () => {
    const { callsOf, press, getField } = openPage();
    await press("Add location");
    await press("Add location");
    expect(await screen.findByText("Missing Information")).toBeTruthy();
    expect(screen.getByText("Please fill in location name and address.")).toBeTruthy();
    expect(getField(/^Location name/).getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(getField(/^Location name/));
    expect(callsOf("POST /api/locations")).toEqual([]);
  });

  test("LOC-05, LOC-07, LOC-08: offers eight branches, limits the ZIP code to ten characters, and requires a contact", async () => {
    const { press, getField } = openPage();
    await press("Add location");
    const options = within(getField(/^Branch/)).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Please choose",
      ...MILITARY_BRANCHES,
    ]);
    expect(getField(/^ZIP code/).maxLength).toBe(10);
    expect(getField(/^Contact person/).getAttribute("aria-required")).toBe("true");
    expect(getField(/^City/).getAttribute("aria-required")).toBeNull();
  });

  test("LOC-04, NOTE-16: fills in city and state from a known ZIP code and leaves them to be typed for an unknown one", async () => {
    const { press, type, getField } = openPage({
      "GET /api/zip-lookup/:zip": ({ url }: FakeCall) =>
        url.endsWith("76102") ? { body: { city: "Fort Worth", state: "TX" } } : { status: 404 },
    });
    await press("Add location");
    await type(/^ZIP code/, "76102");
    await waitFor(() => expect(getField(/^City/).value).toBe("Fort Worth"));
    expect(getField(/^State/).value).toBe("TX");
    await type(/^ZIP code/, "00000");
    expect(await screen.findByText(/We couldn't find a city for this ZIP code/)).toBeTruthy();
    await type(/^City/, "Camp Ada");
    expect(getField(/^City/).value).toBe("Camp Ada");
    expectLogged("ZIP lookup failed");
  });

  test("LOC-04, NOTE-14, NOTE-15: clears city and state while a ZIP code is typed and looks it up 500 ms after the last keystroke", async () => {
    stopClock();
    const { press, type, getField, user, callsOf } = openPage();
    await waitForAssertion(() => screen.getByRole("button", { name: "Add location" }));
    await press("Add location");
    await type(/^ZIP code/, "76102");
    await advanceTime(499);
    expect(callsOf("GET /api/zip-lookup/:zip")).toHaveLength(0);
    await advanceTime(1);
    expect(callsOf("GET /api/zip-lookup/:zip")).toHaveLength(1);
    expect(getField(/^City/).value).toBe("Fort Worth");
    await user.type(getField(/^ZIP code/), "{Backspace}");
    expect(getField(/^City/).value).toBe("");
    expect(getField(/^State/).value).toBe("");
  });

  test.each([
    [503, undefined, "Failed to add location"],
    [
      409,
      { message: "This has changed since you opened it." },
      "This has changed since you opened it.",
    ],
  ])(
    "LOC-14: shows an error and keeps what was typed when the server responds with %s",
    async (status, body, text) => {
      const { press, type, getField } = openPage({ "POST /api/locations": { status, body } });
      await press("Add location");
      await type(/^Location name/, "Pier 7");
      await type(/^Contact person/, "Sgt. Cole");
      await type(/^Address/, "7 Dock Road");
      await press("Add location");
      expect(await screen.findByText("Add Failed")).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      expect(getField(/^Location name/).value).toBe("Pier 7");
      expectLogged("Add location failed");
    },
  );

  test("shows the server's error about a field as the field's description", async () => {
    const issues = [{ path: "address", message: "Use at most 300 characters." }];
    const { press, type, getField } = openPage({
      "POST /api/locations": { status: 400, body: { message: "Please check.", issues } },
    });
    await press("Add location");
    await type(/^Location name/, "Pier 7");
    await type(/^Contact person/, "Sgt. Cole");
    await type(/^Address/, "7 Dock Road");
    await press("Add location");
    const lengthError = await screen.findByText("Use at most 300 characters.");
    expect(getField(/^Address/).getAttribute("aria-describedby")).toBe(lengthError.id);
    await waitFor(() => expect(document.activeElement).toBe(getField(/^Address/)));
    expectLogged("Add location failed");
  });
});

describe("editing a location", () => {
  test("LOC-12: sends only the changes", async () => {
    const { callsOf, press, pressInMenu, type } = openPage();
    await pressInMenu("Readiness Center", "Edit Readiness Center");
    await type(/^City/, "Belton");
    await press("Save location");
    expect(await screen.findByText("The location was saved")).toBeTruthy();
    expect(callsOf("PUT /api/locations/:id")[0]).toMatchObject({
      url: `/api/locations/${readinessCenter.id}`,
      body: { city: "Belton" },
    });
  });

  test("LOC-03: closes another location's open form", async () => {
    const { pressInMenu } = openPage();
    await pressInMenu("Readiness Center", "Edit Readiness Center");
    await pressInMenu("Support Annex", "Edit Support Annex");
    expect(screen.getAllByRole("form")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "More for Readiness Center" })).toBeTruthy();
  });

  test("LOC-06: rejects an empty name", async () => {
    const { callsOf, press, pressInMenu, retype, getField } = openPage();
    await pressInMenu("Readiness Center", "Edit Readiness Center");
    await retype(getField(/^Location name/), "");
    await press("Save location");
    expect(await screen.findByText("Please fill in location name and address.")).toBeTruthy();
    expect(callsOf("PUT /api/locations/:id")).toEqual([]);
  });

  test("LOC-15: shows an error when saving fails", async () => {
    const { press, pressInMenu, type } = openPage({ "PUT /api/locations/:id": { status: 503 } });
    await pressInMenu("Readiness Center", "Edit Readiness Center");
    await type(/^City/, "Belton");
    await press("Save location");
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Failed to update location")).toBeTruthy();
    expectLogged("Save location failed");
  });

  test("restores what was typed after a reload, until it is discarded", async () => {
    const firstPage = openPage();
    await firstPage.pressInMenu("Readiness Center", "Edit Readiness Center");
    await firstPage.type(/^City/, "Belton");
    const search = firstPage.currentPath()?.replace("/dashboard/locations", "");
    firstPage.unmount();

    const secondPage = openPage({}, search);
    expect(await screen.findByText("We restored what you typed earlier.")).toBeTruthy();
    expect(secondPage.getField(/^City/).value).toBe("Belton");
    await secondPage.press("Cancel");
    await secondPage.press("Discard");
    await secondPage.pressInMenu("Readiness Center", "Edit Readiness Center");
    expect((await screen.findByLabelText<HTMLInputElement>(/^City/)).value).toBe("Killeen");
  });
});

describe("deleting a location", () => {
  test("LOC-09, LOC-13: asks for confirmation first", async () => {
    const { callsOf, press, pressInMenu } = openPage();
    await pressInMenu("Readiness Center", "Delete Readiness Center");
    expect(
      await screen.findByText(
        "Are you sure you want to delete this location? This action cannot be undone.",
      ),
    ).toBeTruthy();
    expect(callsOf("DELETE /api/locations/:id")).toEqual([]);
    await press("Delete location");
    expect(await screen.findByText("Readiness Center was deleted")).toBeTruthy();
    expect(callsOf("DELETE /api/locations/:id")[0]?.url).toBe(
      `/api/locations/${readinessCenter.id}?version=${encodeURIComponent(readinessCenter.updatedAt)}`,
    );
  });

  test("LOC-16: shows an error when deleting fails", async () => {
    const { press, pressInMenu } = openPage({ "DELETE /api/locations/:id": { status: 503 } });
    await pressInMenu("Readiness Center", "Delete Readiness Center");
    await press("Delete location");
    expect(await screen.findByText("Delete Failed")).toBeTruthy();
    expect(screen.getByText("Failed to delete location")).toBeTruthy();
    expectLogged("The location could not be deleted");
  });
});

test("logging a delivery fills in the location's city and state and sends its id", async () => {
  const { callsOf, press, type, user, getField } = openPage({
    "POST /api/package-deliveries": { status: 503 },
  });
  await press("Log delivery to Readiness Center");
  expect(getField(/^City/).value).toBe("Killeen");
  await type(/^Delivered on/, "2026-11-20");
  await user.selectOptions(getField(/^Program/), "Veterans");
  await type(/^Packages/, "24");
  await press("Add delivery");
  await waitFor(() =>
    expect(callsOf("POST /api/package-deliveries")[0]?.body).toEqual({
      deliveredOn: "2026-11-20",
      packages: 24,
      families: 0,
      veterans: 0,
      militaryBranch: "Army",
      program: "Veterans",
      city: "Killeen",
      state: "TX",
      region: null,
      notes: null,
      locationId: readinessCenter.id,
    }),
  );
  expectLogged("Add delivery failed");
});

test("threat 52: the list of deliveries says that visitors see only the state if a city is missing from the ZIP table", async () => {
  const coordinates = { latitude: 31.1, longitude: -97.7 };
  const deliveries = [
    { city: "Killeen", state: "TX", region: null, ...coordinates },
    { city: "Camp Zyx", state: "TX", region: null, latitude: null, longitude: null },
    { city: "APO", state: "AE", region: "Africa", latitude: null, longitude: null },
  ].map((place) => ({
    id: anId(),
    deliveredOn: "2026-10-05",
    locationId: null,
    locationName: null,
    militaryBranch: "Army",
    program: "Veterans",
    packages: 12,
    families: 0,
    veterans: 0,
    notes: null,
    createdAt: "2026-10-05T12:00:00Z",
    updatedAt: "2026-10-05T12:00:00Z",
    ...place,
  }));
  openPage({ "GET /api/package-deliveries": pagesOf(deliveries) }, "/deliveries");
  const badges = await screen.findAllByText(/^Only .+ is shown$/);
  expect(badges.map(({ textContent }) => textContent)).toEqual(["Only TX is shown"]);
});

describe("threat 45: the form for a delivery by military mail", () => {
  const queryRegionField = () => screen.queryByLabelText<HTMLSelectElement>(/^Region/);
  const fillIn = async ({ type, user, getField }: ReturnType<typeof openPage>) => {
    await type(/^Delivered on/, "2026-11-20");
    await user.selectOptions(getField(/^Program/), "Veterans");
    await type(/^Packages/, "24");
  };

  test("requires a region and says when the delivery becomes public", async () => {
    const view = openPage({ "POST /api/package-deliveries": { status: 503 } });
    const { callsOf, press, type, user } = view;
    await press("Log delivery to Readiness Center");
    await fillIn(view);
    expect(queryRegionField()).toBeNull();
    await type(/^City/, "APO");
    await type(/^State/, "ae");
    expect(queryRegionField()?.getAttribute("aria-required")).toBe("true");
    expect(
      screen.getByText(/^Military deliveries are published on the 15th of the following month/),
    ).toBeTruthy();
    await press("Add delivery");
    expect(await screen.findByText("Choose a region.")).toBeTruthy();
    expect(callsOf("POST /api/package-deliveries")).toEqual([]);
    await user.selectOptions(queryRegionField() as HTMLSelectElement, "the Middle East");
    await press("Add delivery");
    await waitFor(() =>
      expect(callsOf("POST /api/package-deliveries")[0]?.body).toMatchObject({
        city: "APO",
        state: "AE",
        region: "the Middle East",
      }),
    );
    expectLogged("Add delivery failed");
  });

  test("doesn't send a region after the place changes to a US state", async () => {
    const view = openPage({ "POST /api/package-deliveries": { status: 503 } });
    const { callsOf, press, type, user } = view;
    await press("Log delivery to Readiness Center");
    await fillIn(view);
    await type(/^State/, "AP");
    await user.selectOptions(queryRegionField() as HTMLSelectElement, "Africa");
    await type(/^State/, "TX");
    expect(queryRegionField()).toBeNull();
    await press("Add delivery");
    await waitFor(() =>
      expect(callsOf("POST /api/package-deliveries")[0]?.body).toMatchObject({ region: null }),
    );
    expectLogged("Add delivery failed");
  });

  test("requires a region for a military mail location whatever its city, and marks that location as hidden", async () => {
    const militaryMailLocation = aLocation({
      name: "Annex",
      city: "Testonia",
      state: "TX",
      isMilitaryMail: true,
    });
    const { press } = openPage({ "GET /api/locations": pagesOf([militaryMailLocation]) });
    await press("Log delivery to Annex");
    expect(queryRegionField()?.getAttribute("aria-required")).toBe("true");
    expect(screen.getByText("Hidden")).toBeTruthy();
    // All errors appear at once.
    await press("Add delivery");
    expect(await screen.findByText("Choose a region.")).toBeTruthy();
    expect(screen.getByText("Enter a date.")).toBeTruthy();
  });
});
