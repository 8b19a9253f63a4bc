import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useEffectEvent, useState } from "react";
import { useTimeZone } from "#lib/time/dates.tsx";
import { clockTime } from "#lib/time/day-and-time.ts";
import { openDialogs } from "#ui/dialogs/open-dialogs.ts";
import { cx } from "#ui/class-names.ts";
import { RowAction } from "./row-menu.tsx";
import { QUIET_LABEL_CLASS, QUIET_TOOL_CLASS } from "./quiet-tool.ts";

const MIN_AWAY_MS = 60_000;

/**
 * Calls `onReturn` when the user returns to the tab after a minute or more, unless a record is open, because its row
 * might disappear.
 */
const useReturnToTab = (onReturn: () => void): void => {
  const notifyReturn = useEffectEvent(() => {
    const isEditing = new URLSearchParams(location.search).has("edit");
    if (!isEditing && !openDialogs.top()) onReturn();
  });
  useEffect(() => {
    let hiddenAt = document.hidden ? Date.now() : null;
    const onVisibilityChange = () => {
      if (!document.hidden && hiddenAt !== null && Date.now() - hiddenAt >= MIN_AWAY_MS)
        notifyReturn();
      hiddenAt = document.hidden ? Date.now() : null;
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, []);
};

export interface RefreshButtonProps {
  /** When the data was loaded, as a timestamp; 0 or undefined before the first load. */
  readonly loadedAt: number | undefined;
  readonly onRefresh: () => unknown;
  /** Shows only an icon, except in a menu, which lists have on phones. */
  readonly isQuiet?: boolean;
}

/** Refetches when the button is pressed, and when the tab becomes visible again. */
export const RefreshButton = ({ loadedAt, onRefresh, isQuiet = false }: RefreshButtonProps) => {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await onRefresh();
    setBusy(false);
  };
  const timeZone = useTimeZone();
  useReturnToTab(() => void refresh());
  return (
    <span className={cx("inline-flex items-center", isQuiet ? "gap-1" : "gap-2.5")}>
      {Boolean(loadedAt) && (
        <span className="quiet text-sm max-sm:hidden">
          as of {clockTime(loadedAt ?? 0, timeZone)}
        </span>
      )}
      <RowAction
        size="md"
        variant={isQuiet ? "ghost" : "outline"}
        className={isQuiet ? QUIET_TOOL_CLASS : undefined}
        title={isQuiet ? "Refresh" : undefined}
        busy={isBusy}
        onClick={() => void refresh()}
      >
        {!isBusy && <RefreshCw aria-hidden="true" size={18} />}
        <span className={isQuiet ? QUIET_LABEL_CLASS : undefined}>Refresh</span>
      </RowAction>
    </span>
  );
};
