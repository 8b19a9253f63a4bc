/** The storage keys of the volunteer's record. The second one is read and cleared, but never written. */
export const VOLUNTEER_KEYS = ["volunteer-auth", "volunteerAuth"] as const;
