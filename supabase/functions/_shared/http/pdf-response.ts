import { AppError } from "../errors.ts";
import {
  type DocumentText,
  type DonationDocument,
  createDocumentText,
} from "../rules/donation-documents.ts";
import { createFileResponse } from "./raw-responses.ts";

/** Returns a statement for `year`, or a receipt if no year is given. */
export const createReceiptResponse = (document: DonationDocument, year?: number) =>
  createPdfResponse(
    createDocumentText(document, year),
    year === undefined ? `receipt-${document.gifts[0]?.receiptNumber}.pdf` : `gifts-${year}.pdf`,
  );

/** Loads the PDF library and fonts on first use. */
export async function createPdfResponse(text: DocumentText, filename: string) {
  const { createDonationDocumentPdf } = await import("../documents/donation-document-pdf.ts");
  const pdf = await createDonationDocumentPdf(text);
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return createFileResponse(pdf, { type: "application/pdf", filename });
}
