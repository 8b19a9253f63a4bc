export type DemoOutcome = "succeeded" | "declined";

/** Simulated payments succeed nine times out of ten (DON-11). */
export const DEMO_SUCCESS_RATE = 0.9;

/**
 * Returns how a simulated payment ends. As with a provider's test cards, the donor's address can decide: a local part
 * ending in `+approved` always succeeds, `+declined` never does.
 * @param randomNumber a random number from 0 up to, but not including, 1
 */
export function demoOutcome(email: string, randomNumber: number): DemoOutcome {
  const chosenOutcome = /\+(approved|declined)@/.exec(email.toLowerCase())?.[1];
  if (chosenOutcome !== undefined) return chosenOutcome === "approved" ? "succeeded" : "declined";
  return randomNumber < DEMO_SUCCESS_RATE ? "succeeded" : "declined";
}
