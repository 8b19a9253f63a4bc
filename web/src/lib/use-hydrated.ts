import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while prerendered HTML is taken over, which knows nothing of the visitor's own address. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
