import Download from "lucide-react/icons/download";
import { useState } from "react";
import { saveArchive } from "#data/archives/mutations.ts";
import { formatFileSize } from "#lib/format-file-size.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { useWarningOnClose } from "#lib/use-warning-on-close.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { useHasArea } from "#admin/own-areas.ts";
import { SettingsCard } from "../settings-card.tsx";

/** Downloads everything or, for administrators of the giving area, its tables as one file. */
export const ArchiveCard = () => {
  const isOwner = useHasArea("owner");
  const timeZone = useTimeZone();
  const area = isOwner ? "owner" : "giving";
  const isOffered = useHasArea(area);
  const [byteCount, setByteCount] = useState<number | null>(null);
  const isRunning = byteCount !== null;
  useWarningOnClose(isRunning);

  const save = async () => {
    setByteCount(0);
    try {
      await saveArchive(area, timeZone, setByteCount);
    } catch (error) {
      showFailure("The archive could not be downloaded", error, {
        title: "Download Failed",
        fallback:
          "We couldn't download the whole file. Please try again. If it fails again, export each list instead.",
      });
    }
    setByteCount(null);
  };
  if (!isOffered) return null;
  return (
    <SettingsCard
      title={isOwner ? "Export everything" : "Export all giving data"}
      intro="A ZIP file with one CSV file per table, and a description of every column. It contains personal data, so keep it safe. Passwords, secret links and pictures aren't in it. The audit log records each download."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" busy={isRunning} onClick={() => void save()}>
          {!isRunning && <Download aria-hidden="true" size={18} />}
          {isRunning
            ? `Downloading… ${formatFileSize(byteCount)}`
            : isOwner
              ? "Download everything"
              : "Download all giving data"}
        </Button>
        {isRunning && <p className="quiet text-sm">Keep this page open.</p>}
      </div>
    </SettingsCard>
  );
};
