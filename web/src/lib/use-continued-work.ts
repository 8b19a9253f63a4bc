import { useEffect, useRef, useState } from "react";
import { isUnauthorized } from "./api/api-error.ts";
import { logError } from "./log.ts";
import { useWarningOnClose } from "./use-warning-on-close.ts";

/** Keeps the work of one kind that was interrupted last while the user logs in again or looks at other pages. */
export const createInterruptedWork = <Progress>() => {
  let kept: { readonly id: string; readonly progress: Progress } | null = null;
  return {
    /** Returns how far this work came, or null if it isn't the one that was interrupted last. */
    find: (id: string): Progress | null => (kept?.id === id ? kept.progress : null),
    keep: (id: string, progress: Progress) => {
      kept = { id, progress };
    },
    forget: () => {
      kept = null;
    },
  };
};

interface Work<Progress> {
  /** Keeps what has been reached, so that the work can be continued from there. Throws if the work was stopped. */
  readonly keep: (reached: Progress) => void;
  readonly signal: AbortSignal;
}

interface ContinuedWorkOptions<Progress> {
  /** Who does what (`identifyOwnWork`). */
  readonly id: string;
  readonly interrupted: ReturnType<typeof createInterruptedWork<Progress>>;
  /** Does the rest of the work. Throws if it is interrupted. */
  readonly run: (from: Progress, work: Work<Progress>) => Promise<void>;
  /** Logged with an error, such as "The papers could not be printed". */
  readonly failure: string;
}

/** Does work that takes many requests. Work that is stopped or fails can be continued where it was interrupted. */
export const useContinuedWork = <Progress>(options: ContinuedWorkOptions<Progress>) => {
  const { interrupted, run, failure } = options;
  const [id] = useState(options.id);
  const [progress, setProgress] = useState(() => interrupted.find(id));
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
      interrupted.keep(id, reached);
      setProgress(reached);
    };
    try {
      await run(from, { keep, signal });
      interrupted.forget();
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
      interrupted.forget();
      setProgress(null);
      setError(null);
    },
  };
};
