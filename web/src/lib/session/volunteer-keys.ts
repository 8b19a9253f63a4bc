/** The storage keys of the volunteer's record; the second is only read. */
export const VOLUNTEER_KEYS = ["volunteer-auth", "volunteerAuth"] as const;
