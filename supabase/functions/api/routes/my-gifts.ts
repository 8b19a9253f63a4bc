import { myGiftEndpoints } from "../../_shared/contracts/my-gifts.ts";
import { AppError } from "../../_shared/errors.ts";
import type { Caller } from "../../_shared/caller.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { type PaperText, paperText } from "../../_shared/rules/gift-papers.ts";
import { findReceipt, findStatement, listMyGifts, withinTheHour } from "../queries/my-gifts.ts";

export const myGiftHandlers = implement(myGiftEndpoints, {
  listMyGifts: ({ services, caller }) => services.database.as(caller, withinTheHour(listMyGifts)),

  getMyGiftReceipt: ({ services, caller, params: { id } }) => receipt(services, caller, id),

  downloadMyGiftReceipt: async ({ services, caller, params: { id } }) => {
    const paper = await receipt(services, caller, id);
    return pdfOf(paperText(paper), `receipt-${paper.gifts[0]?.receiptNumber}.pdf`);
  },

  getMyGiftStatement: ({ services, caller, params: { year } }) => statement(services, caller, year),

  downloadMyGiftStatement: async ({ services, caller, params: { year } }) =>
    pdfOf(paperText(await statement(services, caller, year), year), `gifts-${year}.pdf`),
});

const receipt = async ({ database }: Services, caller: Caller, giftId: string) =>
  found(
    await database.as(
      caller,
      withinTheHour((sql) => findReceipt(sql, giftId)),
    ),
  );

const statement = async ({ database }: Services, caller: Caller, year: number) =>
  found(
    await database.as(
      caller,
      withinTheHour((sql) => findStatement(sql, year)),
    ),
  );

/** Loads the PDF library and fonts on first use. */
async function pdfOf(text: PaperText, filename: string) {
  const { giftPaperPdf } = await import("../../_shared/papers/gift-paper-pdf.ts");
  const pdf = await giftPaperPdf(text);
  if (pdf === undefined) throw new AppError("pdf_lacks_letters");
  return fileAnswer(pdf, { type: "application/pdf", filename });
}
