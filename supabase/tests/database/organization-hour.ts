import type { Transaction } from "./connection.ts";

/** Moves the organization to a time zone where it's this hour, so that a test doesn't depend on when it runs. */
export async function moveToHour(tx: Transaction, hour: number): Promise<void> {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // The signs of these names are reversed: Etc/GMT-3 is three hours ahead.
  await tx`update public.settings set time_zone = ${`Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`}`;
}
