import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { ApplicationDialog } from "../areas/public/apply/application-dialog.tsx";
import { SectionForm } from "../areas/public/apply/section-form.tsx";
import { AdminLoginDialog } from "../areas/public/dialogs/admin-login-dialog.tsx";
import { VolunteerLoginDialog } from "../areas/public/dialogs/volunteer-login-dialog.tsx";
import { StoryForm } from "../areas/public/share-story/story-form.tsx";
import { DonationDialog } from "../checkout/donation-dialog.tsx";
import { fakeApi } from "../testing/fake-api.ts";
import { renderInApp } from "../testing/render-app.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Outcome } from "../ui/outcome.tsx";

/** What a screen reader is told and axe cannot know: what belongs to what, and where reading goes on. */
const stay = () => undefined;

const forms: readonly (readonly [string, ReactElement, RegExp])[] = [
  ["a story", <StoryForm />, /^Share your story$/],
  ["an application", <SectionForm />, /^Apply to volunteer$/],
  ["an application in the dialog", <ApplicationDialog open onClose={stay} />, /^Submit/],
  [
    "a gift",
    <DonationDialog open gift={{ amount: 50, frequency: "one-time" }} isDemo onClose={stay} />,
    /^Give \$/,
  ],
  ["an administrator's login", <AdminLoginDialog open onClose={stay} />, /^Log in$/],
  ["a volunteer's login", <VolunteerLoginDialog open onClose={stay} />, /^Log in$/],
];

describe("a form that is sent empty", () => {
  test.each(forms)(
    "%s: each field is described by its error, the first has the focus",
    async (_, form, submit) => {
      fakeApi({});
      const { user } = renderInApp(form);
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

test.each(["success", "error"] as const)("the outcome of a form takes the focus: %s", (tone) => {
  render(
    <Outcome tone={tone} title="It is done" text="Or not">
      <button type="button">On</button>
    </Outcome>,
  );
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "It is done" }));
});

test("a table says by which column it is sorted, and which way", async () => {
  const Table = () => {
    const [state, setState] = useState({ search: "", sort: "-amount", page: 0 });
    return (
      <DataTable
        caption="Gifts"
        columns={[
          { name: "donor", header: "Donor", sortKey: "lastName", cell: () => "Ann" },
          { name: "amount", header: "Amount", sortKey: "amount", cell: () => "$5" },
          { name: "type", header: "Type", cell: () => "Monthly" },
        ]}
        rows={[{ id: 1 }]}
        rowKey={({ id }) => id}
        total={1}
        pageSize={20}
        state={state}
        onState={setState}
        searchLabel="Search gifts"
        empty="None"
      />
    );
  };
  render(<Table />);
  const user = userEvent.setup({ delay: null });
  const sorted = () =>
    within(screen.getByRole("table", { name: "Gifts" }))
      .getAllByRole("columnheader")
      .map((header) => header.getAttribute("aria-sort"));
  expect(sorted()).toEqual(["none", "descending", null]);
  await user.click(screen.getByRole("button", { name: "Amount" }));
  expect(sorted()).toEqual(["none", "ascending", null]);
  await user.click(screen.getByRole("button", { name: "Donor" }));
  expect(sorted()).toEqual(["descending", "none", null]);
});
