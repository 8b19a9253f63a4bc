import { AppError } from "../errors.ts";
import { type DonationDocument, documentText } from "../rules/donation-documents.ts";
import { fileAnswer } from "./raw-answers.ts";

/** Returns a statement for `year`, or a receipt without one. Loads the PDF library and fonts on first use. */
export async function pdfAnswer(document: DonationDocument, year?: number) {
  const { donationDocumentPdf } = await import("../documents/donation-document-pdf.ts");
  const pdf = await donationDocumentPdf(documentText(document, year));
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  const filename =
    year === undefined ? `receipt-${document.gifts[0]?.receiptNumber}.pdf` : `gifts-${year}.pdf`;
  return fileAnswer(pdf, { type: "application/pdf", filename });
}
