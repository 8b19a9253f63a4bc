import { useEffect, useState } from "react";

const EVERY_MS = 15_000;

/** The present, for what begins and ends while the page is open. */
export const useTickingNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
