import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { waitForLayout, displayModes, overflowOf } from "./browser.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Leaves out passed rules, because reporting them would take axe twice as long. */
const violationsOnly: RunOptions = { resultTypes: ["violations"] };

const contrastOnly: RunOptions = {
  ...violationsOnly,
  runOnly: { type: "rule", values: ["color-contrast"] },
};

/** Returns the violations that axe finds on the page in its current state, each with the affected elements. */
export async function violationsOf(page: Page, options = violationsOnly): Promise<string[]> {
  // Axe can't determine the colors of elements that aren't laid out yet.
  await waitForLayout(page);
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return (await axe.run(options)).violations;
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );

/**
 * Checks the page's current state on a phone and on a desktop, each in its color scheme, so that one walk covers both.
 * Also reports sideways scrolling.
 */
export async function violationsInAllModes(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const original = page.viewportSize();
  for (const [mode, { viewport, colorScheme }] of displayModes) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page);
    const violations = await violationsOf(page);
    problems.push(...violations.map((violation) => `${mode}: ${violation}`));
    const overflow = await overflowOf(page);
    if (overflow > 0) problems.push(`${mode}: scrolls sideways by ${overflow} px`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (original) await page.setViewportSize(original);
  return problems;
}

/** Checks both color schemes, but only contrast in dark mode, because nothing else differs. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const [colorScheme, options] of [
    ["light", violationsOnly],
    ["dark", contrastOnly],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page);
    const violations = await violationsOf(page, options);
    problems.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return problems;
}
