import { giftLinkEndpoints } from "../../_shared/contracts/gift-links.ts";
import { service } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { inBackground } from "../../_shared/http/in-background.ts";
import { idOfSigned, signedId } from "../../_shared/http/signed-id.ts";
import { redeemGiftLink, requestGiftLink } from "../queries/gift-links.ts";

export const giftLinkHandlers = implement(giftLinkEndpoints, {
  requestGiftLink: async ({ body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    // Queuing an email takes longer, which must not show in the response time.
    inBackground("requestGiftLink", async () => {
      await services.database.as(service, (sql) => requestGiftLink(sql, body.email));
    });
    return {
      message: "If gifts were made with this email, a link to them is on its way.",
    };
  },

  redeemGiftLink: async ({ body, services: { environment, database } }) => {
    const { HASH_SECRET: secret } = environment;
    const linkId = await idOfSigned(secret, "gift-link", body.token);
    if (linkId === undefined) throw new AppError("gift_link_invalid");
    const expiresAt = await database.as(service, (sql) => redeemGiftLink(sql, linkId));
    if (expiresAt === null) throw new AppError("gift_link_invalid");
    return { giftSession: await signedId(secret, "gift-session", linkId), expiresAt };
  },
});
