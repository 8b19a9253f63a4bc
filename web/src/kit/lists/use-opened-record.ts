import { useState } from "react";
import { useLocation, type LinkProps } from "react-router-dom";
import type { RecordEntry } from "#lib/drafts/record-entry.ts";
import {
  afterProgrammaticBack,
  goBackProgrammatically,
  replacesDialogEntry,
} from "#ui/dialogs/use-close-on-back.ts";
import { useQueryString } from "./use-query-string.ts";

interface Location {
  readonly pathname: string;
  readonly state: RecordEntry | null;
}

/** The id under which the form for a new record is open. */
export const NEW_RECORD_ID = "new";

export interface OpenedRecord {
  /** Empty while none is open. */
  readonly id: string;
  readonly open: (id: string) => void;
  /** The props of a link that opens the record, also in another tab. */
  readonly linkTo: (id: string) => Pick<LinkProps, "to" | "state" | "replace">;
  readonly close: () => void;
}

/**
 * Keeps in the URL which record is open, so that Back closes it and a reload opens it again. `name` is the parameter;
 * `requiredParams` are other parameters that a reload needs to show the record.
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

  // A save can end after the user has gone on to another record or page.
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
      afterProgrammaticBack(() =>
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
    // A confirmation that was just answered may still be going back in the history.
    close: () =>
      afterProgrammaticBack(() => {
        if (!id || openIdInUrl() !== id) return;
        const ownsEntry = hasOwnEntry();
        // Closes at once, because going back takes a moment and a toast must not be placed beside the open dialog.
        changeParams({ [name]: "" }, { replace: true, state: ownsEntry ? entry : null });
        // On a phone, an open confirmation has its own history entry, which takes one more step back.
        if (ownsEntry) goBackProgrammatically(() => openIdInUrl() === id && hasOwnEntry());
      }),
  };
};

/** Finds the open record, and keeps returning it after it is deleted or moved to another page, so nothing typed is lost. */
export const useRecordOf = <Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  id: string,
): Row | null => {
  const [lastRecord, setLastRecord] = useState<Row | null>(null);
  const record = rows?.find((row) => row.id === id);
  if (record && record !== lastRecord) setLastRecord(record);
  return record ?? (lastRecord?.id === id ? lastRecord : null);
};
