import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HomeData } from "#data/home/queries.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = async (overrides: Partial<HomeData>) => {
  fakeApi({ "GET /api/home": { body: homeData(overrides) } });
  renderApp("/");
  await screen.findByText("Branches served");
  return within(screen.getByRole("region", { name: "Our impact in numbers" }));
};

const packageCosts = [
  { label: "What is in the box", amount: 27.4 },
  { label: "Postage and customs", amount: 16.2 },
  { label: "Box and packing materials", amount: 3.1 },
  { label: "Warehouse and office", amount: 3.3 },
];

test("HOME-16: the impact numbers show their first year once", async () => {
  const section = await visit({});
  expect(section.getAllByText("Since 2011")).toHaveLength(1);
});

test("HOME-16: the impact numbers don't show a year if none is set", async () => {
  const { impactStats } = homeData();
  const section = await visit({ impactStats: { ...impactStats, since: null } });
  expect(section.getByText("48,216")).toBeTruthy();
  expect(section.queryByText(/since/i)).toBeNull();
});

test("the costs of a package are drawn to scale, with a list for screen readers", async () => {
  const section = await visit({ settings: { ...homeData().settings, packageCosts } });
  expect(section.getByRole("heading", { name: "Where the $50 goes" })).toBeTruthy();
  const itemTexts = section.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(itemTexts).toEqual([
    "What is in the box$27.40",
    "Postage and customs$16.20",
    "Box and packing materials$3.10",
    "Warehouse and office$3.30",
  ]);
  const costBars = [...document.querySelectorAll<HTMLElement>("[style*=flex-grow]")];
  expect(costBars.map(({ style }) => Number(style.flexGrow))).toEqual([27.4, 16.2, 3.1, 3.3]);
});

test("the costs of a package aren't drawn if none are set", async () => {
  const section = await visit({});
  expect(section.queryByRole("heading", { name: /^Where the/ })).toBeNull();
});
