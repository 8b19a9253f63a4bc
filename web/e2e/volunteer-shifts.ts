import type { Locator, Page } from "playwright-core";

/**
 * Finds a shift on the volunteer's dashboard. The volunteer's next shift is a card, and other shifts are rows of a
 * list.
 */
export const findShift = (page: Page, address: string): Locator =>
  page
    .getByRole("region", { name: "Upcoming Shifts" })
    .getByRole("listitem")
    .or(page.getByRole("article"))
    .filter({ hasText: address });
