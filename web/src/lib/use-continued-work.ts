import { useEffect, useRef, useState } from "react";
import { isUnauthorized } from "./api/api-error.ts";
import { logError } from "./log.ts";
import { useWarningOnClose } from "./use-warning-on-close.ts";

/** The work of one kind that was interrupted last. It's kept while the user logs in again or looks at other pages. */
export interface InterruptedWork<Progress> {
  current: { readonly id: string; readonly progress: Progress } | null;
}

interface Work<Progress> {
  /** Keeps what has been reached, so that the work can be continued from there. Throws if the work was stopped. */
  readonly keep: (reached: Progress) => void;
  readonly signal: AbortSignal;
}

interface ContinuedWorkOptions<Progress> {
  /** Who does what (`identifyOwnWork`). */
  readonly id: string;
  readonly interrupted: InterruptedWork<Progress>;
  /** Does the rest of the work. Throws if it is interrupted. */
  readonly run: (from: Progress, work: Work<Progress>) => Promise<void>;
  /** Logged with an error, such as "The papers could not be printed". */
  readonly failure: string;
}

/** Does work that takes many requests. Work that is stopped or fails can be continued where it was interrupted. */
export const useContinuedWork = <Progress>(options: ContinuedWorkOptions<Progress>) => {
  const { interrupted, run, failure } = options;
  const [id] = useState(options.id);
  const [progress, setProgress] = useState(() =>
    interrupted.current?.id === id ? interrupted.current.progress : null,
  );
  const [state, setState] = useState<"idle" | "running" | "done">("idle");
  const [error, setError] = useState<unknown>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  useWarningOnClose(state === "running");

  const start = async (from: Progress) => {
    const { signal } = (abortController.current = new AbortController());
    setState("running");
    setError(null);
    setProgress(from);
    const keep = (reached: Progress) => {
      signal.throwIfAborted();
      interrupted.current = { id, progress: reached };
      setProgress(reached);
    };
    try {
      await run(from, { keep, signal });
      interrupted.current = null;
      setState("done");
    } catch (failedWork) {
      if (signal.aborted) return;
      // At the end of a session, the page says so.
      if (!isUnauthorized(failedWork)) logError(failure, failedWork);
      setError(failedWork);
      setState("idle");
    }
  };

  return {
    /** Null if nothing has begun. */
    progress,
    state,
    /** Why the work was interrupted; null if it was stopped or was interrupted earlier. */
    error,
    start: (from: Progress) => void start(from),
    resume: () => void (progress && start(progress)),
    /** Stops, and keeps what has been reached. */
    stop: () => {
      abortController.current?.abort();
      setState("idle");
    },
    /** Forgets what has been reached. */
    forget: () => {
      interrupted.current = null;
      setProgress(null);
      setError(null);
    },
  };
};
