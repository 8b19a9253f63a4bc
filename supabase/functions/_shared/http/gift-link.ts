import { signedId } from "./signed-id.ts";

/** Where the mail to a donor leads. What stands behind `#` no server is told, so no log has it. */
export const giftLinkUrl = async (
  { SITE_URL, HASH_SECRET }: { readonly SITE_URL: string; readonly HASH_SECRET: string },
  linkId: string,
): Promise<string> =>
  new URL(
    `/manage-gift#token=${await signedId(HASH_SECRET, "gift-link", linkId)}`,
    SITE_URL,
  ).toString();
