import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aDonorRecord } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const phone = {
  id: crypto.randomUUID(),
  field: "phone",
  value: "817 555 0100",
  replacedAt: "2026-11-03T15:00:00Z",
  replacedBy: "treasurer",
} as const;
const address = {
  ...phone,
  id: crypto.randomUUID(),
  field: "address",
  value: "1 Main Street\nAustin, TX 78701",
} as const;
const undoableMerge = {
  id: crypto.randomUUID(),
  mergedId: crypto.randomUUID(),
  mergedName: "Anna Lee",
  donationCount: 2,
  mergedBy: "admin",
  mergedAt: "2026-11-01T15:00:00Z",
  undoUntil: "2026-12-01T15:00:00Z",
  undoneBy: null,
  undoneAt: null,
  isPermanent: false,
};
const donor = aDonorRecord({
  id: ID,
  firstName: "Ann",
  lastName: "Lee",
  formerDetails: [phone, address],
});

const visit = async (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({ ...donorPageReads(donor), ...overrides });
  const view = renderApp(`/dashboard/donations/donors/${ID}`);
  await screen.findByRole("heading", { level: 1, name: "Ann Lee" });
  return { ...api, ...view };
};

const contact = () => screen.getByRole("region", { name: "Contact" });
const pressErase = async ({ user }: Awaited<ReturnType<typeof visit>>) => {
  await user.click(within(contact()).getByText("Former details (2)"));
  await user.click(within(contact()).getByRole("button", { name: "Erase former details" }));
  return within(await screen.findByRole("dialog"));
};

beforeEach(() => logInAsAdmin());

describe("a donor's former details", () => {
  test("are collapsed, and show each old value, who changed it and when", async () => {
    const { user } = await visit();
    const details = within(contact()).getByText("Former details (2)").closest("details")!;
    expect(details.open).toBe(false);
    await user.click(within(details).getByText("Former details (2)"));
    expect(details.open).toBe(true);
    expect(details.querySelector("dl")?.textContent).toBe(
      "Phone817 555 0100Changed by treasurer on Nov 3, 2026" +
        "Address1 Main Street\nAustin, TX 78701Changed by treasurer on Nov 3, 2026",
    );
  });

  test("aren't mentioned if nothing was corrected", async () => {
    await visit({ "GET /api/donors/:id": { body: { ...donor, formerDetails: [] } } });
    expect(screen.queryByText(/Former details/)).toBeNull();
  });

  test("are erased after a confirmation that says what will be erased, and the focus stays in the section", async () => {
    const bodies = [donor];
    const view = await visit({
      "GET /api/donors/:id": () => ({ body: bodies.shift() ?? { ...donor, formerDetails: [] } }),
      "DELETE /api/donors/:id/former-details": { body: { ...donor, formerDetails: [] } },
    });
    const dialog = await pressErase(view);
    expect(dialog.getByText(/address of Ann Lee will be gone for good/)).toBeTruthy();
    expect(dialog.queryByText(/make the merge permanent/)).toBeNull();
    await view.user.click(dialog.getByRole("button", { name: "Erase former details" }));
    expect(await screen.findByText("The former details were erased")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/Former details \(/)).toBeNull());
    expect(document.activeElement).toBe(contact());
    expect(view.callsOf("DELETE /api/donors/:id/former-details")[0]?.url).toContain(ID);
  });

  test("are still shown, and are reloaded, if erasing them fails", async () => {
    const view = await visit({
      "DELETE /api/donors/:id/former-details": {
        status: 503,
        body: { message: "Please try again.", code: "unavailable" },
      },
    });
    const dialog = await pressErase(view);
    await view.user.click(dialog.getByRole("button", { name: "Erase former details" }));
    expect(await screen.findByText("Please try again.")).toBeTruthy();
    await waitFor(() => expect(view.callsOf("GET /api/donors/:id")).toHaveLength(2));
    expect(within(contact()).getByText("817 555 0100")).toBeTruthy();
    expectLogged("Former details could not be erased");
  });

  test("are kept by a merge that can be undone, and the confirmation says so", async () => {
    const view = await visit({
      "GET /api/donors/:id": { body: { ...donor, merges: [undoableMerge] } },
    });
    const dialog = await pressErase(view);
    expect(dialog.getByText(/make the merge permanent/)).toBeTruthy();
    await view.user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(view.callsOf("DELETE /api/donors/:id/former-details")).toHaveLength(0);
  });
});
