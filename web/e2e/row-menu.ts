import type { Locator, Page } from "playwright-core";

/** Opens a row's menu and chooses an action of it. `name` is the row's name, unless `scope` is the row. */
export const chooseInMenu = async (
  page: Page,
  action: string | RegExp,
  { scope = page, name }: { readonly scope?: Page | Locator; readonly name?: string },
): Promise<void> => {
  const label = name === undefined ? /^More for / : `More for ${name}`;
  await scope.getByRole("button", { name: label, exact: true }).first().click();
  await page.getByRole("menuitem", { name: action }).click();
};
