import { tabStore } from "../browser-storage.ts";
import type { SessionRole } from "./session.ts";

const getStorageKey = (role: SessionRole) => `return:${role}`;

/** Returns true for a path on this site. Browsers read `//` and `/\` as the start of another site's address. */
const isOwnPath = (path: string): boolean =>
  path.startsWith("/") && new URL(path, location.origin).origin === location.origin;

/** Remembers the page where a session ended. The next login with the same role in this tab returns to it. */
export const saveReturnPath = (role: SessionRole, path: string): void =>
  tabStore.setItem(getStorageKey(role), path);

export const takeReturnPath = (role: SessionRole): string | null => {
  const path = tabStore.getItem(getStorageKey(role));
  tabStore.removeItem(getStorageKey(role));
  return path !== null && isOwnPath(path) ? path : null;
};
