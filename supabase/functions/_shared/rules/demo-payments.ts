export type DemoOutcome = "succeeded" | "declined";

/** P§9: a simulated payment succeeds nine times out of ten. */
export const DEMO_SUCCESS_RATE = 0.9;

/**
 * How a simulated payment ends. Like a payment provider's test cards, a donor's address can choose: a local part that
 * ends in `+approved` always succeeds, `+declined` never does.
 *
 * @param chance a random number from 0 up to, but not including, 1
 */
export function demoOutcome(email: string, chance: number): DemoOutcome {
  const chosen = /\+(approved|declined)@/.exec(email.toLowerCase())?.[1];
  if (chosen !== undefined) return chosen === "approved" ? "succeeded" : "declined";
  return chance < DEMO_SUCCESS_RATE ? "succeeded" : "declined";
}
