import { readAdminSession } from "./session.ts";

/**
 * Identifies work that can be continued later and the administrator who began it, so that no one continues with data
 * that only someone else may see.
 */
export const identifyOwnWork = (...work: readonly unknown[]): string => {
  const session = readAdminSession();
  const person = session.state === "valid" ? [session.record.username, session.record.areas] : [];
  return JSON.stringify([person, ...work]);
};
