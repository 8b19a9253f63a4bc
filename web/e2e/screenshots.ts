import { mkdirSync } from "node:fs";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { captureEveryScreen } from "./every-screen.ts";
import { launchBrowser, newVisit } from "./browser.ts";
import { logInAdmin, openSection } from "./logging-in.ts";

/**
 * `npm run screenshots`: takes the pictures in docs/screenshots from the running stack. With `-- every` captures all
 * pages, panels and dialogs for review instead; `-- every admin` takes a part of them.
 */
const folder = "docs/screenshots";
const widths = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 } as const;
const themes = ["light", "dark"] as const;
const jpeg = { type: "jpeg", quality: 72 } as const;

mkdirSync(folder, { recursive: true });
await clearRateLimits();
const browser = await launchBrowser();

const [mode, ...parts] = process.argv.slice(2);
if (mode === "every") {
  await captureEveryScreen(browser, parts);
  await browser.close();
  await sql.end();
  process.exit();
}

async function openPage(
  width: number,
  height: number,
  colorScheme: "light" | "dark",
  path: string,
) {
  const { page } = await newVisit(browser, { viewport: { width, height }, colorScheme });
  await page.goto(facts.webUrl + path, { waitUntil: "networkidle" });
  return page;
}

for (const colorScheme of themes) {
  for (const [width, height] of Object.entries(widths)) {
    const page = await openPage(Number(width), height, colorScheme, "/");
    await page.screenshot({ ...jpeg, path: `${folder}/home-${width}-${colorScheme}.jpg` });
    await page.context().close();
  }
}

const home = await openPage(1280, 800, "light", "/");
// As tall as the section, otherwise the sticky header would cover it.
await home.setViewportSize({ width: 1280, height: 3700 });
await home.locator("#impact").scrollIntoViewIfNeeded();
await home.getByRole("heading", { name: "Places we reached" }).waitFor();
await home.waitForTimeout(1500);
await home.locator("#impact").screenshot({ ...jpeg, path: `${folder}/impact.jpg` });
await home.setViewportSize({ width: 1280, height: 800 });
await logInAdmin(home);
await openSection(home, "Donations");
await home.getByRole("cell", { name: /^\$/ }).first().waitFor();
await home.waitForLoadState("networkidle");
await home
  .getByText("Login Successful!", { exact: true })
  .waitFor({ state: "hidden", timeout: 10_000 });
await home.screenshot({ ...jpeg, path: `${folder}/admin-donations.jpg` });

const donate = await openPage(360, 740, "light", "/");
await donate.getByRole("button", { name: /^Donate \$/ }).click();
await donate.getByRole("dialog").waitFor();
await donate.screenshot({ ...jpeg, path: `${folder}/donation-360.jpg` });

await browser.close();
await sql.end();
