import { DUPLICATES_MAX } from "../../_shared/contracts/dismissed-duplicates.ts";
import { dismissedVolunteerDuplicateEndpoints } from "../../_shared/contracts/dismissed-volunteer-duplicates.ts";
import { AppError, getNotFoundMessage } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { dismissVolunteerDuplicate, listPossibleVolunteerDuplicates } from "./queries.ts";

export default implement(dismissedVolunteerDuplicateEndpoints, {
  listPossibleVolunteerDuplicates: ({ asAdminReader }) =>
    asAdminReader((sql) => listPossibleVolunteerDuplicates(sql, DUPLICATES_MAX)),
  dismissVolunteerDuplicate: async ({ asCaller, body }) => {
    const isFound = await asCaller((sql) => dismissVolunteerDuplicate(sql, body));
    if (!isFound) throw new AppError("not_found", { message: getNotFoundMessage("volunteer") });
    return { message: "These two won't be suggested again" };
  },
});
