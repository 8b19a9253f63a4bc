import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";
import type { HomeData } from "#data/home/queries.ts";

const visit = async (overrides: Partial<HomeData> = {}) => {
  fakeApi({ "GET /api/home": { body: homeData(overrides) } });
  renderApp("/");
  await screen.findByText("Branches served");
  return { hero: within(screen.getByRole("region", { name: "Welcome" })) };
};

const novemberProgress = (total: number, monthlyGoal = 150) => ({
  monthlyProgress: { monthName: "November 2026", total, monthlyGoal },
});

describe("the first screen", () => {
  test.each([
    [5525, "40 boxes to go in November"],
    [7450, "1 box to go in November"],
    [7500, "We reached November's goal: 150 boxes"],
    [99_999, "We reached November's goal: 150 boxes"],
  ])("HOME-13, HOME-30: for $%d raised this month, shows %j", async (total, expected) => {
    const { hero } = await visit(novemberProgress(total));
    expect(hero.getByText(expected)).toBeTruthy();
  });

  test("HOME-12: loads the picture eagerly, in the size the screen needs", async () => {
    const imageUrl = "/images/site/5ce4e000-0000-4000-8000-000000000001/1600x900";
    const imageAlt = "Three people around an open box";
    const { hero } = await visit({ hero: { ...homeData().hero!, imageUrl, imageAlt } });
    const picture = hero.getByRole<HTMLImageElement>("img", { name: imageAlt });
    expect(picture.getAttribute("loading")).toBeNull();
    expect(picture.getAttribute("fetchpriority")).toBe("high");
    expect(picture.getAttribute("width")).toBe("1600");
    expect(picture.getAttribute("height")).toBe("900");
    expect(picture.getAttribute("srcset")).toContain("/960 960w");
  });

  test("HOME-12: has no picture if none is set", async () => {
    const { hero } = await visit();
    expect(hero.queryByRole("img")).toBeNull();
    expect(hero.getByRole("heading", { level: 1 })).toBeTruthy();
  });

  test("DON-02, DON-04..08: offers amounts with what each pays for, selects one, and shows the EIN next to the button", async () => {
    const { hero } = await visit();
    for (const name of [
      /^\$25 ?Care Item/,
      /^\$100 ?Full Package/,
      /^\$250 ?Family Support/,
      /^Mon/,
    ]) {
      expect(hero.getByRole<HTMLInputElement>("radio", { name }).checked).toBe(false);
    }
    expect(hero.getByRole<HTMLInputElement>("radio", { name: /^\$50 ?Half Package/ }).checked).toBe(
      true,
    );
    expect(hero.getByText(/^Tax-deductible 501\(c\)\(3\) · EIN 00-0142536$/)).toBeTruthy();
  });

  test("shows no EIN next to the button if none is set", async () => {
    const { hero } = await visit({ contactInfo: null });
    expect(hero.getByText("Tax-deductible 501(c)(3)")).toBeTruthy();
  });
});
