import { signedId } from "./signed-id.ts";

/** Where a link of a mail leads, by what it opens. */
const pages = { "gift-link": "/manage-gift", "activation-link": "/activate" } as const;

/** What stands behind `#` no server is told, so no log has it. */
export const mailedLinkUrl = async (
  { SITE_URL, HASH_SECRET }: { readonly SITE_URL: string; readonly HASH_SECRET: string },
  opens: keyof typeof pages,
  linkId: string,
): Promise<string> =>
  new URL(
    `${pages[opens]}#token=${await signedId(HASH_SECRET, opens, linkId)}`,
    SITE_URL,
  ).toString();
