import type { Locator, Page } from "playwright-core";

/** Describes the focused element and the dialog, form or row that contains it. */
export const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const isField = element?.matches("input, select, textarea, [contenteditable='true']");
    const isHeading = element?.matches("h1, h2, h3, h4");
    return {
      kind: isField ? "field" : isHeading ? "heading" : element?.tagName.toLowerCase(),
      name: element?.getAttribute("aria-label") ?? element?.textContent?.trim().slice(0, 40) ?? "",
      isInDialog: element?.closest("dialog") !== null,
      isInForm: element?.closest("form") !== null,
      row: element?.closest<HTMLElement>("[data-row]")?.dataset["row"],
    };
  });

export const pressWithKeyboard = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole("button", { name, exact: true }).first().press("Enter");
