import Download from "lucide-react/icons/download";
import { useState } from "react";
import { ExportDialog } from "./export-dialog.tsx";
import { RowAction } from "./row-menu.tsx";
import type { ListAddress } from "./use-list-address.ts";
import { isInterrupted, type ExportKey } from "./use-export.ts";

export interface ExportButtonProps {
  /** Plural name of the rows, such as "donations". */
  readonly caption: string;
  readonly endpoint: ExportKey;
  readonly list: ListAddress;
  /** What the button says, if the page has another list, too. */
  readonly label?: string;
  /** Limits the export to these rows. */
  readonly ids?: readonly string[];
}

/** Exports every page of the filtered and sorted list as CSV. */
export const ExportButton = ({
  caption,
  endpoint,
  list,
  label = "Export",
  ids,
}: ExportButtonProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { filters, search, sort } = list;
  const query = { ...filters, ...(ids && { ids: ids.join(",") }), search, sort };
  const request = { caption, endpoint, query };
  const currentLabel = isInterrupted(request) ? "Continue export" : label;
  return (
    <>
      <RowAction size={ids ? "sm" : "md"} onClick={() => setIsOpen(true)}>
        <Download aria-hidden="true" size={18} />
        {ids ? "Export selected" : currentLabel}
      </RowAction>
      {isOpen && (
        <ExportDialog {...request} selectedCount={ids?.length} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
};
