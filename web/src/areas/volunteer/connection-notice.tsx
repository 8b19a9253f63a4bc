import { useSyncExternalStore } from "react";
import { RetryNotice } from "#ui/messages/retry-notice.tsx";
import type { Shifts } from "./use-shifts.ts";

const subscribe = (listener: () => void) => {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
};

const useIsOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** While the connection is lost, warns that the page may be out of date. */
export const ConnectionNotice = ({ query }: { readonly query: Shifts["query"] }) => {
  const isOnline = useIsOnline();
  const isOutdated = query.data !== undefined && query.isError;
  if (isOnline && !isOutdated) return null;
  return (
    <div className="mt-5">
      <RetryNotice title={isOnline ? "This may be out of date" : "You're offline"} query={query}>
        You're seeing your shifts as of the last time they loaded.
      </RetryNotice>
    </div>
  );
};
