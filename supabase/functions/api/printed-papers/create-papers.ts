import type { UnprintableReason } from "../../_shared/contracts/choices.ts";
import type { Output, ParsedInput } from "../../_shared/contracts/endpoint.ts";
import type { printedPaperEndpoints } from "../../_shared/contracts/printed-papers.ts";
import { type Call, requireFound } from "../../_shared/http/handlers.ts";
import { loadStationery, writeLabels, writePapers } from "../../_shared/http/pdf-response.ts";
import {
  createDocumentText,
  createLetterhead,
  type DocumentText,
} from "../../_shared/rules/donation-documents.ts";
import {
  canFillLetter,
  createLetterText,
  type LetterDocument,
} from "../../_shared/rules/letter-documents.ts";
import {
  findLetterTemplate,
  listLatestReceipts,
  listLetters,
  listReceipts,
  listStatements,
  type PaperRow,
} from "./queries.ts";

type Endpoint = typeof printedPaperEndpoints.createPapers;
type Papers = Output<Endpoint>;
type Query = ParsedInput<Endpoint>["query"];
type PaperCall = Pick<Call<unknown>, "asAdminReader" | "asService" | "services">;

/** A paper that can be printed, or the reason why it can't be. */
interface Draft<Text> {
  readonly row: Pick<PaperRow<unknown>, "id" | "recordId" | "donorId" | "name">;
  readonly text: Text | UnprintableReason;
}

export const createPapers = (call: PaperCall, query: Query): Promise<Papers> =>
  query.kind === "labels" ? createLabels(call, query) : createSheets(call, query);

/** Leaves out papers that couldn't be mailed, so that a pile of papers and its labels have the same order. */
function draftPaper<Document extends { readonly donor: { readonly address: string | null } }, Text>(
  { document, ...row }: PaperRow<Document>,
  createText: (document: Document) => Text | UnprintableReason,
): Draft<Text> {
  if (document === null) return { row, text: "nothing_to_print" };
  if ((document.donor.address ?? "").trim() === "") return { row, text: "no_address" };
  return { row, text: createText(document) };
}

const draftSheets = (
  { asAdminReader }: PaperCall,
  { kind, ids, idsOf, year = 0, letterId = "" }: Query,
  thanks: string,
): Promise<readonly Draft<DocumentText>[]> =>
  asAdminReader(async (sql) => {
    if (kind === "receipts") {
      const list = idsOf === "donors" ? listLatestReceipts : listReceipts;
      return (await list(sql, ids)).map((row) =>
        draftPaper(row, (document) => createDocumentText(document, undefined, thanks)),
      );
    }
    if (kind === "statements") {
      return (await listStatements(sql, ids, year)).map((row) =>
        draftPaper(row, (document) => createDocumentText(document, year, thanks)),
      );
    }
    const template = requireFound(await findLetterTemplate(sql, letterId), "letter");
    return (await listLetters(sql, ids)).map((row) =>
      draftPaper(row, (document) =>
        canFillLetter(template.body, document)
          ? createLetterText(template.body, document)
          : "no_gift",
      ),
    );
  });

const isReason = <Text extends object>(text: Text | UnprintableReason): text is UnprintableReason =>
  typeof text === "string";

/** Returns the papers that have a text, and a list of the others. */
const sortDrafts = <Text extends object>(drafts: readonly Draft<Text>[]) => ({
  printable: drafts.flatMap(({ row, text }) => (isReason(text) ? [] : [{ row, text }])),
  unprintable: drafts.flatMap(({ row: { id, donorId, name }, text }) =>
    isReason(text) ? [{ id, donorId, name, reason: text }] : [],
  ),
});

async function createSheets(call: PaperCall, query: Query): Promise<Papers> {
  const stationery = await loadStationery(call);
  const { thanks } = stationery.closing;
  const { printable, unprintable } = sortDrafts(await draftSheets(call, query, thanks));
  const texts = printable.map(({ text }) => text);
  const { pdf, unwritable } = await writePapers(texts, stationery);
  const lacksLetters = ({ text }: { readonly text: DocumentText }) => unwritable.includes(text);
  const printed = printable.filter((paper) => !lacksLetters(paper));
  return {
    pdf,
    printedIds: printed.map(({ row }) => row.id),
    recordIds: printed.map(({ row }) => row.recordId),
    waitingIds: [],
    unprintable: [
      ...unprintable,
      ...printable.filter(lacksLetters).map(({ row: { id, donorId, name } }) => ({
        id,
        donorId,
        name,
        reason: "lacks_letters" as const,
      })),
    ],
  };
}

async function createLabels(call: PaperCall, { ids, isLast }: Query): Promise<Papers> {
  const rows = await call.asAdminReader((sql) => listLetters(sql, ids));
  const { printable, unprintable } = sortDrafts(
    rows.map((row) =>
      draftPaper(row, (document: LetterDocument) => ({ lines: createLetterhead(document).donor })),
    ),
  );
  const rowsById = new Map(printable.map(({ row }) => [row.id, row]));
  const author = rows[0]?.document?.organization?.name ?? "";
  const labels = printable.map(({ row, text }) => ({ id: row.id, ...text }));
  const result = await writeLabels(call, labels, { author, isLast });
  const printedIds = result.written.map(({ id }) => id);
  return {
    pdf: result.pdf,
    printedIds,
    recordIds: printedIds,
    waitingIds: result.waiting.map(({ id }) => id),
    unprintable: [
      ...unprintable,
      ...result.unwritable.flatMap(({ id }) => {
        const row = rowsById.get(id);
        return row ? [{ ...row, reason: "lacks_letters" as const }] : [];
      }),
    ],
  };
}
