import { tributeEndpoints } from "../../_shared/contracts/tributes.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement, requireNoun } from "../../_shared/http/handlers.ts";
import { loadFontFiles } from "../../_shared/http/pdf-response.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { readMailOrganization } from "../../_shared/queries/mail-organization.ts";
import { createCardHeading, createCardSentences } from "../../_shared/rules/tribute-card.ts";
import { requireOpenSession } from "../my-donations/queries.ts";
import {
  changeTribute,
  findMyTribute,
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

  downloadTribute: async ({ asAdminReader, asService, params: { id } }) => {
    const { found, organization } = await asAdminReader(async (sql) => ({
      found: await findTribute(sql, id),
      organization: await readMailOrganization(sql),
    }));
    const isPrintable = found?.state === "waiting" || found?.state === "printed";
    const card = requireCard(isPrintable ? found : undefined);
    const { organizationName = "our charity", address = "" } = organization ?? {};
    const { splitIntoLines, createTributePdf } =
      await import("../../_shared/documents/tribute-pdf.ts");
    const fontFiles = await loadFontFiles({ asService });
    const pdf = await createTributePdf(
      {
        heading: createCardHeading(card),
        sentences: createCardSentences({ ...card, organizationName }),
        message: card.message,
        address: [card.recipientName, ...splitIntoLines(card.recipientAddress ?? "")],
        senderLines: [organizationName, ...splitIntoLines(address)],
      },
      fontFiles,
    );
    if (pdf === undefined) {
      throw new AppError("pdf_lacks_letters", {
        message:
          "This card has characters that our PDFs can't show. Please write it by hand instead.",
      });
    }
    return createFileResponse(pdf, { type: "application/pdf", filename: "card.pdf" });
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
});
