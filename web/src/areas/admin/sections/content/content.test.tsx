import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fakeApi, pagesOf, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const VERSION = "2026-11-20T15:00:00.000Z";
const CONTACT = {
  organizationName: "Boxes for Heroes",
  taxId: "12-3456789",
  address: "1 Main Street",
  phone: "(817) 555-0101",
  email: "hello@example.org",
  updatedAt: VERSION,
};
const HERO = {
  headline: "A box from home",
  coreMessage: "Packed by hand.",
  imageUrl: null,
  imageAlt: null,
  updatedAt: VERSION,
};
type SaveRoute =
  | "POST /api/update-contact"
  | "POST /api/update-hero-section"
  | "POST /api/care-package-goal";

/** Fakes a server that stores every write, unless `refusals` has a response for it. */
const openPage = (
  refusals: Partial<Record<SaveRoute, FakeAnswer>> = {},
  goal = 500,
  search = "",
) => {
  const stored = { contact: CONTACT, hero: HERO, goal: { monthlyGoal: goal, updatedAt: VERSION } };
  const saveHandler = (key: SaveRoute, name: keyof typeof stored) => ({
    [key]: ({ body }: FakeCall) => {
      if (refusals[key]) return refusals[key];
      const updated = { ...stored[name], ...(body as object) };
      Object.assign(stored, { [name]: updated });
      return { body: updated };
    },
  });
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/contact-info": () => ({ body: stored.contact }),
    "GET /api/hero-section": () => ({ body: stored.hero }),
    "GET /api/care-package-goal": () => ({ body: stored.goal }),
    "GET /api/financial-reports": pagesOf([]),
    "GET /api/section/about": {
      body: {
        header: "Why",
        content: "So.",
        imageUrl: null,
        imageAlt: null,
        updatedAt: VERSION,
      },
    },
    "GET /api/about-items": { body: [] },
    "GET /api/sections": { status: 503 },
    "GET /api/uploads/missing": { status: 503 },
    "GET /api/children-letters": { body: [] },
    ...saveHandler("POST /api/update-contact", "contact"),
    ...saveHandler("POST /api/update-hero-section", "hero"),
    ...saveHandler("POST /api/care-package-goal", "goal"),
  });
  const view = renderApp(`/dashboard/content${search}`);
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    field,
    press: async (name: string) => view.user.click(await screen.findByRole("button", { name })),
    type: async (label: string, text: string) => {
      await view.user.clear(await field(label));
      if (text !== "") await view.user.type(await field(label), text);
    },
  };
};

beforeEach(() => logInAsAdmin());

test("ACONT-01, ACONT-02, ACONT-03, ACONT-04, ACONT-05, ACONT-06, ACONT-07, ACONT-08: shows the collapsible panels", async () => {
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

test("a link opens only the panel it names", async () => {
  openPage({}, 500, "?panel=letters");
  const panelOf = async (name: string) =>
    (await screen.findByRole("heading", { level: 2, name })).closest("details")!;
  expect((await panelOf("Children's Letters")).open).toBe(true);
  expect(await screen.findByText("No letters yet")).toBeTruthy();
  expect((await panelOf("Pictures")).open).toBe(false);
});

describe("Organization Information", () => {
  test("ACONT-09, ACONT-10: shows the stored values, sends only the changes, and refetches", async () => {
    const { press, type, field, callsOf } = openPage();
    for (const [label, value] of [
      ["Organization name", CONTACT.organizationName],
      ["Tax ID (EIN)", CONTACT.taxId],
      ["Address", CONTACT.address],
      ["Phone", CONTACT.phone],
      ["Email", CONTACT.email],
    ] as const) {
      expect((await field(label)).value).toBe(value);
    }
    await type("Phone", "(817) 555-0199");
    await press("Update contact information");
    expect(await screen.findByText("The contact information was updated")).toBeTruthy();
    expect(callsOf("POST /api/update-contact")[0]?.body).toEqual({
      phone: "(817) 555-0199",
      updatedAt: VERSION,
    });
    await waitFor(() => expect(callsOf("GET /api/contact-info")).toHaveLength(2));
    expect((await field("Phone")).value).toBe("(817) 555-0199");
  });

  test("ACONT-11: shows a failure and keeps what was typed", async () => {
    const { press, type, field } = openPage({ "POST /api/update-contact": { status: 503 } });
    await type("Phone", "(817) 555-0199");
    await press("Update contact information");
    expect(await screen.findByText("Update Error")).toBeTruthy();
    expect(
      screen.getByText("Failed to update contact information. Please try again."),
    ).toBeTruthy();
    expect((await field("Phone")).value).toBe("(817) 555-0199");
    expectLogged("Update contact information failed");
  });
});

describe("Hero Section", () => {
  test("ACONT-13, ACONT-14: shows the stored values and sends only the changes", async () => {
    const { press, type, field, callsOf } = openPage();
    expect((await field("Core message")).value).toBe(HERO.coreMessage);
    await type("Headline", "A box from all of us");
    await press("Update hero section");
    expect(await screen.findByText("The hero section was updated")).toBeTruthy();
    expect(callsOf("POST /api/update-hero-section")[0]?.body).toEqual({
      headline: "A box from all of us",
      updatedAt: VERSION,
    });
  });

  test.each(["Headline", "Core message"])("ACONT-12: %s is required", async (label) => {
    const { press, type, field, callsOf } = openPage();
    await type(label, "");
    await press("Update hero section");
    await waitFor(async () =>
      expect((await field(label)).getAttribute("aria-invalid")).toBe("true"),
    );
    expect(callsOf("POST /api/update-hero-section")).toEqual([]);
  });

  test("ACONT-15: shows a failure", async () => {
    const { press, type } = openPage({ "POST /api/update-hero-section": { status: 503 } });
    await type("Headline", "A box");
    await press("Update hero section");
    expect(await screen.findByText("Update Error")).toBeTruthy();
    expect(screen.getByText("Failed to update hero section. Please try again.")).toBeTruthy();
    expectLogged("Update hero section failed");
  });
});

describe("Care Package Goal", () => {
  const LABEL = "Packages per month";
  const findButton = () =>
    screen.findByRole<HTMLButtonElement>("button", { name: "Update care package goal" });

  test("ACONT-16, ACONT-18, ACONT-20, ACONT-21: starts at 500 and can be submitted only when changed", async () => {
    const { press, type, field, callsOf } = openPage();
    expect((await field(LABEL)).value).toBe("500");
    expect((await findButton()).disabled).toBe(true);
    await type(LABEL, "600");
    expect((await findButton()).disabled).toBe(false);
    await type(LABEL, "500");
    expect((await findButton()).disabled).toBe(true);
    await type(LABEL, "600");
    await press("Update care package goal");
    expect(await screen.findByText("The care package goal was updated")).toBeTruthy();
    expect(callsOf("POST /api/care-package-goal")[0]?.body).toEqual({
      monthlyGoal: 600,
      updatedAt: VERSION,
    });
    await waitFor(async () => expect((await findButton()).disabled).toBe(true));
    expect((await field(LABEL)).value).toBe("600");
  });

  test.each(["", "0", "-3", "many", "1.5"])(
    "ACONT-17: rejects “%s” and sends nothing",
    async (typedGoal) => {
      const { press, type, callsOf } = openPage();
      await type(LABEL, typedGoal);
      await press("Update care package goal");
      expect(await screen.findByText("Invalid Goal")).toBeTruthy();
      expect(screen.getByText("Please enter a valid goal number (minimum 1).")).toBeTruthy();
      expect(callsOf("POST /api/care-package-goal")).toEqual([]);
    },
  );

  test("ACONT-19: previews the number of families, a tenth of the goal rounded down, while typing", async () => {
    const { type } = openPage({}, 617);
    const form = within(await screen.findByRole("form", { name: "Update care package goal" }));
    expect(form.getByRole("status").textContent).toBe("Preview: 617 packages help 61 families.");
    await type(LABEL, "1239");
    expect(form.getByRole("status").textContent).toBe("Preview: 1,239 packages help 123 families.");
  });

  test("ACONT-22: shows a failure and keeps what was typed", async () => {
    const { press, type, field } = openPage({ "POST /api/care-package-goal": { status: 503 } });
    await type(LABEL, "600");
    await press("Update care package goal");
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Failed to update care package goal. Please try again.")).toBeTruthy();
    expect((await field(LABEL)).value).toBe("600");
    expectLogged("Update care package goal failed");
  });
});
