import type { PaperKind } from "#contracts/choices.ts";
import { PRINTED_PAPERS_MAX } from "#contracts/limits.ts";
import {
  type ArrivedPapers,
  listIds,
  type PaperRequest,
  requestNextPapers,
  startPapers,
  useRecordPrintedPapers,
} from "#data/printed-papers/mutations.ts";
import { saveFile } from "#lib/api/save-file.ts";
import { loadCode } from "#lib/code/load-code.ts";
import { longDay } from "#lib/format.ts";
import { identifyOwnWork } from "#lib/session/own-work.ts";
import { useToday } from "#lib/time/use-today.ts";
import { createInterruptedWork, useContinuedWork } from "#lib/use-continued-work.ts";

/** The list whose rows get papers, or the rows that were selected in it. */
export interface PrintSource {
  readonly endpoint: "GET /api/donations" | "GET /api/donors-consolidated";
  /** The list's search, sort and filters. */
  readonly query: Readonly<Record<string, string>>;
  /** The selected rows, if there is a selection. */
  readonly ids?: readonly string[] | undefined;
}

export interface PrintJob extends Omit<PaperRequest, "idsOf"> {
  /** The letter's name. */
  readonly letterName?: string | undefined;
}

interface Progress {
  readonly job: PrintJob;
  /** Undefined until we know which rows get papers. */
  readonly papers?: ArrivedPapers;
  /** Keeps a repeated request from recording the papers twice. */
  readonly recordKey: string;
}

const interrupted = createInterruptedWork<Progress>();

const toFileName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/[\s_-]+/g, "-");

const createFileName = ({ kind, year, letterName = "" }: PrintJob, today: string): string =>
  [toFileName(letterName) || kind, year ?? today].join("-");

const PRINTED_KINDS: Readonly<Record<Exclude<PaperKind, "statements">, string>> = {
  receipts: "Receipts",
  letters: "Letters",
  labels: "Mailing labels",
};

/** Returns the PDF's title, which readers show in their window, such as `Annual statements for 2026`. */
const createTitle = ({ kind, year, letterName }: PrintJob, today: string): string =>
  kind === "statements"
    ? `Annual statements for ${year}`
    : `${letterName || PRINTED_KINDS[kind]}, printed ${longDay(today)}`;

const listRemainingIds = ({ endpoint, query, ids }: PrintSource, signal: AbortSignal) =>
  ids ?? listIds(endpoint, query, { limit: PRINTED_PAPERS_MAX, signal });

/** Returns how to record the papers of a job, and then save them as one PDF. */
const useSavePapers = () => {
  const today = useToday();
  const record = useRecordPrintedPapers();
  return async ({ job, recordKey }: Progress, { files, recordIds }: ArrivedPapers) => {
    if (recordIds.length === 0) return;
    const name = createFileName(job, today);
    const { joinPdfs } = await loadCode(() => import("#lib/pdf/join-pdfs.ts"));
    const pdf = await joinPdfs(files, createTitle(job, today));
    const { kind, year, letterId } = job;
    const body = { kind, year, letterId, ids: [...recordIds] };
    await record.mutateAsync({ body, idempotencyKey: recordKey });
    saveFile(new Blob([pdf], { type: "application/pdf" }), `${name}.pdf`);
  };
};

/**
 * Prints papers for many rows: requests a few at a time, joins them to one PDF and records them. Printing that is
 * interrupted can be continued, and each paper is in the PDF once.
 */
export const usePrint = (source: PrintSource) => {
  const save = useSavePapers();
  const { start, forget, ...work } = useContinuedWork<Progress>({
    id: identifyOwnWork(source),
    interrupted,
    failure: "The papers could not be printed",
    run: async (from, { keep, signal }) => {
      const idsOf = source.endpoint === "GET /api/donations" ? "donations" : "donors";
      let papers = from.papers ?? startPapers(await listRemainingIds(source, signal));
      keep({ ...from, papers });
      while (papers.remainingIds.length > 0) {
        papers = await requestNextPapers({ ...from.job, idsOf }, papers, signal);
        keep({ ...from, papers });
      }
      await save(from, papers);
    },
  });
  return {
    ...work,
    begin: (job: PrintJob) => start({ job, recordKey: crypto.randomUUID() }),
    startOver: forget,
  };
};

/** Returns whether printing for these rows was interrupted and can be continued. */
export const isPrintInterrupted = (source: PrintSource): boolean =>
  interrupted.find(identifyOwnWork(source)) !== null;
