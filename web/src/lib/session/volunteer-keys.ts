/** The keys under which the volunteer's record is stored. The second one is only read and cleared, never written. */
export const VOLUNTEER_KEYS = ["volunteer-auth", "volunteerAuth"] as const;
