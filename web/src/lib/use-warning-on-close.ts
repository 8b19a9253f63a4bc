import { useEffect } from "react";

/** While something runs, makes the browser ask before it closes or reloads the page. */
export const useWarningOnClose = (isRunning: boolean): void =>
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
