import type { Page } from "playwright-core";
import type { startAiMode } from "../../supabase/tests/ai/ai-mode.ts";

/**
 * Routes AI requests to functions that use the AI double, because the site's own functions have no API key.
 */
export const routeToAiDouble = (page: Page, { urls }: Awaited<ReturnType<typeof startAiMode>>) =>
  page.route(/\/api\/(generate-|system-status\/ai$)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const url = `${urls["api"]}${pathname.replace(/^\/api/, "")}`;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
