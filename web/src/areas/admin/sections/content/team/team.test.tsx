import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { TeamMember } from "#data/team-members/resource.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, type FakeCall, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { TeamPanel } from "./team.tsx";

const ADD_ROUTE = "POST /api/team-members";
const UPDATE_ROUTE = "PUT /api/team-members/:id";

const UPDATED_AT = "2026-11-20T15:00:00.000Z";

const aMember = (name: string, role: string, isBoardMember = false): TeamMember => ({
  id: anId(),
  name,
  role,
  about: null,
  isBoardMember,
  order: 1,
  imageUrl: null,
  imageAlt: null,
  isActive: true,
  updatedAt: UPDATED_AT,
});

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const renderPanel = (
  overrides: Partial<Record<typeof ADD_ROUTE | typeof UPDATE_ROUTE, FakeResponse>> = {},
) => {
  let members = [
    aMember("Lorna Beck", "Warehouse Manager"),
    aMember("Ruth Okafor", "Volunteer Coordinator"),
    aMember("Frank Abbott", "Treasurer", true),
  ];
  const readId = ({ url }: FakeCall) => url.split(/[/?]/).at(3)!;
  const api = fakeApi({
    "GET /api/team-members": () => ({ body: members }),
    [ADD_ROUTE]: ({ body }: FakeCall) => {
      if (overrides[ADD_ROUTE]) return overrides[ADD_ROUTE];
      const addedMember = { ...aMember("", ""), ...(body as Partial<TeamMember>) };
      members = [...members, addedMember];
      return { status: 201, body: addedMember };
    },
    [UPDATE_ROUTE]: (call: FakeCall) => {
      if (overrides[UPDATE_ROUTE]) return overrides[UPDATE_ROUTE];
      const { order, ...changes } = call.body as Partial<TeamMember>;
      const changedMember = { ...members.find(({ id }) => id === readId(call))!, ...changes };
      const others = members.filter(({ id }) => id !== changedMember.id);
      const index =
        order === undefined ? members.findIndex(({ id }) => id === changedMember.id) : order - 1;
      members = [...others.slice(0, index), changedMember, ...others.slice(index)];
      return { body: changedMember };
    },
    "DELETE /api/team-members/:id": (call: FakeCall) => {
      members = members.filter(({ id }) => id !== readId(call));
      return { body: { message: "Team member deleted" } };
    },
  });
  const view = renderInApp(
    <DraftOwner value="admin">
      <TeamPanel />
    </DraftOwner>,
  );
  return {
    ...api,
    ...view,
    readNames: async () =>
      within(await screen.findByRole("list", { name: "Team members" }))
        .getAllByRole("heading", { level: 4 })
        .map(({ textContent }) => textContent),
  };
};

beforeEach(() => logInAsAdmin());

describe("the Who We Are panel", () => {
  test("lists everyone with their role and group, and links to the public page", async () => {
    const { readNames } = renderPanel();
    expect(await readNames()).toEqual(["Lorna Beck", "Ruth Okafor", "Frank Abbott"]);
    expect(screen.getByText("Volunteer Coordinator · Team")).toBeTruthy();
    expect(screen.getByText("Treasurer · Board")).toBeTruthy();
    expect(screen.getByRole("link", { name: "View Who We Are" }).getAttribute("href")).toBe(
      "/who-we-are",
    );
  });

  test("asks for a missing role, and then adds a board member", async () => {
    const { press, type, user, callsOf, readNames } = renderPanel();
    await press("Add team member");
    await type("Name", "Denise Harlan");
    await press("Add team member");
    expect(await screen.findByText("Fill this in.")).toBeTruthy();
    expect(callsOf(ADD_ROUTE)).toEqual([]);
    await type("Role", "Chair");
    await user.click(screen.getByLabelText("Board member"));
    await press("Add team member");
    expect(await screen.findByText("The team member was added")).toBeTruthy();
    expect(callsOf(ADD_ROUTE)[0]?.body).toMatchObject({
      name: "Denise Harlan",
      role: "Chair",
      isBoardMember: true,
    });
    await waitFor(async () => expect((await readNames()).at(-1)).toBe("Denise Harlan"));
  });

  test("changes a role and sends the version that the form was opened with", async () => {
    const { press, type, callsOf } = renderPanel();
    await press("Edit Frank Abbott");
    await type("Role", "Chair");
    await press("Save team member");
    await waitFor(() =>
      expect(callsOf(UPDATE_ROUTE).map(({ body }) => body)).toEqual([
        { role: "Chair", updatedAt: UPDATED_AT },
      ]),
    );
    expect(await screen.findByText("Chair · Board")).toBeTruthy();
  });

  test("hides someone and shows them again", async () => {
    const { pressInMenu, readNames } = renderPanel();
    await pressInMenu("Ruth Okafor", "Hide Ruth Okafor");
    expect(await screen.findByText("Ruth Okafor is hidden")).toBeTruthy();
    await waitFor(async () => expect((await readNames())[1]).toBe("Ruth OkaforHidden"));
    await pressInMenu("Ruth Okafor", "Show Ruth Okafor");
    expect(await screen.findByText("Visitors can see Ruth Okafor again")).toBeTruthy();
  });

  test("moves someone up", async () => {
    const { press, callsOf, readNames } = renderPanel();
    await press("Move Ruth Okafor up");
    await waitFor(async () => expect((await readNames())[0]).toBe("Ruth Okafor"));
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)[0]?.body).toEqual({ order: 1 }));
  });

  test("asks before permanently deleting someone", async () => {
    const { press, pressInMenu, readNames } = renderPanel();
    await pressInMenu("Lorna Beck", "Delete Lorna Beck");
    expect(await readNames()).toHaveLength(3);
    await press("Delete team member");
    expect(await screen.findByText("Lorna Beck was deleted")).toBeTruthy();
    await waitFor(async () => expect(await readNames()).toEqual(["Ruth Okafor", "Frank Abbott"]));
  });

  test("keeps what was typed when adding fails", async () => {
    const { press, type } = renderPanel({ [ADD_ROUTE]: { status: 503 } });
    await press("Add team member");
    await type("Name", "Denise Harlan");
    await type("Role", "Chair");
    await press("Add team member");
    expect(await screen.findByText("Failed to add team member")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Denise Harlan");
    expectLogged("Add team member failed");
  });
});
