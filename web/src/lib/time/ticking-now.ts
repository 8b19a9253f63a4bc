import { useEffect, useState } from "react";

const INTERVAL_MS = 15_000;

/** Returns the current time and keeps it up to date while the page is open. */
export const useTickingNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
