import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { PaperKind } from "#contracts/choices.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import type { ListAddress } from "#kit/lists/use-list-address.ts";
import { PrintDialog } from "./print-dialog.tsx";
import { isPrintInterrupted, type PrintSource } from "./use-print.ts";

export interface PrintButtonProps {
  readonly endpoint: PrintSource["endpoint"];
  readonly list: ListAddress;
  readonly kinds: readonly PaperKind[];
  readonly caption: string;
  /** Limits the papers to these rows. */
  readonly ids?: readonly string[];
}

/** Prints papers for every page of the filtered and sorted list, or for the selected rows. */
export const PrintButton = ({ endpoint, list, kinds, caption, ids }: PrintButtonProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { filters, search, sort } = list;
  const source = { endpoint, query: { ...filters, search, sort }, ids };
  const label = isPrintInterrupted(source) ? "Continue printing" : "Print";
  return (
    <>
      <RowAction size={ids ? "sm" : "md"} onClick={() => setIsOpen(true)}>
        <Printer aria-hidden="true" size={18} />
        {ids ? "Print selected" : label}
      </RowAction>
      {isOpen && (
        <PrintDialog
          source={source}
          kinds={kinds}
          caption={caption}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};
