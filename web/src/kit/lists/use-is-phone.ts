import { useSyncExternalStore } from "react";

const PHONE_QUERY = "(width < 40rem)";

const subscribe = (listener: () => void) => {
  const mediaQuery = matchMedia(PHONE_QUERY);
  mediaQuery.addEventListener("change", listener);
  return () => mediaQuery.removeEventListener("change", listener);
};

/** For an order that differs on phones, which CSS would change only for the eye and not for the keyboard. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(PHONE_QUERY).matches);
