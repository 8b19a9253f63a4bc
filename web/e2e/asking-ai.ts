import type { Page } from "playwright-core";
import type { startAiMode } from "../../supabase/tests/ai/ai-mode.ts";

/** The site's own function has no key, so these calls go to one that asks the double; all else is the real stack. */
export const askTheDouble = (page: Page, { urls }: Awaited<ReturnType<typeof startAiMode>>) =>
  page.route("**/api/generate-*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const url = `${urls["api"]}${pathname.replace(/^\/api/, "")}`;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
