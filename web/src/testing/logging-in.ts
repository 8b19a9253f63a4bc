const HOUR = 60 * 60 * 1000;

/** The record that an administrator's login leaves. */
export const logInAsAdmin = (hoursAgo = 1): void =>
  localStorage.setItem(
    "adminAuth",
    JSON.stringify({
      isAuthenticated: true,
      username: "admin",
      loginTime: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
    }),
  );
