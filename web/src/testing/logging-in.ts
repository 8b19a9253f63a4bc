import { volunteerRecord } from "./builders.ts";
import { keepTokens } from "./fake-supabase.ts";

const HOUR = 60 * 60 * 1000;

/** Stores the records that an administrator's login leaves behind. */
export const logInAsAdmin = (hoursAgo = 1): void => {
  keepTokens("admin");
  localStorage.setItem(
    "adminAuth",
    JSON.stringify({
      isAuthenticated: true,
      username: "admin",
      loginTime: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
    }),
  );
};

export const logInAsVolunteer = (...record: Parameters<typeof volunteerRecord>): void => {
  keepTokens("volunteer");
  localStorage.setItem("volunteer-auth", JSON.stringify(volunteerRecord(...record)));
};
