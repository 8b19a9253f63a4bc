import { useEffect, useState, type ComponentType } from "react";
import { loadCode } from "#lib/code/load-code.ts";
import { toasts } from "./toast.ts";

const IDLE_MS = 4000;

const importRegion = () => import("./toast-region.tsx");

/**
 * Loads the notification area when the page is idle or when the first notification is shown. If its code is missing by
 * then, the message about that includes the notification's text.
 */
export const LazyToastRegion = () => {
  const [ToastRegion, setToastRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    const show = (module: Awaited<ReturnType<typeof importRegion>>) =>
      setToastRegion(() => module.ToastRegion);
    const timer = setTimeout(() => {
      importRegion().then(show, () => undefined);
    }, IDLE_MS);
    const unsubscribe = toasts.subscribe(() => {
      const toast = toasts.current();
      if (!toast?.open) return;
      const message = `${toast.title}\n${toast.description ?? ""}`;
      void loadCode(importRegion, { message }).then(show);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return ToastRegion && <ToastRegion />;
};
