import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { isLongRun } from "../../supabase/tests/random.ts";
import { waitForLayout, displayModes, measureOverflow } from "./browser.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** These options leave out the details of passed rules, because reporting them would make axe take twice as long. */
const violationOptions: RunOptions = { resultTypes: ["violations"] };

const contrastOptions: RunOptions = {
  ...violationOptions,
  runOnly: { type: "rule", values: ["color-contrast"] },
};

/** Returns the violations that axe finds on the page in its current state, each with the affected elements. */
export async function findViolations(page: Page, options = violationOptions): Promise<string[]> {
  // Axe can't determine the colors of elements that aren't laid out yet.
  await waitForLayout(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: Pick<typeof Axe, "configure" | "run"> };
    // Without `noHtml`, axe would copy the markup of every element that it checks, not only of those in a violation.
    axe.configure({ noHtml: true });
    const { violations } = await axe.run(options);
    const getMarkup = (selector: string) =>
      document.querySelector(selector)?.outerHTML.slice(0, 300) ?? selector;
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target }) => getMarkup(String(target[0]))).join(" | ")}`,
    );
  }, options);
}

/** Finishes all transitions, such as those between color schemes, and waits until no endless animation is running. */
const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() => {
    const animations = document.getAnimations().filter(({ playState }) => playState === "running");
    for (const animation of animations) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    return animations.length === 0;
  });

type ColorScheme = "light" | "dark";

/** Checks the page's current state in a color scheme. Each problem starts with the label. */
async function findViolationsInScheme(
  page: Page,
  colorScheme: ColorScheme,
  label: string = colorScheme,
  options = violationOptions,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await waitUntilSettled(page);
  const violations = await findViolations(page, options);
  return violations.map((violation) => `${label}: ${violation}`);
}

type DisplayMode = (typeof displayModes)[number];

/**
 * Checks the page's current state in a display mode, and leaves the page in that mode. Also reports sideways scrolling.
 * `npm test` checks everything on a phone and only contrast on a desktop, because little else differs.
 */
export async function findViolationsInMode(
  page: Page,
  [mode, { viewport, colorScheme }]: DisplayMode,
): Promise<string[]> {
  await page.setViewportSize(viewport);
  const isPhone = mode === displayModes[0][0];
  const options = isPhone || isLongRun ? violationOptions : contrastOptions;
  const problems = await findViolationsInScheme(page, colorScheme, mode, options);
  const overflow = await measureOverflow(page);
  if (overflow > 0) problems.push(`${mode}: scrolls sideways by ${overflow} px`);
  return problems;
}

/** Checks the page's current state on a phone and on a desktop, each in one color scheme, so that one pass covers both. */
export async function findViolationsInAllModes(page: Page): Promise<string[]> {
  // A panel of the dashboard may not have its heading until it has loaded.
  await page.locator("[data-loading]").first().waitFor({ state: "detached" });
  const originalViewport = page.viewportSize();
  const problems: string[] = [];
  // Ends with the original screen size, because changing it back would take as long as a check.
  const isOnPhone = originalViewport?.width === displayModes[0][1].viewport.width;
  for (const mode of isOnPhone ? displayModes.toReversed() : displayModes)
    problems.push(...(await findViolationsInMode(page, mode)));
  await page.emulateMedia({ colorScheme: null });
  if (originalViewport) await page.setViewportSize(originalViewport);
  return problems;
}

/** Checks both color schemes, but only contrast in dark mode, because nothing else differs. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const problems = [
    ...(await findViolationsInScheme(page, "light")),
    ...(await findViolationsInScheme(page, "dark", "dark", contrastOptions)),
  ];
  await page.emulateMedia({ colorScheme: null });
  return problems;
}
