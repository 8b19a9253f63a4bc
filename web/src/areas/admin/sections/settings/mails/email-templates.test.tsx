import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { FakeAnswer } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { anEmailTemplate } from "#testing/settings-builders.ts";
import {
  failure,
  INIT,
  LIST,
  openTemplates,
  templateRefusal,
  REMOVE,
  UPDATE,
} from "#testing/template-server.ts";

beforeEach(() => logInAsAdmin());

describe("the list", () => {
  test("ACONT-24, MAIL-01, MAIL-02: shows name, badge, subject, description, and four buttons on a card", async () => {
    const newsletter = anEmailTemplate({
      name: "Spring newsletter",
      isActive: false,
      description: null,
    });
    openTemplates([anEmailTemplate(), newsletter]);
    expect(await screen.findByRole("heading", { name: "Email Templates" })).toBeTruthy();
    const card = within(await screen.findByRole("article", { name: "Donation Confirmation" }));
    for (const text of ["Active", "Thank you, {{name}}", "Donation Receipt Email"]) {
      expect(card.getByText(text), text).toBeTruthy();
    }
    expect(card.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Preview",
      "Edit",
      "Deactivate",
      "Delete",
    ]);
    const newsletterCard = within(screen.getByRole("article", { name: "Spring newsletter" }));
    expect(newsletterCard.getByText("Inactive")).toBeTruthy();
    expect(newsletterCard.getByRole("button", { name: "Activate Spring newsletter" })).toBeTruthy();
  });

  test("MAIL-04: shows three placeholder cards while loading", async () => {
    openTemplates([], { [LIST]: () => new Promise<FakeAnswer>(() => undefined) });
    const list = await screen.findByRole("list", { name: "email templates" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(3);
  });

  test("MAIL-05: shows a load failure in place of the cards", async () => {
    openTemplates([], {
      [LIST]: { status: 503, body: { message: "We're very busy right now." } },
    });
    const message = "Error loading email templates: We're very busy right now.";
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test("MAIL-03, MAIL-28, MAIL-29, MAIL-37: offers two ways to start when empty, and initializes the default templates", async () => {
    const { press, callsOf } = openTemplates([]);
    expect(await screen.findByText("No email templates yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create Custom Template" })).toBeTruthy();
    await press("Initialize Default Templates");
    expect(await screen.findByText("Success")).toBeTruthy();
    expect(screen.getByText("Default email templates have been initialized")).toBeTruthy();
    expect(await screen.findByRole("article", { name: "Donation Confirmation" })).toBeTruthy();
    expect(callsOf(INIT)[0]?.body).toEqual({});
  });

  test.each([
    [failure, "Failed to initialize default templates"],
    [templateRefusal, "The server says why."],
  ])(
    "MAIL-32: shows why initializing the default templates failed (case %#)",
    async (answer, message) => {
      const { press } = openTemplates([], { [INIT]: answer });
      await press("Initialize Default Templates");
      expect(await screen.findByText(message)).toBeTruthy();
      expectLogged("The default templates could not be initialized");
    },
  );
});

describe("activating and deleting", () => {
  test("MAIL-23, MAIL-26, MAIL-39: asks before deactivating, explains the effect, and activates without asking", async () => {
    const { press, callsOf } = openTemplates([anEmailTemplate()]);
    await press("Deactivate Donation Confirmation");
    expect(await screen.findByText(/emails will be held back in the delivery log/)).toBeTruthy();
    expect(callsOf(UPDATE)).toEqual([]);
    await press("Deactivate template");
    expect(await screen.findByText("Success")).toBeTruthy();
    expect(screen.getByText("Template status updated successfully")).toBeTruthy();
    expect(await screen.findByText("Inactive")).toBeTruthy();
    await press("Activate Donation Confirmation");
    expect(await screen.findByText("Active")).toBeTruthy();
    expect(callsOf(UPDATE).map(({ body }) => body)).toEqual([
      { isActive: false, updatedAt: expect.any(String) },
      { isActive: true, updatedAt: expect.any(String) },
    ]);
  });

  test.each([
    [failure, "Failed to update template status"],
    [templateRefusal, "The server says why."],
  ])("MAIL-34: shows why the toggle failed (case %#)", async (answer, message) => {
    const { press } = openTemplates([anEmailTemplate({ isActive: false })], { [UPDATE]: answer });
    await press("Activate Donation Confirmation");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("A template's status could not be changed");
  });

  test("MAIL-02, MAIL-27, MAIL-38: asks before deleting and says that the built-in text is used again", async () => {
    const template = anEmailTemplate();
    const { press, callsOf } = openTemplates([template]);
    await press("Delete Donation Confirmation");
    expect(await screen.findByText(/with the built-in text\./)).toBeTruthy();
    expect(callsOf(REMOVE)).toEqual([]);
    await press("Delete email template");
    expect(await screen.findByText("Email template deleted successfully")).toBeTruthy();
    expect(screen.getByText("Success")).toBeTruthy();
    expect(callsOf(REMOVE)[0]?.url).toBe(`/api/email-templates/${template.id}`);
    expect(await screen.findByText("No email templates yet")).toBeTruthy();
  });

  test.each([
    [failure, "Failed to delete email template"],
    [templateRefusal, "The server says why."],
  ])("MAIL-33: shows why deleting failed (case %#)", async (answer, message) => {
    const { press } = openTemplates([anEmailTemplate()], { [REMOVE]: answer });
    await press("Delete Donation Confirmation");
    await press("Delete email template");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("The email template could not be deleted");
  });
});
