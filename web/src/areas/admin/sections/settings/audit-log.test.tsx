import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId } from "#testing/builders.ts";
import { auditEntry } from "#testing/settings-builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const juneAdministrator = { id: anId(), username: "june" };
const priceChange = auditEntry({
  actorId: juneAdministrator.id,
  actorName: "june",
  before: { id: "1", package_price: 50, x_url: null, updated_at: "a" },
  after: { id: "1", package_price: 55, x_url: "https://x.example.org", updated_at: "b" },
});
const applicationReview = auditEntry({
  tableName: "volunteer_applications",
  before: { status: "pending", first_name: "erased", reviewed_by: null, phone: null },
  after: {
    status: "approved",
    first_name: "erased",
    reviewed_by: juneAdministrator.id,
    phone: "erased",
  },
});

const june = { actorId: juneAdministrator.id, actorName: "june" };

const openPage = (rows: readonly object[] = [priceChange, applicationReview], search = "") => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/audit-log/filters": {
      body: {
        tableNames: ["settings", "volunteer_applications"],
        actors: [juneAdministrator],
      },
    },
    "GET /api/audit-log": pagesOf(rows),
  });
  const view = renderApp(`/dashboard/settings/audit-log${search}`);
  const readLastQuery = () =>
    new URL(api.callsOf("GET /api/audit-log").at(-1)?.url ?? "", "http://x.test").searchParams;
  return { ...api, ...view, readLastQuery };
};
const findRow = async (text: string) => within((await screen.findByText(text)).closest("tr")!);

beforeEach(() => logInAsAdmin());

describe("the audit log", () => {
  test("leaves out what the site does by itself, until it is asked for", async () => {
    const { user, readLastQuery } = openPage();
    await findRow("june changed the settings");
    expect(readLastQuery().get("by")).toBe("people");
    const makers = screen.getByRole("combobox", { name: "Made by" });
    const options = within(makers)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(options).toEqual(["People", "The site itself", "Anyone"]);
    await user.selectOptions(makers, "Anyone");
    await waitFor(() => expect(readLastQuery().get("by")).toBe("all"));
  });

  test("threat 41: shows who changed what, with old and new values of only the changed fields", async () => {
    const { user } = openPage();
    const row = await findRow("june changed the settings");
    expect(row.getByText("june")).toBeTruthy();
    await user.click(row.getByText("Package price, X url"));
    const definitions = row.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(definitions).toEqual([
      "Before: 50",
      "After: 55",
      "Before: empty",
      "After: https://x.example.org",
    ]);
  });

  test("threat 48: shows erased values as erased, and administrators by name instead of id", async () => {
    const { user } = openPage();
    const row = await findRow("admin changed someone's application");
    await user.click(row.getByText("Status, Reviewed by, Phone"));
    const definitions = row.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(definitions).toContain("After: june");
    expect(row.getByText("erased")).toBeTruthy();
    expect(row.queryByText(juneAdministrator.id)).toBeNull();
  });

  test.each([
    [
      { tableName: "volunteer_applications", personName: "Vera Visser" },
      "Vera Visser applied to volunteer",
    ],
    [{ tableName: "volunteer_applications" }, "Someone applied to volunteer"],
    [{ tableName: "email_outbox", action: "update" }, "The site changed an email"],
    [
      { tableName: "events", action: "delete", before: { event_type: "Food Drive" }, ...june },
      "june deleted the event “Food Drive”",
    ],
    [
      { tableName: "donors", action: "update", personName: "Ann Lee", ...june },
      "june changed Ann Lee's donor record",
    ],
    [{ tableName: "donors", action: "update", ...june }, "june changed someone's donor record"],
    [
      { tableName: "volunteer_event_registrations", personName: "Ann Lee", ...june },
      "june added Ann Lee's sign-up for an event",
    ],
  ] as const)("tells an entry in a sentence (%#)", async (entry, sentence) => {
    const bySite = { actorId: null, actorName: "service_role", action: "insert" } as const;
    openPage([auditEntry({ ...bySite, ...entry })]);
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test("says so if the log keeps none of the details that were changed", async () => {
    openPage([
      auditEntry({
        tableName: "locations",
        before: { address: "erased" },
        after: { address: "erased" },
      }),
    ]);
    expect(await screen.findByText("The log doesn't keep these details.")).toBeTruthy();
  });

  test("offers only the record types and people in the administrator's areas", async () => {
    logInAsAdmin(1, ["settings"]);
    openPage([priceChange]);
    await screen.findByText("june changed the settings");
    const readOptions = async (label: string) =>
      within(await screen.findByLabelText(label))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    await waitFor(async () =>
      expect((await readOptions("Record type")).slice(1)).toEqual([
        "Settings",
        "Volunteer applications",
      ]),
    );
    expect((await readOptions("Who")).slice(1)).toEqual(["june"]);
  });

  test("filters by record type, action, and administrator", async () => {
    const { user, readLastQuery } = openPage();
    await screen.findByText("june changed the settings");
    await user.selectOptions(screen.getByLabelText("Record type"), "Settings");
    await user.selectOptions(screen.getByLabelText("Action"), "Changed");
    await user.selectOptions(screen.getByLabelText("Who"), "june");
    const expected = { tableName: "settings", action: "update", actorId: juneAdministrator.id };
    await waitFor(() => expect(Object.fromEntries(readLastQuery())).toMatchObject(expected));
  });

  test("opens a filtered list from a link", async () => {
    const { readLastQuery } = openPage([priceChange], "?tableName=settings&from=2026-11-01&q=june");
    await screen.findByText("june changed the settings");
    const expected = { tableName: "settings", from: "2026-11-01", search: "june" };
    expect(Object.fromEntries(readLastQuery())).toMatchObject(expected);
    expect(screen.getByRole("button", { name: "Export" })).toBeTruthy();
  });

  test("shows an empty state if there are no entries", async () => {
    openPage([]);
    expect(await screen.findByText("No entries yet")).toBeTruthy();
  });
});
