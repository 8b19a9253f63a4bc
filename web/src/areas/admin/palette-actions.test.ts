import { expect, test } from "vitest";
import { ADMIN_AREAS, type OwnAreas } from "#contracts/choices.ts";
import { OWNER_AREAS } from "#rules/admin-areas.ts";
import { listOwnActions, PALETTE_ACTIONS } from "./palette-actions.ts";
import { resolveRoute } from "./sections.ts";

const listLabels = (areas: OwnAreas) => listOwnActions(areas).map(({ label }) => label);

/** Who sees an action that only some administrators may do. */
const SEEN_BY: readonly [label: string, areas: readonly string[]][] = [
  ["Add a donation", ["giving"]],
  ["Mark attendance", ["volunteers"]],
  ["Log a delivery", ["volunteers"]],
  ["Write a post", ["content"]],
  ["Import a file", ["giving", "volunteers"]],
  ["Edit an email", ["settings"]],
  ["Invite an administrator", []],
  ["Change your password", [...ADMIN_AREAS]],
];

test("every action leads to a panel or a form, and an owner sees them all", () => {
  for (const { path } of PALETTE_ACTIONS) {
    const [routePath = ""] = path.split("?");
    expect(resolveRoute(routePath)?.path, path).toBe(routePath);
  }
  expect(listLabels(OWNER_AREAS)).toEqual(PALETTE_ACTIONS.map(({ label }) => label));
});

test.each(SEEN_BY)("an administrator of one area sees “%s” if it is one of %j", (label, areas) => {
  expect(ADMIN_AREAS.filter((area) => listLabels([area]).includes(label))).toEqual(areas);
});
