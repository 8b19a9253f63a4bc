import { useState } from "react";
import { useLocation, type LinkProps } from "react-router-dom";
import type { RecordEntry } from "#lib/drafts/record-entry.ts";
import {
  runAfterProgrammaticBack,
  goBackProgrammatically,
  replacesDialogEntry,
} from "#ui/dialogs/use-close-on-back.ts";
import { useQueryString } from "./use-query-string.ts";

interface Location {
  readonly pathname: string;
  readonly state: RecordEntry | null;
}

/** The id that stands for a new record. */
export const NEW_RECORD_ID = "new";

export interface OpenedRecord {
  /** Empty if no record is open. */
  readonly id: string;
  readonly open: (id: string) => void;
  /** The props of a link that opens the record. The link also works in another tab. */
  readonly linkTo: (id: string) => Pick<LinkProps, "to" | "state" | "replace">;
  readonly close: () => void;
}

/**
 * Keeps the open record's id in the URL, so that Back closes the record and a reload opens it again. `name` is the URL
 * parameter. `requiredParams` are other parameters that are needed to show the record after a reload.
 */
export const useOpenedRecord = (
  name = "edit",
  requiredParams: Readonly<Record<string, string>> = {},
): OpenedRecord => {
  const [params, changeParams] = useQueryString();
  const { pathname, state } = useLocation() as Location;
  const hasRequiredParams = Object.entries(requiredParams).every(
    ([param, value]) => params.get(param) === value,
  );
  const id = (hasRequiredParams && params.get(name)) || "";
  const entry: RecordEntry = { opened: name };

  // A save may finish after the user has moved on to another record or page.
  const openIdInUrl = () =>
    window.location.pathname === pathname
      ? new URLSearchParams(window.location.search).get(name)
      : null;
  // React Router keeps its state under `usr`, and dialogs copy it into their own entries.
  const hasOwnEntry = () =>
    (history.state as { readonly usr?: RecordEntry | null } | null)?.usr?.opened === name;

  return {
    id,
    open: (nextId) =>
      runAfterProgrammaticBack(() =>
        changeParams(
          { ...requiredParams, [name]: nextId },
          openIdInUrl()
            ? { replace: true, state: hasOwnEntry() ? entry : null }
            : { replace: replacesDialogEntry(), state: entry },
        ),
      ),
    linkTo: (nextId) => {
      const nextParams = new URLSearchParams(params);
      for (const [param, value] of Object.entries({ ...requiredParams, [name]: nextId }))
        nextParams.set(param, value);
      return {
        to: { search: `?${nextParams}` },
        replace: id !== "",
        state: id !== "" && state?.opened !== name ? null : entry,
      };
    },
    // A confirmation dialog that was just answered may still be going back in the history.
    close: () =>
      runAfterProgrammaticBack(() => {
        if (!id || openIdInUrl() !== id) return;
        const ownsEntry = hasOwnEntry();
        // Closes the record right away, because going back takes a moment, and a toast must not be placed around the
        // dialog while it's closing.
        changeParams({ [name]: "" }, { replace: true, state: ownsEntry ? entry : null });
        // On a phone, an open confirmation dialog has a history entry, which takes an additional step back.
        if (ownsEntry) goBackProgrammatically(() => openIdInUrl() === id && hasOwnEntry());
      }),
  };
};

/**
 * Finds the open record. Keeps returning it even after it is deleted or moved to another page of the list, so that
 * nothing the user typed is lost.
 */
export const useRecordOf = <Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  id: string,
): Row | null => {
  const [lastRecord, setLastRecord] = useState<Row | null>(null);
  const record = rows?.find((row) => row.id === id);
  if (record && record !== lastRecord) setLastRecord(record);
  return record ?? (lastRecord?.id === id ? lastRecord : null);
};
