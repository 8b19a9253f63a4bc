import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns false during hydration: prerendered HTML doesn't know the visitor's URL. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
