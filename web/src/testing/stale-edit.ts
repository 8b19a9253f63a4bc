import type { FakeResponse } from "./fake-api.ts";

/**
 * Returns the response to an update of a record that the user dana has saved in the meantime. It contains the fields
 * that she changed, and her version of the record.
 */
export const staleEditResponse = (fields: readonly string[], current: object): FakeResponse => ({
  status: 409,
  body: {
    code: "stale_edit",
    message: "dana saved changes first, so yours weren't saved. Nothing is lost.",
    savedBy: "dana",
    current,
    issues: fields.map((path) => ({ path, message: "Changed since you opened this" })),
  },
});
