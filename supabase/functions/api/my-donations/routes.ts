import { myDonationEndpoints } from "../../_shared/contracts/my-donations.ts";
import { AppError } from "../../_shared/errors.ts";
import type { Caller } from "../../_shared/caller.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { type DocumentText, documentText } from "../../_shared/rules/donation-documents.ts";
import { findReceipt, findStatement, listMyDonations, requireOpenSession } from "./queries.ts";

export default implement(myDonationEndpoints, {
  listMyDonations: ({ asCaller }) => asCaller(requireOpenSession(listMyDonations)),

  getMyDonationReceipt: ({ services, caller, params: { id } }) => receipt(services, caller, id),

  downloadMyDonationReceipt: async ({ services, caller, params: { id } }) => {
    const paper = await receipt(services, caller, id);
    return pdfOf(documentText(paper), `receipt-${paper.gifts[0]?.receiptNumber}.pdf`);
  },

  getMyDonationStatement: ({ services, caller, params: { year } }) =>
    statement(services, caller, year),

  downloadMyDonationStatement: async ({ services, caller, params: { year } }) =>
    pdfOf(documentText(await statement(services, caller, year), year), `gifts-${year}.pdf`),
});

const receipt = async ({ database }: Services, caller: Caller, giftId: string) =>
  requireFound(
    await database.as(
      caller,
      requireOpenSession((sql) => findReceipt(sql, giftId)),
    ),
  );

const statement = async ({ database }: Services, caller: Caller, year: number) =>
  requireFound(
    await database.as(
      caller,
      requireOpenSession((sql) => findStatement(sql, year)),
    ),
  );

/** Loads the PDF library and fonts on first use. */
async function pdfOf(text: DocumentText, filename: string) {
  const { donationDocumentPdf } = await import("../../_shared/documents/donation-document-pdf.ts");
  const pdf = await donationDocumentPdf(text);
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return fileAnswer(pdf, { type: "application/pdf", filename });
}
