import { useEffect, useRef, useState } from "react";
import { PRINTED_PAPERS_MAX } from "#contracts/limits.ts";
import {
  type ArrivedPapers,
  listIds,
  type PaperRequest,
  requestNextPapers,
  startPapers,
  useRecordPrintedPapers,
} from "#data/printed-papers/mutations.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { saveFile } from "#lib/api/save-file.ts";
import { loadCode } from "#lib/code/load-code.ts";
import { logError } from "#lib/log.ts";
import { identifyOwnWork } from "#lib/session/own-work.ts";
import { useToday } from "#lib/time/use-today.ts";
import { useWarningOnClose } from "#lib/use-warning-on-close.ts";

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

/** The printing that was interrupted last. It's kept while the user logs in again or looks at other pages. */
let interrupted: (Progress & { readonly id: string }) | null = null;

const toFileName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/[\s_-]+/g, "-");

const createFileName = ({ kind, year, letterName = "" }: PrintJob, today: string): string =>
  [toFileName(letterName) || kind, year ?? today].join("-");

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
    const pdf = await joinPdfs(files, name);
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
  const [id] = useState(() => identifyOwnWork(source));
  const [progress, setProgress] = useState<Progress | null>(() =>
    interrupted?.id === id ? interrupted : null,
  );
  const [state, setState] = useState<"idle" | "running" | "done">("idle");
  const [error, setError] = useState<unknown>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  useWarningOnClose(state === "running");

  const keep = (reached: Progress) => {
    interrupted = { ...reached, id };
    setProgress(reached);
  };

  const run = async (from: Progress) => {
    const { signal } = (abortController.current = new AbortController());
    setState("running");
    setError(null);
    setProgress(from);
    const idsOf = source.endpoint === "GET /api/donations" ? "donations" : "donors";
    let papers = from.papers ?? startPapers(await listRemainingIds(source, signal));
    keep({ ...from, papers });
    while (papers.remainingIds.length > 0) {
      papers = await requestNextPapers({ ...from.job, idsOf }, papers, signal);
      signal.throwIfAborted();
      keep({ ...from, papers });
    }
    await save(from, papers);
    interrupted = null;
    setState("done");
  };
  const start = (from: Progress) =>
    run(from).catch((failure: unknown) => {
      if (abortController.current?.signal.aborted) return;
      // At the end of a session, the page says so.
      if (!isUnauthorized(failure)) logError("The papers could not be printed", failure);
      setError(failure);
      setState("idle");
    });

  return {
    progress,
    state,
    /** Why printing was interrupted; null if it was stopped. */
    error,
    begin: (job: PrintJob) => void start({ job, recordKey: crypto.randomUUID() }),
    /** Forgets the papers that have arrived. */
    startOver: () => {
      interrupted = null;
      setProgress(null);
      setError(null);
    },
    resume: () => void (progress && start(progress)),
    /** Stops, and keeps the papers that have arrived. */
    stop: () => {
      abortController.current?.abort();
      setState("idle");
    },
  };
};

/** Returns whether printing for these rows was interrupted and can be continued. */
export const isPrintInterrupted = (source: PrintSource): boolean =>
  interrupted?.id === identifyOwnWork(source);
