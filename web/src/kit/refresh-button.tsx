import { useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import type { JsonKey } from "#contracts/catalogue.ts";
import { forgetReads } from "../data/read-query.ts";
import { Button } from "../ui/button.tsx";

export interface RefreshButtonProps {
  readonly reads: readonly Extract<JsonKey, `GET ${string}`>[];
}

/** Reads anew what somebody else may have changed. */
export const RefreshButton = ({ reads }: RefreshButtonProps) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await forgetReads(queryClient, reads);
    setBusy(false);
  };
  return (
    <Button look="outline" busy={isBusy} onClick={() => void refresh()}>
      {!isBusy && <RefreshCw aria-hidden="true" size={18} />}
      Refresh
    </Button>
  );
};
