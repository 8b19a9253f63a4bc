import { myDonationEndpoints } from "../../_shared/contracts/my-donations.ts";
import { AppError } from "../../_shared/errors.ts";
import { requireFound, implement, type RunTransaction } from "../../_shared/http/handlers.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import { type DocumentText, documentText } from "../../_shared/rules/donation-documents.ts";
import { findReceipt, findStatement, listMyDonations, requireOpenSession } from "./queries.ts";

export default implement(myDonationEndpoints, {
  listMyDonations: ({ asCaller }) => asCaller(requireOpenSession(listMyDonations)),

  getMyDonationReceipt: ({ asCaller, params: { id } }) => requireReceipt(asCaller, id),

  downloadMyDonationReceipt: async ({ asCaller, params: { id } }) => {
    const document = await requireReceipt(asCaller, id);
    return pdfAnswer(documentText(document), `receipt-${document.gifts[0]?.receiptNumber}.pdf`);
  },

  getMyDonationStatement: ({ asCaller, params: { year } }) => requireStatement(asCaller, year),

  downloadMyDonationStatement: async ({ asCaller, params: { year } }) =>
    pdfAnswer(documentText(await requireStatement(asCaller, year), year), `gifts-${year}.pdf`),
});

const requireReceipt = async (asCaller: RunTransaction, donationId: string) =>
  requireFound(await asCaller(requireOpenSession((sql) => findReceipt(sql, donationId))));

const requireStatement = async (asCaller: RunTransaction, year: number) =>
  requireFound(await asCaller(requireOpenSession((sql) => findStatement(sql, year))));

/** Loads the PDF library and fonts on first use. */
async function pdfAnswer(text: DocumentText, filename: string) {
  const { donationDocumentPdf } = await import("../../_shared/documents/donation-document-pdf.ts");
  const pdf = await donationDocumentPdf(text);
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return fileAnswer(pdf, { type: "application/pdf", filename });
}
