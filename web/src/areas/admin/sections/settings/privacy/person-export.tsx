import Download from "lucide-react/icons/download";
import { useState } from "react";
import { type ChosenRecords, savePersonExport } from "#data/people/queries.ts";
import { formatFileSize } from "#lib/format-file-size.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

/** Downloads everything about the chosen records as one file. */
export const PersonExportButton = ({ records }: { readonly records: ChosenRecords }) => {
  const [byteCount, setByteCount] = useState<number | null>(null);
  const save = async () => {
    setByteCount(0);
    try {
      await savePersonExport(records, setByteCount);
      showSuccess("The file has everything about this person. Send it only to them");
    } catch (error) {
      showFailure("A person's data could not be downloaded", error, {
        title: "Download Failed",
        fallback: "We couldn't download the whole file. Please try again.",
      });
    }
    setByteCount(null);
  };
  return (
    <Button busy={byteCount !== null} onClick={() => void save()}>
      {byteCount === null && <Download aria-hidden="true" size={18} />}
      {byteCount === null ? "Download a copy" : `Downloading… ${formatFileSize(byteCount)}`}
    </Button>
  );
};
