import type { SessionRole } from "./session.ts";

const keyOf = (role: SessionRole) => `return:${role}`;

/** Remembers the page where a session ended, for the role's next login in this tab. */
export const saveReturnPath = (role: SessionRole, path: string): void => {
  try {
    sessionStorage.setItem(keyOf(role), path);
  } catch {
    // Without storage, the login leads to the dashboard.
  }
};

export const takeReturnPath = (role: SessionRole): string | null => {
  const path = sessionStorage.getItem(keyOf(role));
  sessionStorage.removeItem(keyOf(role));
  return path;
};
