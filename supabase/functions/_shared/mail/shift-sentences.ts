import type { Values } from "./placeholders.ts";

/** Whether a shift is ahead, running or over when the email is sent. Previews and tests have none, so it is ahead. */
export type ShiftPhase = "ahead" | "running" | "over";

const CANCELING =
  "If you can't make it, please cancel in your volunteer dashboard so someone else can take your spot.";

/** What the reader can do until the shift starts. */
const UNTIL_START: Readonly<Record<string, string>> = {
  "Shift Sign-Up": CANCELING,
  "Added to Shift": CANCELING,
  "Waitlist Promotion": CANCELING,
  "Event Changed": CANCELING,
  "Event Details Changed": CANCELING,
  "Event Reinstated": CANCELING,
  "Left Shift":
    "If this was a mistake, you can sign up again in your volunteer dashboard as long as there's room.",
};

/** As private.waiting_standing() returns it. */
const WAITING = "You're still on the waiting list.";
const LEAVING_LIST =
  "If you don't want to wait anymore, you can leave the list in your volunteer dashboard.";
const DONT_COME = "That was in the past, so please don't come.";

/** Returns what an email about a shift says about it as of now, or nothing for other emails. */
export function createShiftValues(templateName: string, { standing, shiftPhase }: Values): Values {
  const untilStart = Object.hasOwn(UNTIL_START, templateName)
    ? UNTIL_START[templateName]
    : undefined;
  if (untilStart === undefined) return {};
  const isAhead = shiftPhase === undefined || shiftPhase === "ahead";
  const nextStep = standing === WAITING ? LEAVING_LIST : untilStart;
  return {
    ...(standing !== undefined && shiftPhase === "over" && { standing: DONT_COME }),
    untilStart: isAhead ? nextStep : "",
  };
}
