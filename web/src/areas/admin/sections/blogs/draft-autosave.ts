import type { z } from "zod";
import { draftFields } from "#contracts/blog-post-drafts.ts";
import type { BlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import { isEqual } from "#kit/forms/format-stored-value.ts";
import { staleEdit } from "#lib/api/write-errors.ts";
import { getFieldIssues } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { EMPTY_POST, POST_FIELDS } from "./post-fields.ts";

export type DraftValues = {
  readonly [Name in keyof typeof draftFields]: z.output<(typeof draftFields)[Name]>;
};

export const DRAFT_FIELDS = Object.keys(draftFields) as (keyof DraftValues)[];

/** A field whose value a draft can't store, and what to do about it. */
interface DraftIssue {
  readonly name: keyof DraftValues;
  readonly message: string;
}

export const describeIssues = (issues: readonly DraftIssue[]): string =>
  issues.map(({ name, message }) => `“${POST_FIELDS[name]}” isn't saved. ${message}`).join(" ");

/**
 * Returns the form's values that a draft stores. If a draft can't store a value, such as an incomplete date, the value
 * from `fallback` is used instead, and `issues` says why.
 */
const readDraftValues = (
  values: Readonly<Record<string, unknown>>,
  fallback: DraftValues,
): { readonly values: DraftValues; readonly issues: readonly DraftIssue[] } => {
  const results = DRAFT_FIELDS.map(
    (name) => [name, draftFields[name].safeParse(values[name])] as const,
  );
  return {
    values: Object.fromEntries(
      results.map(([name, { data, success }]) => [name, success ? data : fallback[name]]),
    ) as DraftValues,
    issues: results.flatMap(([name, { error }]) =>
      error ? [{ name, message: error.issues[0]?.message ?? "" }] : [],
    ),
  };
};

export const draftValues = (
  values: Readonly<Record<string, unknown>>,
  fallback: DraftValues = EMPTY_POST,
): DraftValues => readDraftValues(values, fallback).values;

/** Returns the form values that the draft changes, and the post version that the draft is based on. */
export const getDraftChanges = (
  draft: BlogPostDraft,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    DRAFT_FIELDS.filter((name) => !isEqual(draft[name], values[name])).map((name) => [
      name,
      draft[name],
    ]),
  ),
  ...(draft.postVersion !== null && { version: draft.postVersion }),
});

export const UNRESOLVED_NOTICE = {
  title: "Someone else saved this draft",
  description: "First, choose which version to keep.",
};

/** Time from the first unsaved change to the save. */
const SAVE_DELAY_MS = 3000;
const RETRY_DELAY_MS = 10_000;

/** The draft on the server. `version` is null while there is no draft. */
export interface SyncedDraft {
  readonly version: number | null;
  readonly values: DraftValues;
}

export type AutosaveState =
  | { readonly name: "idle" }
  | { readonly name: "saving" }
  | { readonly name: "saved"; readonly savedAt: string }
  | { readonly name: "failed" }
  /** The server can't store some values. There's no use in sending them again. */
  | { readonly name: "refused"; readonly issues: readonly DraftIssue[] }
  | { readonly name: "conflict"; readonly savedBy: string; readonly current: BlogPostDraft };

interface AutosaveOptions {
  readonly syncedDraft: SyncedDraft;
  readonly save: (values: DraftValues, version: number | null) => Promise<BlogPostDraft>;
  readonly getDraftValues: (draft: BlogPostDraft) => DraftValues;
  /** Called with `null` when the server has everything that was typed, or with the draft's base when it doesn't. */
  readonly onSync: (unsavedBase: SyncedDraft | null) => void;
}

/**
 * Sends the form's changes to the server, one request at a time. Stops at a conflict until someone has resolved it, so
 * that two people never overwrite each other's draft.
 */
export class DraftAutosave {
  readonly #options: AutosaveOptions;
  readonly #listeners = new Set<() => void>();
  #syncedDraft: SyncedDraft;
  /** For a field that has an issue, the value before it. */
  #latestValues: DraftValues;
  #issues: readonly DraftIssue[] = [];
  #isUnsaved = false;
  #state: AutosaveState = { name: "idle" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runningSave: Promise<void> | undefined;
  #isStopped = false;
  /** False once the editor has closed. The draft is then saved one last time, without retries. */
  #isOpen = true;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#syncedDraft = options.syncedDraft;
    this.#latestValues = options.syncedDraft.values;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly state = (): AutosaveState => this.#state;
  /** Returns the fields whose current values a draft can't store. */
  readonly issues = (): readonly DraftIssue[] => this.#issues;
  /** Returns whether the form has values that aren't on the server. */
  readonly isUnsaved = (): boolean => this.#isUnsaved;
  /** Returns the values of the draft on the server, or of the post if there's no draft. */
  readonly savedValues = (): DraftValues => this.#syncedDraft.values;
  readonly version = (): number | null => this.#syncedDraft.version;

  /** Receives the form's current values and schedules a save if they differ from those on the server. */
  setValues(formValues: Readonly<Record<string, unknown>>): void {
    const { values, issues } = readDraftValues(formValues, this.#latestValues);
    this.#latestValues = values;
    if (this.#isStopped) return;
    if (!isEqual(issues, this.#issues)) this.#issues = issues;
    this.#reportSync();
    if (this.#hasUnsentValues()) this.#schedule(SAVE_DELAY_MS);
    else this.#clearTimer();
    this.#notify();
  }

  /** Saves now instead of after the delay. Returns false if someone else has saved the draft. */
  readonly flush = async (): Promise<boolean> => {
    await this.#send();
    return this.#state.name !== "conflict";
  };

  open(): void {
    this.#isOpen = true;
  }

  /** Saves one last time. This tab keeps whatever the server doesn't receive. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#clearTimer();
    await this.#send();
  }

  /**
   * Stops saving after the post is saved or the draft is discarded. Resolves once any save in progress has finished.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isUnsaved = false;
    this.#notify();
    this.#clearTimer();
    await this.#runningSave;
  }

  /** Adopts the other person's draft as the base. Returns the form values that differ from the current ones. */
  resolve(shouldKeepOwn: boolean): Partial<DraftValues> {
    if (this.#state.name !== "conflict") return {};
    const { current } = this.#state;
    const base = this.#syncedDraft.values;
    const latestValues = this.#latestValues;
    const theirs = this.#options.getDraftValues(current);
    const hasOwn = (name: keyof DraftValues) =>
      !isEqual(latestValues[name], base[name]) || this.#issues.some((issue) => issue.name === name);
    const shouldTakeTheirs = (name: keyof DraftValues) =>
      shouldKeepOwn ? !hasOwn(name) : !isEqual(theirs[name], base[name]);
    this.#syncedDraft = { version: current.version, values: theirs };
    this.#setState({ name: "idle" });
    if (this.#hasUnsentValues()) this.#schedule(SAVE_DELAY_MS);
    return Object.fromEntries(
      DRAFT_FIELDS.filter(
        (name) => shouldTakeTheirs(name) && !isEqual(theirs[name], latestValues[name]),
      ).map((name) => [name, theirs[name]]),
    );
  }

  #setState(state: AutosaveState) {
    this.#state = state;
    this.#notify();
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  #reportSync() {
    const hasUnsavedValues = this.#issues.length > 0 || this.#hasUnsentValues();
    this.#isUnsaved = hasUnsavedValues && !this.#isStopped;
    this.#options.onSync(this.#isUnsaved ? this.#syncedDraft : null);
  }

  #hasUnsentValues() {
    return !isEqual(this.#latestValues, this.#syncedDraft.values);
  }

  #clearTimer() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(delay: number) {
    if (this.#isStopped || !this.#isOpen || this.#state.name === "conflict") return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, delay);
  }

  async #send(): Promise<void> {
    if (this.#runningSave) {
      await this.#runningSave;
      return this.#send();
    }
    if (this.#isStopped || this.#state.name === "conflict" || !this.#hasUnsentValues()) return;
    this.#clearTimer();
    this.#runningSave = this.#saveLatest();
    await this.#runningSave;
  }

  async #saveLatest() {
    const values = this.#latestValues;
    this.#setState({ name: "saving" });
    try {
      const draft = await this.#options.save(values, this.#syncedDraft.version);
      this.#syncedDraft = { version: draft.version, values };
      this.#reportSync();
      this.#setState({ name: "saved", savedAt: draft.updatedAt });
      if (this.#hasUnsentValues()) this.#schedule(SAVE_DELAY_MS);
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#runningSave = undefined;
    }
  }

  #onFailure(error: unknown) {
    const edit = staleEdit(error);
    if (edit) {
      const current = edit.current as unknown as BlogPostDraft;
      this.#setState({ name: "conflict", savedBy: edit.savedBy, current });
      return;
    }
    if (!this.#isOpen) return;
    const refusals = Object.entries(getFieldIssues(error));
    const issues = DRAFT_FIELDS.flatMap((name) => {
      // An entry of a list has a path such as `tags.0`.
      const refusal = refusals.find(([path]) => path.split(".")[0] === name);
      return refusal ? [{ name, message: refusal[1] }] : [];
    });
    if (issues.length > 0) return this.#setState({ name: "refused", issues });
    logError("Saving the draft failed", error);
    this.#setState({ name: "failed" });
    this.#schedule(RETRY_DELAY_MS);
  }
}
