import { render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { ApplicationDialog } from "./volunteer-application/application-dialog.tsx";
import { VolunteerFormDialog } from "./volunteer-application/volunteer-form-dialog.tsx";
import { TestimonialDialog } from "./share-testimonial/testimonial-dialog.tsx";
import { DonationDialog } from "#checkout/donation-dialog.tsx";
import { checkoutTerms, homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";

const { AdminLoginDialog } = await import("./dialogs/admin-login-dialog.tsx");
const { VolunteerLoginDialog } = await import("./dialogs/volunteer-login-dialog.tsx");

// Tests what axe can't check: how elements are related, and where focus moves.

const ignoreClose = () => undefined;

const FORMS: readonly (readonly [string, () => ReactElement, RegExp])[] = [
  ["the story form", () => <TestimonialDialog open onClose={ignoreClose} />, /^Share your story$/],
  [
    "the section's application form",
    () => <VolunteerFormDialog open onClose={ignoreClose} />,
    /^Apply to volunteer$/,
  ],
  [
    "the hero's application form",
    () => <ApplicationDialog open onClose={ignoreClose} />,
    /^Submit/,
  ],
  [
    "checkout",
    () => (
      <DonationDialog
        open
        donation={{ amount: 50, frequency: "one-time" }}
        provider="demo"
        onClose={ignoreClose}
      />
    ),
    /^Give \$/,
  ],
  ["the administrator login", () => <AdminLoginDialog open onClose={ignoreClose} />, /^Log in$/],
  ["the volunteer login", () => <VolunteerLoginDialog open onClose={ignoreClose} />, /^Log in$/],
];

describe("a form that is submitted empty", () => {
  test.each(FORMS)(
    "%s links each invalid field to its error and focuses the first one",
    async (_, createForm, submitLabel) => {
      fakeApi({
        "GET /api/home": { body: homeData() },
        "GET /api/checkout": { body: checkoutTerms() },
      });
      const { user } = renderInApp(createForm());
      await user.click(screen.getByRole("button", { name: submitLabel }));
      const invalidFields = await waitFor(() => {
        const fields = [...document.querySelectorAll<HTMLElement>("[aria-invalid='true']")];
        expect(fields.length).toBeGreaterThan(1);
        return fields;
      });
      for (const field of invalidFields) {
        const descriptionIds = field.getAttribute("aria-describedby")?.split(" ") ?? [];
        const texts = descriptionIds.map((id) => document.getElementById(id)?.textContent);
        expect(texts, field.outerHTML).not.toContain(undefined);
        const errorIds = descriptionIds.filter((id) => id.endsWith("-error"));
        expect(errorIds, field.outerHTML).toHaveLength(1);
        expect(document.getElementById(errorIds[0] ?? "")?.textContent).toMatch(/\w/);
      }
      await waitFor(() => expect(document.activeElement).toBe(invalidFields[0]));
    },
  );
});

test.each(["success", "error"] as const)("a form's outcome receives focus: %s", (tone) => {
  render(
    <Outcome tone={tone} title="It is done" text="Or not">
      <button type="button">On</button>
    </Outcome>,
  );
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "It is done" }));
});
