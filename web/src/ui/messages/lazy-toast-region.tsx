import { useEffect, useState, type ComponentType } from "react";
import { toasts } from "./toast.ts";

const IDLE_MS = 4000;

/**
 * Loads the notification area when the page is idle or when the first notification is shown. If loading fails, the next
 * notification tries again.
 */
export const LazyToastRegion = () => {
  const [ToastRegion, setToastRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => {
      import("./toast-region.tsx").then(
        (module) => setToastRegion(() => module.ToastRegion),
        () => undefined,
      );
    };
    const timer = setTimeout(load, IDLE_MS);
    const unsubscribe = toasts.subscribe(load);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return ToastRegion && <ToastRegion />;
};
