import {
  DUPLICATES_MAX,
  dismissedDuplicateEndpoints,
} from "../../_shared/contracts/dismissed-duplicates.ts";
import { AppError, getNotFoundMessage } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { dismissDuplicate, listPossibleDuplicates } from "./queries.ts";

export default implement(dismissedDuplicateEndpoints, {
  listPossibleDuplicates: ({ asAdminReader }) =>
    asAdminReader((sql) => listPossibleDuplicates(sql, DUPLICATES_MAX)),
  dismissDuplicate: async ({ asCaller, body }) => {
    const isFound = await asCaller((sql) => dismissDuplicate(sql, body));
    if (!isFound) throw new AppError("not_found", { message: getNotFoundMessage("donor") });
    return { message: "These two won't be suggested again" };
  },
});
