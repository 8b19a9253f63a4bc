import type { OwnAreas } from "#contracts/choices.ts";
import { volunteerRecord } from "./builders.ts";
import { storeTokens } from "./fake-supabase.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Stores the records that an administrator's login stores. If no areas are given, the administrator is an owner. */
export const logInAsAdmin = (hoursAgo = 1, areas?: OwnAreas): void => {
  storeTokens("admin");
  localStorage.setItem(
    "adminAuth",
    JSON.stringify({
      isAuthenticated: true,
      username: "admin",
      loginTime: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
      ...(areas && { areas }),
    }),
  );
};

export const logInAsVolunteer = (...overrides: Parameters<typeof volunteerRecord>): void => {
  storeTokens("volunteer");
  localStorage.setItem("volunteer-auth", JSON.stringify(volunteerRecord(...overrides)));
};
