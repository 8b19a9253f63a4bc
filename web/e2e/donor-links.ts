import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signDonorLink } from "../../supabase/tests/contract/donor-session.ts";
import { facts, sql } from "../../supabase/tests/contract/stack.ts";

/** Returns the link in the email to this address. */
export async function readDonorLink(email: string): Promise<string> {
  const readLinkIds = () => sql<{ linkId: string }[]>`
    select data ->> 'giftLinkId' as "linkId" from public.email_outbox
    where to_email = ${email} and template_name = 'Gift Link'`;
  await expect.poll(async () => (await readLinkIds()).length).toBe(1);
  const [row] = await readLinkIds();
  return `${facts.webUrl}/manage-gift#token=${await signDonorLink(row?.linkId ?? "")}`;
}

export async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto(`${facts.webUrl}/manage-gift`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}
