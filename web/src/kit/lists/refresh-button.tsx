import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useEffectEvent, useState } from "react";
import { clockTime } from "#lib/time/day-and-time.ts";
import { Button } from "#ui/button.tsx";

const AWAY_MS = 60_000;

/** Calls back when the tab becomes visible again after a minute, unless a record is being edited. */
const useReturnToTab = (onReturn: () => void): void => {
  const notifyReturn = useEffectEvent(() => {
    if (!new URLSearchParams(location.search).has("edit")) onReturn();
  });
  useEffect(() => {
    let leftAt = document.hidden ? Date.now() : null;
    const onVisibilityChange = () => {
      if (!document.hidden && leftAt !== null && Date.now() - leftAt >= AWAY_MS) notifyReturn();
      leftAt = document.hidden ? Date.now() : null;
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, []);
};

export interface RefreshButtonProps {
  /** Timestamp of the data; 0 or undefined before the first load. */
  readonly asOf: number | undefined;
  readonly onRefresh: () => unknown;
}

/** Refetches when pressed and when the tab becomes visible again. */
export const RefreshButton = ({ asOf, onRefresh }: RefreshButtonProps) => {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await onRefresh();
    setBusy(false);
  };
  useReturnToTab(() => void refresh());
  return (
    <span className="inline-flex items-center gap-2.5">
      {Boolean(asOf) && <span className="quiet text-sm">as of {clockTime(asOf ?? 0)}</span>}
      <Button variant="outline" busy={isBusy} onClick={() => void refresh()}>
        {!isBusy && <RefreshCw aria-hidden="true" size={18} />}
        Refresh
      </Button>
    </span>
  );
};
