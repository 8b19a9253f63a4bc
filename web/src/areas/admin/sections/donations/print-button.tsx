import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { RowAction } from "#kit/lists/row-menu.tsx";
import type { ListAddress } from "#kit/lists/use-list-address.ts";
import { PrintDialog, type PrintDialogProps } from "./print-dialog.tsx";
import { isPrintInterrupted, type PrintSource } from "./use-print.ts";

interface Printing extends Pick<PrintDialogProps, "kinds" | "caption"> {
  readonly endpoint: PrintSource["endpoint"];
}

interface PrintButtonProps {
  readonly source: PrintSource;
  readonly onClick: () => void;
}

const PrintButton = ({ source, onClick }: PrintButtonProps) => {
  const label = isPrintInterrupted(source) ? "Continue printing" : "Print";
  return (
    <RowAction size={source.ids ? "sm" : "md"} onClick={onClick}>
      <Printer aria-hidden="true" size={18} />
      {source.ids ? "Print selected" : label}
    </RowAction>
  );
};

/**
 * Prints papers for every page of the filtered and sorted list, or for the selected rows. Render the dialog outside the
 * list, because printed rows may leave the list, and the button with them.
 */
export const usePrinting = ({ endpoint, kinds, caption }: Printing) => {
  const [opened, setOpened] = useState<PrintSource | null>(null);
  return {
    renderPrintButton: ({ filters, search, sort }: ListAddress, ids?: readonly string[]) => {
      const source = { endpoint, query: { ...filters, search, sort }, ids };
      return <PrintButton source={source} onClick={() => setOpened(source)} />;
    },
    printDialog: opened && (
      <PrintDialog
        source={opened}
        kinds={kinds}
        caption={caption}
        onClose={() => setOpened(null)}
      />
    ),
  };
};
