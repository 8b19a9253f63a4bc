import { lazy, Suspense, useEffect, useState } from "react";
import { toasts } from "./toast.ts";

const ToastRegion = lazy(async () => ({
  default: (await import("./toast-region.tsx")).ToastRegion,
}));

const IDLE_MS = 4000;

/** The notification area is loaded once the page has settled, or with the first notification. */
export const LazyToastRegion = () => {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const timer = setTimeout(want, IDLE_MS);
    const unsubscribe = toasts.subscribe(want);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return (
    isWanted && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
};
