import { donorLinkEndpoints } from "../../_shared/contracts/donor-links.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { runInBackground } from "../../_shared/http/in-background.ts";
import { verifySignedId, signId } from "../../_shared/http/signed-id.ts";
import { redeemDonorLink, requestDonorLink } from "./queries.ts";

export default implement(donorLinkEndpoints, {
  requestDonorLink: async ({ asService, body, services, address }) => {
    await services.checkCaptcha(body.captchaToken, address);
    // The link is requested in the background, so that the response time doesn't reveal whether this email address has
    // gifts.
    runInBackground("requestDonorLink", async () => {
      await asService((sql) => requestDonorLink(sql, body.email));
    });
    return {
      message:
        "If we have gifts on record for this email address, a link to view them is on its way.",
    };
  },

  redeemDonorLink: async ({ asService, body, services: { environment } }) => {
    const { HASH_SECRET } = environment;
    const linkId = await verifySignedId(HASH_SECRET, "gift-link", body.token);
    if (linkId === undefined) throw new AppError("gift_link_invalid");
    const expiresAt = await asService((sql) => redeemDonorLink(sql, linkId));
    if (expiresAt === null) throw new AppError("gift_link_invalid");
    return { giftSession: await signId(HASH_SECRET[0], "gift-session", linkId), expiresAt };
  },
});
