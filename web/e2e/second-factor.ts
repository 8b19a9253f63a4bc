import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitForFreshCode } from "../../supabase/tests/fresh-code.ts";
import { findViolationsInAllModes } from "./axe.ts";

/**
 * Sets up two-step login with the card on the open page, and returns the secret and the recovery codes. With
 * `shouldCheckAccessibility`, also checks the card at each step.
 */
export async function setUpSecondFactor(
  page: Page,
  password: string,
  { shouldCheckAccessibility = false }: { readonly shouldCheckAccessibility?: boolean } = {},
) {
  await page.getByRole("button", { name: "Set up two-step login" }).click();
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm your password" }).click();
  const qrCode = page.getByRole("img", { name: /^QR code/ });
  await qrCode.waitFor();
  const isDrawn = () =>
    qrCode.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  if (shouldCheckAccessibility) expect(await findViolationsInAllModes(page)).toEqual([]);
  const secret = ((await page.getByRole("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("6-digit code").fill(await waitForFreshCode(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  const codeList = page.getByRole("list", { name: "Recovery codes" });
  await codeList.waitFor();
  if (shouldCheckAccessibility) expect(await findViolationsInAllModes(page)).toEqual([]);
  const codes = await codeList.getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "I've saved them" }).click();
  return { secret, codes };
}
