import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const UPDATED_AT = "2026-11-20T15:00:00.000Z";
const CONTACT = {
  organizationName: "Boxes for Heroes",
  taxId: "12-3456789",
  address: "1 Main Street",
  phone: "(817) 555-0101",
  email: "hello@example.org",
  updatedAt: UPDATED_AT,
};
const HERO = {
  headline: "A box from home",
  coreMessage: "Packed by hand.",
  imageUrl: null,
  imageAlt: null,
  updatedAt: UPDATED_AT,
};
type SaveRoute =
  | "POST /api/update-contact"
  | "POST /api/update-hero-section"
  | "POST /api/care-package-goal";

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const openPage = (
  overrides: Partial<Record<SaveRoute, FakeResponse>> = {},
  goal = 500,
  search = "",
  reads: Parameters<typeof fakeApi>[0] = {},
) => {
  const storedRecords = {
    contact: CONTACT,
    hero: HERO,
    goal: { monthlyGoal: goal, updatedAt: UPDATED_AT },
  };
  const saveHandler = (route: SaveRoute, name: keyof typeof storedRecords) => ({
    [route]: ({ body }: FakeCall) => {
      if (overrides[route]) return overrides[route];
      const updatedRecord = {
        ...storedRecords[name],
        ...(body as object),
        updatedAt: UPDATED_AT,
      };
      Object.assign(storedRecords, { [name]: updatedRecord });
      return { body: updatedRecord };
    },
  });
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/contact-info": () => ({ body: storedRecords.contact }),
    "GET /api/hero-section": () => ({ body: storedRecords.hero }),
    "GET /api/care-package-goal": () => ({ body: storedRecords.goal }),
    "GET /api/financial-reports": pagesOf([]),
    "GET /api/section/about": {
      body: {
        header: "Why",
        content: "So.",
        imageUrl: null,
        imageAlt: null,
        updatedAt: UPDATED_AT,
      },
    },
    "GET /api/about-items": { body: [] },
    "GET /api/sections": { status: 503 },
    "GET /api/uploads/missing": { status: 503 },
    "GET /api/children-letters": { body: [] },
    "GET /api/team-members": { body: [] },
    ...saveHandler("POST /api/update-contact", "contact"),
    ...saveHandler("POST /api/update-hero-section", "hero"),
    ...saveHandler("POST /api/care-package-goal", "goal"),
    ...reads,
  });
  const view = renderApp(`/dashboard/content${search}`);
  const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    findField,
  };
};

beforeEach(() => logInAsAdmin());

test("ACONT-01, ACONT-02, ACONT-03, ACONT-04, ACONT-05, ACONT-06, ACONT-07, ACONT-08: the panels of the Content section open and close", async () => {
  const { user } = openPage();
  const panels = [
    "Organization Information",
    "Hero Section",
    "Care Package Goal",
    "Privacy Policy",
    "Terms",
    "Financial Reports",
    "About Management",
    "Pictures",
    "Children's Letters",
    "Who We Are",
  ];
  const headings = await screen.findAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(panels);
  for (const heading of headings) {
    const panel = heading.closest("details")!;
    const isOpen = panel.open;
    await user.click(heading);
    expect(panel.open).toBe(!isOpen);
  }
});

test("a link opens the panel that its URL names, but not the other closed panels", async () => {
  openPage({}, 500, "?panel=letters");
  const findPanel = async (name: string) =>
    (await screen.findByRole("heading", { level: 2, name })).closest("details")!;
  expect((await findPanel("Children's Letters")).open).toBe(true);
  expect(await screen.findByText("No letters yet")).toBeTruthy();
  expect((await findPanel("Pictures")).open).toBe(false);
});

describe("Organization Information", () => {
  test("ACONT-09, ACONT-10: shows the stored values, sends only the changes, and refetches", async () => {
    const { press, type, findField, callsOf } = openPage();
    for (const [label, value] of [
      ["Organization name", CONTACT.organizationName],
      ["Tax ID (EIN)", CONTACT.taxId],
      ["Address", CONTACT.address],
      ["Phone", CONTACT.phone],
      ["Email", CONTACT.email],
    ] as const) {
      expect((await findField(label)).value).toBe(value);
    }
    await type("Phone", "(817) 555-0199");
    await press("Update contact information");
    expect(await screen.findByText("The contact information was updated")).toBeTruthy();
    expect(callsOf("POST /api/update-contact")[0]?.body).toEqual({
      phone: "(817) 555-0199",
      updatedAt: UPDATED_AT,
    });
    await waitFor(() => expect(callsOf("GET /api/contact-info")).toHaveLength(2));
    expect((await findField("Phone")).value).toBe("(817) 555-0199");
  });

  test("a second save is based on the version that the first one created", async () => {
    let version = 1;
    let contact = { ...CONTACT, updatedAt: `2026-11-20T15:00:0${version}.000Z` };
    // A save also waits for these requests, which take much longer than refetching the record.
    const slowRequests: (() => void)[] = [];
    const { press, type, findField, callsOf } = openPage({}, 500, "", {
      "GET /api/contact-info": () => ({ body: contact }),
      "GET /api/admin/overview": () =>
        new Promise((resolve) => slowRequests.push(() => resolve({ status: 503 }))),
      "GET /api/home": () =>
        new Promise((resolve) => slowRequests.push(() => resolve({ status: 503 }))),
      "POST /api/update-contact": ({ body }) => {
        const { updatedAt, ...changes } = body as { updatedAt: string };
        if (updatedAt !== contact.updatedAt) return { status: 409, body: { message: "Stale." } };
        version += 1;
        contact = { ...contact, ...changes, updatedAt: `2026-11-20T15:00:0${version}.000Z` };
        return { body: contact };
      },
    });
    for (const phone of ["(817) 555-0191", "(817) 555-0192"]) {
      await type("Phone", phone);
      await press("Update contact information");
      await waitFor(() => expect(contact.phone).toBe(phone));
      await waitFor(() => expect(callsOf("GET /api/contact-info")).toHaveLength(version));
      await act(async () => {
        for (const finish of slowRequests.splice(0)) finish();
      });
      await waitFor(() => expect(screen.queryAllByRole("button", { busy: true })).toEqual([]));
      expect((await findField("Phone")).value).toBe(phone);
      expect(screen.queryByText("We restored what you typed earlier.")).toBeNull();
    }
    expect(callsOf("POST /api/update-contact").map(({ body }) => body)).toEqual([
      { phone: "(817) 555-0191", updatedAt: "2026-11-20T15:00:01.000Z" },
      { phone: "(817) 555-0192", updatedAt: "2026-11-20T15:00:02.000Z" },
    ]);
  });

  test("ACONT-11: shows an error and keeps what was typed when saving fails", async () => {
    const { press, type, findField } = openPage({ "POST /api/update-contact": { status: 503 } });
    await type("Phone", "(817) 555-0199");
    await press("Update contact information");
    expect(await screen.findByText("Update Error")).toBeTruthy();
    expect(
      screen.getByText("Failed to update contact information. Please try again."),
    ).toBeTruthy();
    expect((await findField("Phone")).value).toBe("(817) 555-0199");
    expectLogged("Update contact information failed");
  });
});

describe("Hero Section", () => {
  test("ACONT-13, ACONT-14: shows the stored values and sends only the changes", async () => {
    const { press, type, findField, callsOf } = openPage();
    expect((await findField("Core message")).value).toBe(HERO.coreMessage);
    await type("Headline", "A box from all of us");
    await press("Update hero section");
    expect(await screen.findByText("The hero section was updated")).toBeTruthy();
    expect(callsOf("POST /api/update-hero-section")[0]?.body).toEqual({
      headline: "A box from all of us",
      updatedAt: UPDATED_AT,
    });
  });

  test.each(["Headline", "Core message"])("ACONT-12: requires the %s field", async (label) => {
    const { press, type, findField, callsOf } = openPage();
    await type(label, "");
    await press("Update hero section");
    await waitFor(async () =>
      expect((await findField(label)).getAttribute("aria-invalid")).toBe("true"),
    );
    expect(callsOf("POST /api/update-hero-section")).toEqual([]);
  });

  test("ACONT-15: shows an error when saving fails", async () => {
    const { press, type } = openPage({ "POST /api/update-hero-section": { status: 503 } });
    await type("Headline", "A box");
    await press("Update hero section");
    expect(await screen.findByText("Update Error")).toBeTruthy();
    expect(screen.getByText("Failed to update hero section. Please try again.")).toBeTruthy();
    expectLogged("Update hero section failed");
  });
});

describe("on a new site, where no one has saved these records yet", () => {
  const openNewSite = () =>
    openPage({}, 500, "", {
      "GET /api/contact-info": { status: 404 },
      "GET /api/hero-section": { status: 404 },
    });

  test("Organization Information is empty, requires every field, and is saved as a whole", async () => {
    const { press, type, findField, callsOf } = openNewSite();
    expect((await findField("Organization name")).value).toBe("");
    await press("Update contact information");
    await waitFor(async () =>
      expect((await findField("Phone")).getAttribute("aria-invalid")).toBe("true"),
    );
    expect(callsOf("POST /api/update-contact")).toEqual([]);
    const { updatedAt: _, ...values } = CONTACT;
    await type("Organization name", values.organizationName);
    await type("Tax ID (EIN)", values.taxId);
    await type("Address", values.address);
    await type("Phone", values.phone);
    await type("Email", values.email);
    await press("Update contact information");
    expect(await screen.findByText("The contact information was updated")).toBeTruthy();
    expect(callsOf("POST /api/update-contact")[0]?.body).toEqual({ ...values, updatedAt: null });
  });

  test("Hero Section is empty and is saved as a whole", async () => {
    const { press, type, callsOf } = openNewSite();
    await type("Headline", HERO.headline);
    await type("Core message", HERO.coreMessage);
    await press("Update hero section");
    expect(await screen.findByText("The hero section was updated")).toBeTruthy();
    expect(callsOf("POST /api/update-hero-section")[0]?.body).toEqual({
      headline: HERO.headline,
      coreMessage: HERO.coreMessage,
      updatedAt: null,
    });
  });
});

describe("Care Package Goal", () => {
  const GOAL_LABEL = "Packages per month";
  const isButtonDisabled = async () => {
    const button = await screen.findByRole("button", { name: "Update care package goal" });
    return button.getAttribute("aria-disabled") === "true";
  };

  test("ACONT-16, ACONT-18, ACONT-20, ACONT-21: shows the stored goal and can be submitted only after a change", async () => {
    const { press, type, findField, callsOf } = openPage();
    expect((await findField(GOAL_LABEL)).value).toBe("500");
    expect(await isButtonDisabled()).toBe(true);
    await press("Update care package goal");
    expect(await screen.findByText("Nothing to save yet")).toBeTruthy();
    expect(callsOf("POST /api/care-package-goal")).toEqual([]);
    await type(GOAL_LABEL, "600");
    expect(await isButtonDisabled()).toBe(false);
    await type(GOAL_LABEL, "500");
    expect(await isButtonDisabled()).toBe(true);
    await type(GOAL_LABEL, "600");
    await press("Update care package goal");
    expect(await screen.findByText("The care package goal was updated")).toBeTruthy();
    expect(callsOf("POST /api/care-package-goal")[0]?.body).toEqual({
      monthlyGoal: 600,
      updatedAt: UPDATED_AT,
    });
    await waitFor(async () => expect(await isButtonDisabled()).toBe(true));
    expect((await findField(GOAL_LABEL)).value).toBe("600");
  });

  test.each(["", "0", "-3", "many", "1.5"])(
    "ACONT-17: rejects “%s” and sends nothing",
    async (enteredGoal) => {
      const { press, type, callsOf } = openPage();
      await type(GOAL_LABEL, enteredGoal);
      await press("Update care package goal");
      expect(await screen.findByText("Invalid Goal")).toBeTruthy();
      expect(screen.getByText("Please enter a valid goal number (minimum 1).")).toBeTruthy();
      expect(callsOf("POST /api/care-package-goal")).toEqual([]);
    },
  );

  test("ACONT-19: previews the number of families, a tenth of the goal rounded down, while typing", async () => {
    const { type } = openPage({}, 617);
    const form = within(await screen.findByRole("form", { name: "Update care package goal" }));
    expect(form.getByRole("status").textContent).toBe(
      "Preview: 617 packages help about 61 families.",
    );
    await type(GOAL_LABEL, "1239");
    expect(form.getByRole("status").textContent).toBe(
      "Preview: 1,239 packages help about 123 families.",
    );
  });

  test("ACONT-22: shows an error and keeps what was typed when saving fails", async () => {
    const { press, type, findField } = openPage({ "POST /api/care-package-goal": { status: 503 } });
    await type(GOAL_LABEL, "600");
    await press("Update care package goal");
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Failed to update care package goal. Please try again.")).toBeTruthy();
    expect((await findField(GOAL_LABEL)).value).toBe("600");
    expectLogged("Update care package goal failed");
  });
});
