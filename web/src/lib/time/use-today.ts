import { useState } from "react";
import { useTimeZone } from "./dates.tsx";
import { dayAt } from "./day-and-time.ts";

/** Returns the day on which the form was opened, in the organization's time zone. It doesn't change at midnight. */
export const useToday = (): string => {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayAt(Date.now(), timeZone));
  return today;
};
