import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mapPoint } from "#testing/builders.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { ImpactMap } from "./impact-map.tsx";

const overseasFields = { city: null, state: null, latitude: null, longitude: null };
const POINTS = [
  mapPoint({ city: "Norfolk", state: "VA", latitude: 36.85, longitude: -76.286, packages: 200 }),
  mapPoint(),
  mapPoint({
    city: "Kodiak",
    state: "AK",
    latitude: 57.79,
    longitude: -152.407,
    packages: 1,
    families: 1,
  }),
  mapPoint({ ...overseasFields, region: "the Middle East", packages: 84, families: 0 }),
  mapPoint({ ...overseasFields, region: "overseas", packages: 12, families: 3 }),
  mapPoint({ city: "San Juan", state: "PR", latitude: 18.46, longitude: -66.1, packages: 5 }),
];

const renderMap = () => {
  const view = renderInApp(<ImpactMap points={POINTS} />);
  const findDots = () =>
    within(
      screen.getByRole("group", { name: /^Map of deliveries/ }),
    ).getAllByRole<HTMLButtonElement>("button");
  return { ...view, findDots };
};

describe("the impact map", () => {
  test("HOME-21: has a dot for every place in the fifty states, the largest first", () => {
    const { findDots } = renderMap();
    expect(findDots().map((dot) => dot.getAttribute("aria-label"))).toEqual([
      "Fort Worth, TX: 348 packages, 120 families",
      "Norfolk, VA: 200 packages, 120 families",
      "Kodiak, AK: 1 package, 1 family",
    ]);
  });

  test("threat 45: lists every region in a fixed order, and counts other overseas packages together", () => {
    renderMap();
    const readItems = (heading: string) =>
      within(screen.getByRole("heading", { name: heading }).parentElement as HTMLElement)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(readItems("By military mail")).toEqual([
      "Europe –",
      "The Middle East 84",
      "Africa –",
      "Asia and the Pacific –",
      "The Americas –",
      "A ship at sea –",
    ]);
    expect(
      screen.getByText(/^Other packages sent overseas, too few to list by region:/).textContent,
    ).toContain("region: 12. To keep people safe, we show only the region");
    expect(readItems("Not on this map")).toEqual(["San Juan, PR 5"]);
  });

  test("doesn't mention military mail if there is none", () => {
    renderInApp(<ImpactMap points={[mapPoint()]} />);
    expect(screen.queryByText("By military mail")).toBeNull();
  });

  test("HOME-21: has one tab stop, moves between places with the arrow keys and closes the tooltip with Escape", async () => {
    const { user, findDots } = renderMap();
    await user.tab();
    expect(document.activeElement).toBe(findDots()[0]);
    expect(screen.getByText("348 packages, 120 families")).toBeTruthy();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(findDots()[1]);
    expect(screen.getByText("200 packages, 120 families")).toBeTruthy();
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(findDots()[2]);
    await user.keyboard("{Escape}");
    expect(screen.queryByText("1 package, 1 family")).toBeNull();
    expect(findDots().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });

  test("HOME-21: shows the same data as a table", () => {
    renderMap();
    const rows = within(screen.getByRole("table", { hidden: true })).getAllByRole("row", {
      hidden: true,
    });
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["Place", "Packages", "Families"],
      ["Fort Worth, TX", "348", "120"],
      ["Norfolk, VA", "200", "120"],
      ["The Middle East", "84", "–"],
      ["Overseas", "12", "3"],
      ["San Juan, PR", "5", "120"],
      ["Kodiak, AK", "1", "1"],
    ]);
  });
});
