import { tributeEndpoints } from "../../_shared/contracts/tributes.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement, requireNoun } from "../../_shared/http/handlers.ts";
import { loadFontFiles, nameFile } from "../../_shared/http/pdf-response.ts";
import { redirectToOptOut } from "../../_shared/http/opt-out-redirect.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { readCardPicture } from "../../_shared/queries/fonts.ts";
import { readMailOrganization } from "../../_shared/queries/mail-organization.ts";
import { SITE_PAGES } from "../../_shared/rules/site-pages.ts";
import {
  createCardLabel,
  createCardSentences,
  createQuotation,
  createSalutation,
  createGiverSignature,
  splitIntoLines,
} from "../../_shared/rules/tribute-card.ts";
import { requireOpenSession } from "../my-donations/queries.ts";
import {
  changeTribute,
  findMyTribute,
  findPrintedName,
  findTribute,
  listMyTributes,
  listTributes,
  markTributePrinted,
  optOutOfCards,
  stopTribute,
  withdrawTribute,
} from "./queries.ts";

const requireCard = requireNoun("card");

/** Returns the card if it is one of the donor's own. */
const requireOwnTribute = (id: string) =>
  requireOpenSession(async (sql) => requireCard(await findMyTribute(sql, id)));

export default implement(tributeEndpoints, {
  listTributes: ({ asCaller, query }) => asCaller((sql) => listTributes(sql, query)),

  downloadTribute: async ({ asAdminReader, asService, params: { id }, query: { format } }) => {
    const { found, organization } = await asAdminReader(async (sql) => ({
      found: await findTribute(sql, id),
      organization: await readMailOrganization(sql),
    }));
    const isPrintable = found?.state === "waiting" || found?.state === "printed";
    const stored = requireCard(isPrintable ? found : undefined);
    const donorName = await asAdminReader((sql) => findPrintedName(sql, stored.donationId));
    const card = { ...stored, donorName };
    const { organizationName = "our charity", address = "" } = organization ?? {};
    const { createTributePdf, removePictographs } =
      await import("../../_shared/documents/tribute-pdf.ts");
    const fontFiles = await loadFontFiles({ asService });
    const picture = await asService((sql) => readCardPicture(sql, card.isMemorial));
    const pdf = await createTributePdf(
      {
        isMemorial: card.isMemorial,
        label: createCardLabel(card.isMemorial),
        honoree: card.honoree,
        salutation: createSalutation(card),
        sentences: createCardSentences({ ...card, organizationName }),
        quotation: createQuotation(removePictographs(card.message)),
        signature: createGiverSignature(card.donorName),
        recipient: [card.recipientName, ...splitIntoLines(card.recipientAddress ?? "")],
        sender: [organizationName, ...splitIntoLines(address)],
      },
      format,
      { fontFiles, picture },
    );
    if (pdf === undefined) {
      throw new AppError("pdf_lacks_letters", {
        message:
          "This card has characters that our PDFs can't show. Please write it by hand instead.",
      });
    }
    return createFileResponse(pdf, {
      type: "application/pdf",
      filename: nameFile("card", { donor: { name: card.recipientName } }),
    });
  },

  markTributePrinted: ({ asCaller, params: { id }, body: { updatedAt } }) =>
    asCaller(async (sql) => {
      await markTributePrinted(sql, id, updatedAt);
      return requireCard(await findTribute(sql, id));
    }),

  stopTribute: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await stopTribute(sql, id);
      return requireCard(await findTribute(sql, id));
    }),

  listMyTributes: ({ asCaller }) => asCaller(requireOpenSession(listMyTributes)),

  changeMyTribute: async ({ asCaller, asService, params: { id }, body }) => {
    await asCaller(requireOwnTribute(id));
    await asService((sql) => changeTribute(sql, id, body));
    return asCaller(requireOwnTribute(id));
  },

  stopMyTribute: async ({ asCaller, asService, params: { id } }) => {
    await asCaller(requireOwnTribute(id));
    await asService((sql) => withdrawTribute(sql, id));
    return asCaller(requireOwnTribute(id));
  },

  optOutOfCards: async ({ asService, params: { token } }) => {
    if (!(await asService((sql) => optOutOfCards(sql, token)))) {
      throw new AppError("card_link_invalid");
    }
    return { message: "We won't email you any more cards." };
  },

  openCardOptOut: async ({ services, params: { token } }) =>
    redirectToOptOut(services.environment, SITE_PAGES.stopCards, token),
});
