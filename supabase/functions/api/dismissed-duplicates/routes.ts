import { dismissedDuplicateEndpoints } from "../../_shared/contracts/dismissed-duplicates.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { duplicateHandlers } from "../merges/handlers.ts";

const duplicates =
  duplicateHandlers<typeof dismissedDuplicateEndpoints.listPossibleDuplicates>("donor");

export default implement(dismissedDuplicateEndpoints, {
  listPossibleDuplicates: duplicates.list,
  dismissDuplicate: ({ body, ...call }) =>
    duplicates.dismiss(call, body.donorId, body.otherDonorId),
});
