import type { AVAILABILITIES } from "#contracts/choices.ts";

export type Availability = (typeof AVAILABILITIES)[number];

export const AVAILABILITY_LABELS: Readonly<Record<Availability, string>> = {
  weekends: "Weekends",
  "weekday-evenings": "Weekday evenings",
  flexible: "Flexible",
};
