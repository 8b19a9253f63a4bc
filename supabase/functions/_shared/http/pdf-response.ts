import { AppError } from "../errors.ts";
import type { FontFiles } from "../documents/page-writer.ts";
import { readFontFile } from "../queries/fonts.ts";
import {
  type DocumentText,
  type DonationDocument,
  createDocumentText,
} from "../rules/donation-documents.ts";
import type { Call } from "./handlers.ts";
import { loadOnce } from "./load-once.ts";
import { createFileResponse } from "./raw-responses.ts";

type FontReader = Pick<Call<unknown>, "asService">;

/** Reads the fonts from the database when the first PDF is requested. */
export const loadFontFiles = loadOnce(({ asService }: FontReader): Promise<FontFiles> =>
  asService(async (sql) => ({
    regular: await readFontFile(sql, "Noto Sans"),
    bold: await readFontFile(sql, "Noto Sans SemiBold"),
  })),
);

/** Returns a statement for `year`, or a receipt if no year is given. */
export const createReceiptResponse = (
  call: FontReader,
  document: DonationDocument,
  year?: number,
) =>
  createPdfResponse(
    call,
    createDocumentText(document, year),
    year === undefined ? `receipt-${document.gifts[0]?.receiptNumber}.pdf` : `gifts-${year}.pdf`,
  );

/** Loads the PDF library and the fonts on first use. */
export async function createPdfResponse(call: FontReader, text: DocumentText, filename: string) {
  const { createDonationDocumentPdf } = await import("../documents/donation-document-pdf.ts");
  const pdf = await createDonationDocumentPdf(text, await loadFontFiles(call));
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return createFileResponse(pdf, { type: "application/pdf", filename });
}
