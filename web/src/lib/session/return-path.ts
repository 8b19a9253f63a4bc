import type { SessionRole } from "./session.ts";

const getStorageKey = (role: SessionRole) => `return:${role}`;

/** Remembers the page where a session ended, for the role's next login in this tab. */
export const saveReturnPath = (role: SessionRole, path: string): void => {
  try {
    sessionStorage.setItem(getStorageKey(role), path);
  } catch {
    // Without storage, the login leads to the dashboard.
  }
};

export const takeReturnPath = (role: SessionRole): string | null => {
  const path = sessionStorage.getItem(getStorageKey(role));
  sessionStorage.removeItem(getStorageKey(role));
  return path;
};
