import type { Locator, Page } from "playwright-core";

/**
 * Finds a shift on the volunteer's dashboard. All shifts are rows of a list, and the volunteer's next shift also has a
 * card.
 */
export const findShift = (page: Page, address: string): Locator =>
  page
    .getByRole("region", { name: "Upcoming Shifts" })
    .getByRole("listitem")
    .or(page.getByRole("article"))
    .filter({ hasText: address });
