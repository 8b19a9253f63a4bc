import type { Values } from "./placeholders.ts";

/** What private.shift_mail_facts() returns when an email is sent. Previews and tests have none. */
export interface ShiftMailFacts {
  readonly shiftPhase: "ahead" | "running" | "over";
  readonly hasLogin: boolean;
}

const CANCELING =
  "If you can't make it, please cancel in your volunteer dashboard so someone else can take your spot.";
const CANCELING_BY_REPLY =
  "If you can't make it, please reply to this email so someone else can take your spot.";
const LEAVING_LIST =
  "If you don't want to wait anymore, you can leave the list in your volunteer dashboard.";
const LEAVING_LIST_BY_REPLY = "If you don't want to wait anymore, just reply to this email.";
const COMING_BACK = "If this was a mistake, you can sign up again as long as there's room.";

/** As private.waiting_standing() returns it. */
const WAITING = "You're still on the waiting list.";
const DONT_COME = "That was in the past, so please don't come.";

/** The emails that say what the reader can do until the shift starts. */
const STATING_NEXT_STEP: ReadonlySet<string> = new Set([
  "Shift Sign-Up",
  "Added to Shift",
  "Waitlist Promotion",
  "Event Reminder",
  "Event Changed",
  "Event Details Changed",
  "Event Reinstated",
  "Left Shift",
]);

function chooseNextStep(templateName: string, { standing, hasLogin }: Values): string {
  if (templateName === "Left Shift") return COMING_BACK;
  const repliesOnly = hasLogin === false;
  if (standing === WAITING) return repliesOnly ? LEAVING_LIST_BY_REPLY : LEAVING_LIST;
  return repliesOnly ? CANCELING_BY_REPLY : CANCELING;
}

/** Returns what an email about a shift says about it as of now, or nothing for other emails. */
export function createShiftValues(templateName: string, data: Values): Values {
  const { standing, shiftPhase } = data;
  if (!STATING_NEXT_STEP.has(templateName)) return {};
  const isAhead = shiftPhase === undefined || shiftPhase === "ahead";
  return {
    ...(standing !== undefined && shiftPhase === "over" && { standing: DONT_COME }),
    untilStart: isAhead ? chooseNextStep(templateName, data) : "",
  };
}
