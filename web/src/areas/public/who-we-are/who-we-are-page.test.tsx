import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { PublicTeamMember } from "#data/team-members/queries.ts";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const aMember = (
  name: string,
  role: string,
  overrides: Partial<PublicTeamMember> = {},
): PublicTeamMember => ({
  id: anId(),
  name,
  role,
  about: null,
  isBoardMember: false,
  order: 1,
  imageUrl: null,
  imageAlt: null,
  ...overrides,
});

const visit = (response: FakeResponse | (() => FakeResponse)) => {
  fakeApi({ "GET /api/home": { body: homeData() }, "GET /api/team-members": response });
  return renderApp("/who-we-are");
};

describe("Who We Are", () => {
  test("lists the team and the board with names, roles and pictures", async () => {
    const imageUrl = "/images/site/5ce4e000-0000-4000-8000-000000000021/480x480";
    visit({
      body: [
        aMember("Lorna Beck", "Warehouse Manager", { imageUrl, imageAlt: "A woman by boxes" }),
        aMember("Frank Abbott", "Treasurer", { isBoardMember: true }),
        aMember("Ruth Okafor", "Volunteer Coordinator"),
      ],
    });
    const team = within(await screen.findByRole("region", { name: "Our team" }));
    expect(team.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Lorna BeckWarehouse Manager",
      // For a person without a picture, the page shows their initial.
      "RRuth OkaforVolunteer Coordinator",
    ]);
    expect(team.getByRole("img", { name: "A woman by boxes" }).getAttribute("src")).toBe(imageUrl);
    const board = within(screen.getByRole("region", { name: "Our board" }));
    expect(board.getByRole("heading", { name: "Frank Abbott" })).toBeTruthy();
    expect(board.getByText("Treasurer")).toBeTruthy();
  });

  test("leaves out a group without people", async () => {
    visit({ body: [aMember("Ruth Okafor", "Volunteer Coordinator")] });
    expect(await screen.findByRole("heading", { name: "Our team" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Our board" })).toBeNull();
  });

  test("says that there are no names yet", async () => {
    visit({ body: [] });
    expect(await screen.findByText("No names here yet")).toBeTruthy();
  });

  test("offers a retry after a failure", async () => {
    const responses: FakeResponse[] = [
      { status: 503 },
      { body: [aMember("Ruth Okafor", "Volunteer Coordinator")] },
    ];
    const { press } = visit(() => responses.shift()!);
    expect(await screen.findByText("We couldn't load the team")).toBeTruthy();
    await press("Try again");
    expect(await screen.findByRole("heading", { name: "Ruth Okafor" })).toBeTruthy();
  });
});
