/** Where the volunteer's record is stored; the second is read only. */
export const VOLUNTEER_KEYS = ["volunteer-auth", "volunteerAuth"] as const;
