import type { Locator, Page } from "playwright-core";

/** Finds a shift on the volunteer's dashboard: a row of the list or, for the next one, a card of its own. */
export const shiftAt = (page: Page, address: string): Locator =>
  page
    .getByRole("region", { name: "Upcoming Shifts" })
    .getByRole("listitem")
    .or(page.getByRole("article"))
    .filter({ hasText: address });
