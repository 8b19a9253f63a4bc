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

/** Tests accessibility that axe can't check: how elements are related and where focus moves. */
const stay = () => undefined;

const forms: readonly (readonly [string, () => ReactElement, RegExp])[] = [
  ["the story form", () => <TestimonialDialog open onClose={stay} />, /^Share your story$/],
  [
    "the section's application form",
    () => <VolunteerFormDialog open onClose={stay} />,
    /^Apply to volunteer$/,
  ],
  ["the hero's application form", () => <ApplicationDialog open onClose={stay} />, /^Submit/],
  [
    "checkout",
    () => (
      <DonationDialog
        open
        donation={{ amount: 50, frequency: "one-time" }}
        provider="demo"
        onClose={stay}
      />
    ),
    /^Give \$/,
  ],
  ["the administrator login", () => <AdminLoginDialog open onClose={stay} />, /^Log in$/],
  ["the volunteer login", () => <VolunteerLoginDialog open onClose={stay} />, /^Log in$/],
];

describe("a form submitted empty", () => {
  test.each(forms)(
    "%s: describes each field by its error and focuses the first one",
    async (_, form, submit) => {
      fakeApi({
        "GET /api/home": { body: homeData() },
        "GET /api/checkout": { body: checkoutTerms() },
      });
      const { user } = renderInApp(form());
      await user.click(screen.getByRole("button", { name: submit }));
      const invalid = await waitFor(() => {
        const found = [...document.querySelectorAll<HTMLElement>("[aria-invalid='true']")];
        expect(found.length).toBeGreaterThan(1);
        return found;
      });
      for (const field of invalid) {
        const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
        const texts = described.map((id) => document.getElementById(id)?.textContent);
        expect(texts, field.outerHTML).not.toContain(undefined);
        const errors = described.filter((id) => id.endsWith("-error"));
        expect(errors, field.outerHTML).toHaveLength(1);
        expect(document.getElementById(errors[0] ?? "")?.textContent).toMatch(/\w/);
      }
      await waitFor(() => expect(document.activeElement).toBe(invalid[0]));
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
