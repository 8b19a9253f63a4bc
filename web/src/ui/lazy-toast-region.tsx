import { lazy, Suspense, useEffect, useState } from "react";
import { toasts } from "./toast.ts";

const ToastRegion = lazy(async () => ({
  default: (await import("./toast-region.tsx")).ToastRegion,
}));

const IDLE_MS = 4000;

/** Loads the notification area once the page is idle or with the first notification. */
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
