import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { anEmailTemplate } from "#testing/settings-builders.ts";
import {
  serverErrorResponse,
  INIT_ENDPOINT,
  LIST_ENDPOINT,
  openTemplates,
  rejectedTemplateResponse,
  REMOVE_ENDPOINT,
  UPDATE_ENDPOINT,
} from "#testing/template-server.ts";

beforeEach(() => logInAsAdmin());

describe("the list of email templates", () => {
  test("ACONT-24, MAIL-01, MAIL-02: shows a name, badge, subject, description, and four buttons on each card", async () => {
    const newsletter = anEmailTemplate({
      name: "Spring newsletter",
      isActive: false,
      description: null,
    });
    const { press } = openTemplates([anEmailTemplate(), newsletter]);
    expect(await screen.findByRole("heading", { name: "Email Templates" })).toBeTruthy();
    const card = within(await screen.findByRole("article", { name: "Donation Confirmation" }));
    for (const text of ["Active", "Thank you, {{name}}", "Donation Receipt Email"]) {
      expect(card.getByText(text), text).toBeTruthy();
    }
    for (const action of ["Edit", "Preview"]) {
      const name = `${action} Donation Confirmation`;
      expect(card.getAllByRole("button", { name })).toHaveLength(1);
    }
    await press("More for Donation Confirmation");
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["Deactivate", "Delete"]);
    const newsletterCard = within(screen.getByRole("article", { name: "Spring newsletter" }));
    expect(newsletterCard.getByText("Inactive")).toBeTruthy();
    await press("More for Spring newsletter");
    const activate = { name: "Activate Spring newsletter" };
    expect(await screen.findByRole("menuitem", activate)).toBeTruthy();
  });

  test("MAIL-04: shows three placeholder cards while loading", async () => {
    openTemplates([], { [LIST_ENDPOINT]: () => new Promise<FakeResponse>(() => undefined) });
    const list = await screen.findByRole("list", { name: "email templates" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(3);
  });

  test.each([
    [{ message: "We're very busy right now." }, "We're very busy right now."],
    [
      "Internal Server Error",
      "Our server is having a problem right now. Please try again in a few minutes.",
    ],
  ])(
    "MAIL-05: shows an error in place of the cards when loading fails with %j",
    async (body, text) => {
      openTemplates([], { [LIST_ENDPOINT]: { status: 503, body } });
      expect(await screen.findByText(`Error loading email templates: ${text}`)).toBeTruthy();
    },
  );

  test("MAIL-03, MAIL-28, MAIL-29, MAIL-37: offers two ways to start when it is empty, and initializes the default templates", async () => {
    const { press, callsOf } = openTemplates([]);
    expect(await screen.findByText("No email templates yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create Custom Template" })).toBeTruthy();
    await press("Initialize Default Templates");
    expect(await screen.findByText("Success")).toBeTruthy();
    expect(screen.getByText("Default email templates have been initialized")).toBeTruthy();
    expect(await screen.findByRole("article", { name: "Donation Confirmation" })).toBeTruthy();
    expect(callsOf(INIT_ENDPOINT)[0]?.body).toEqual({});
  });

  test.each([
    ["Failed to initialize default templates", serverErrorResponse],
    ["The server says why.", rejectedTemplateResponse],
  ])(
    "MAIL-32: shows “%s” when initializing the default templates fails",
    async (message, response) => {
      const { press } = openTemplates([], { [INIT_ENDPOINT]: response });
      await press("Initialize Default Templates");
      expect(await screen.findByText(message)).toBeTruthy();
      expectLogged("The default templates could not be initialized");
    },
  );
});

describe("an email template's card", () => {
  test("MAIL-23, MAIL-26, MAIL-39: asks before deactivating, explains the effect, and activates without asking", async () => {
    const { press, pressInMenu, callsOf } = openTemplates([anEmailTemplate()]);
    await pressInMenu("Donation Confirmation", "Deactivate Donation Confirmation");
    expect(await screen.findByText(/emails will be held in the delivery log/)).toBeTruthy();
    expect(callsOf(UPDATE_ENDPOINT)).toEqual([]);
    await press("Deactivate template");
    expect(await screen.findByText("Success")).toBeTruthy();
    expect(screen.getByText("Template status updated successfully")).toBeTruthy();
    expect(await screen.findByText("Inactive")).toBeTruthy();
    await pressInMenu("Donation Confirmation", "Activate Donation Confirmation");
    expect(await screen.findByText("Active")).toBeTruthy();
    expect(callsOf(UPDATE_ENDPOINT).map(({ body }) => body)).toEqual([
      { isActive: false, updatedAt: expect.any(String) },
      { isActive: true, updatedAt: expect.any(String) },
    ]);
  });

  test.each([
    ["Failed to update template status", serverErrorResponse],
    ["The server says why.", rejectedTemplateResponse],
  ])("MAIL-34: shows “%s” when activating fails", async (message, response) => {
    const { pressInMenu } = openTemplates([anEmailTemplate({ isActive: false })], {
      [UPDATE_ENDPOINT]: response,
    });
    await pressInMenu("Donation Confirmation", "Activate Donation Confirmation");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("A template's status could not be changed");
  });

  test("MAIL-02, MAIL-27, MAIL-38: asks before deleting and says that the built-in text will be used again", async () => {
    const template = anEmailTemplate();
    const { press, pressInMenu, callsOf } = openTemplates([template]);
    await pressInMenu("Donation Confirmation", "Delete Donation Confirmation");
    expect(await screen.findByText(/with the built-in text\./)).toBeTruthy();
    expect(callsOf(REMOVE_ENDPOINT)).toEqual([]);
    await press("Delete email template");
    expect(await screen.findByText("Email template deleted successfully")).toBeTruthy();
    expect(screen.getByText("Success")).toBeTruthy();
    expect(callsOf(REMOVE_ENDPOINT)[0]?.url).toBe(
      `/api/email-templates/${template.id}?version=${encodeURIComponent(template.updatedAt)}`,
    );
    expect(await screen.findByText("No email templates yet")).toBeTruthy();
  });

  test.each([
    ["Failed to delete email template", serverErrorResponse],
    ["The server says why.", rejectedTemplateResponse],
  ])("MAIL-33: shows “%s” when deleting fails", async (message, response) => {
    const { press, pressInMenu } = openTemplates([anEmailTemplate()], {
      [REMOVE_ENDPOINT]: response,
    });
    await pressInMenu("Donation Confirmation", "Delete Donation Confirmation");
    await press("Delete email template");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("The email template could not be deleted");
  });
});
