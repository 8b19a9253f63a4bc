import { AppError } from "../errors.ts";
import {
  type DocumentText,
  type DonationDocument,
  documentText,
} from "../rules/donation-documents.ts";
import { fileAnswer } from "./raw-answers.ts";

/** Returns a statement for `year`, or a receipt without one. */
export const receiptAnswer = (document: DonationDocument, year?: number) =>
  pdfAnswer(
    documentText(document, year),
    year === undefined ? `receipt-${document.gifts[0]?.receiptNumber}.pdf` : `gifts-${year}.pdf`,
  );

/** Loads the PDF library and fonts on first use. */
export async function pdfAnswer(text: DocumentText, filename: string) {
  const { createDonationDocumentPdf } = await import("../documents/donation-document-pdf.ts");
  const pdf = await createDonationDocumentPdf(text);
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return fileAnswer(pdf, { type: "application/pdf", filename });
}
