import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import {
  aQualification,
  aVolunteerRecord,
  volunteerPageReads,
} from "#testing/volunteer-builders.ts";

/** Opens the page of a volunteer whose list of waivers and training is a child list. */
const visit = async (volunteer = aVolunteerRecord()) => {
  let rows = [
    aQualification({ label: "Photos" }),
    aQualification({ kind: "training", label: "CPR" }),
  ];
  const api = fakeApi({
    ...volunteerPageReads(volunteer),
    "GET /api/volunteer-qualifications": (call: FakeCall) => pagesOf(rows)(call),
    "DELETE /api/volunteer-qualifications/:id": () => {
      rows = [];
      return { body: { message: "Qualification deleted" } };
    },
  });
  const view = renderApp(`/dashboard/volunteers/people/${volunteer.id}`);
  const section = within(await screen.findByRole("region", { name: "Waivers and training" }));
  await section.findByText("Waiver: Photos");
  return { ...api, ...view, section };
};

const nameField = () => screen.getByLabelText<HTMLInputElement>("Name (optional)");

beforeEach(() => logInAsAdmin());

describe("a child list", () => {
  test("deletes a row from its menu, and then says that it's empty", async () => {
    const { section, press, pressInMenu, callsOf } = await visit();
    await pressInMenu("Waiver: Photos", "Delete Waiver: Photos");
    expect(await screen.findByText(/keep this one and add the new one/)).toBeTruthy();
    await press("Delete qualification");
    expect(await section.findByText("Nothing yet.")).toBeTruthy();
    expect(callsOf("DELETE /api/volunteer-qualifications/:id")).toHaveLength(1);
  });

  test("edits a row in place, and keeps the form if someone else deletes the row", async () => {
    const { section, user, press, pressInMenu } = await visit();
    await pressInMenu("Waiver: Photos", "Edit Waiver: Photos");
    expect(section.queryByText("Waiver: Photos")).toBeNull();
    expect(nameField().closest("li")?.nextElementSibling?.textContent).toContain("Training: CPR");
    await user.type(nameField(), " and videos");
    // The list that is loaded after the deletion contains neither of the rows.
    await pressInMenu("Training: CPR", "Delete Training: CPR");
    await press("Delete qualification");
    expect(await section.findByText("Nothing yet.")).toBeTruthy();
    expect(nameField().value).toBe("Photos and videos");
  });

  test("keeps what was typed for one parent apart from what was typed for another", async () => {
    const first = aVolunteerRecord({ id: crypto.randomUUID() });
    const firstView = await visit(first);
    await firstView.press("Add a waiver or training");
    await firstView.user.type(nameField(), "First aid");
    firstView.unmount();

    const second = await visit(aVolunteerRecord({ id: crypto.randomUUID() }));
    await second.press("Add a waiver or training");
    expect(nameField().value).toBe("");
    second.unmount();

    const { press } = await visit(first);
    await press("Add a waiver or training");
    expect(nameField().value).toBe("First aid");
  });
});
