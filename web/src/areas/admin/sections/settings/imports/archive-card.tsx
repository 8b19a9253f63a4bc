import Download from "lucide-react/icons/download";
import { useState } from "react";
import { saveArchive } from "#data/archives/mutations.ts";
import { formatFileSize } from "#lib/format-file-size.ts";
import { useWarningOnClose } from "#lib/use-warning-on-close.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { SettingsCard } from "../settings-card.tsx";

/** Downloads everything as one file, to keep or to move to another system. */
export const ArchiveCard = () => {
  const [byteCount, setByteCount] = useState<number | null>(null);
  const isRunning = byteCount !== null;
  useWarningOnClose(isRunning);

  const save = async () => {
    setByteCount(0);
    try {
      await saveArchive(setByteCount);
    } catch (error) {
      showFailure("The archive could not be downloaded", error, {
        title: "Download Failed",
        fallback:
          "We couldn't download the whole file. Please try again. If it fails again, export each list instead.",
      });
    }
    setByteCount(null);
  };
  return (
    <SettingsCard
      title="Export everything"
      intro="A ZIP file with one CSV file per table, and a description of every column. It contains donors' and volunteers' personal data, so keep it safe. Passwords, secret links and pictures aren't in it. The audit log records each download."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" busy={isRunning} onClick={() => void save()}>
          {!isRunning && <Download aria-hidden="true" size={18} />}
          {isRunning ? `Downloading… ${formatFileSize(byteCount)}` : "Download everything"}
        </Button>
        {isRunning && <p className="quiet text-sm">Keep this page open.</p>}
      </div>
    </SettingsCard>
  );
};
