import { useSyncExternalStore } from "react";

const PHONE_QUERY = "(width < 40rem)";

const subscribe = (listener: () => void) => {
  const mediaQuery = matchMedia(PHONE_QUERY);
  mediaQuery.addEventListener("change", listener);
  return () => mediaQuery.removeEventListener("change", listener);
};

/**
 * For content that has a different order on phones. CSS would change only the visible order, not the keyboard order.
 */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(PHONE_QUERY).matches);
