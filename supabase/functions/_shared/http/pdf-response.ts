import { Buffer } from "node:buffer";
import { AppError } from "../errors.ts";
import type { Stationery } from "../documents/donation-document-pdf.ts";
import type { Label } from "../documents/labels-pdf.ts";
import type { FontFiles } from "../documents/page-writer.ts";
import { readFontFile } from "../queries/fonts.ts";
import { readPaperSettings } from "../queries/paper-settings.ts";
import {
  type DocumentText,
  type DonationDocument,
  createDocumentText,
} from "../rules/donation-documents.ts";
import { toSignatureKey } from "../rules/upload-places.ts";
import type { Call } from "./handlers.ts";
import { loadOnce } from "./load-once.ts";
import { createFileResponse } from "./raw-responses.ts";
import type { Services } from "./services.ts";

type FontReader = Pick<Call<unknown>, "asService">;
type PaperCall = Pick<Call<unknown>, "asService" | "services">;

/** Reads the fonts from the database when the first PDF is requested. */
export const loadFontFiles = loadOnce(({ asService }: FontReader): Promise<FontFiles> =>
  asService(async (sql) => ({
    regular: await readFontFile(sql, "Noto Sans"),
    bold: await readFontFile(sql, "Noto Sans SemiBold"),
    serif: await readFontFile(sql, "Fraunces SemiBold"),
  })),
);

/** Loads the fonts and what the settings say about all papers. */
export async function loadStationery(call: PaperCall): Promise<Stationery> {
  const fontFiles = await loadFontFiles(call);
  const { signatureUrl, ...closing } = await call.asService(readPaperSettings);
  const signature =
    signatureUrl === null ? undefined : await readSignature(call.services, signatureUrl);
  return { fontFiles, closing, signature };
}

/** Returns undefined if the file is missing, because a paper without the picture is better than none. */
async function readSignature({ storage }: Services, path: string): Promise<Uint8Array | undefined> {
  const file = await storage.open("uploads", toSignatureKey(path));
  return file && new Uint8Array(await new Response(file).arrayBuffer());
}

/** Returns a statement for `year`, or a receipt if no year is given. */
export const createReceiptResponse = (call: PaperCall, document: DonationDocument, year?: number) =>
  createPdfResponse(
    call,
    (thanks) => createDocumentText(document, year, thanks),
    nameFile(
      year === undefined ? `receipt-${document.gifts[0]?.receiptNumber}` : `statement-${year}`,
      document,
    ),
  );

/** Returns a name that says whose paper the file is, such as `statement-2026-Anna-Lee.pdf`. */
export function nameFile(
  paper: string,
  { donor }: { readonly donor: Pick<DonationDocument["donor"], "name"> },
): string {
  const words = donor.name.normalize("NFKD").replaceAll(/\p{M}/gu, "").match(/\w+/g);
  return `${[paper, ...(words ?? [])].join("-")}.pdf`;
}

/** Loads the PDF library and the fonts on first use. */
export async function createPdfResponse(
  call: PaperCall,
  createText: (thanks: string) => DocumentText,
  filename: string,
) {
  const { createDonationDocumentPdf } = await import("../documents/donation-document-pdf.ts");
  const stationery = await loadStationery(call);
  const pdf = await createDonationDocumentPdf(createText(stationery.closing.thanks), stationery);
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return createFileResponse(pdf, { type: "application/pdf", filename });
}

const toBase64 = (pdf: Uint8Array | undefined): string | null =>
  pdf === undefined ? null : Buffer.from(pdf).toString("base64");

/** Writes papers into one PDF, encoded in base64, and returns those with a character that the fonts lack. */
export async function writePapers(texts: readonly DocumentText[], stationery: Stationery) {
  const { createPapersPdf } = await import("../documents/donation-document-pdf.ts");
  const { pdf, unwritable } = await createPapersPdf(texts, stationery);
  return { pdf: toBase64(pdf), unwritable };
}

/** Writes sheets of labels into one PDF, encoded in base64. */
export async function writeLabels(
  call: FontReader,
  labels: readonly Label[],
  options: { readonly author: string; readonly isLast: boolean },
) {
  const { createLabelsPdf } = await import("../documents/labels-pdf.ts");
  const fontFiles = await loadFontFiles(call);
  const { pdf, ...result } = await createLabelsPdf(labels, { ...options, fontFiles });
  return { ...result, pdf: toBase64(pdf) };
}
