import { dismissedVolunteerDuplicateEndpoints } from "../../_shared/contracts/dismissed-volunteer-duplicates.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { duplicateHandlers } from "../merges/handlers.ts";

const duplicates =
  duplicateHandlers<typeof dismissedVolunteerDuplicateEndpoints.listPossibleVolunteerDuplicates>(
    "volunteer",
  );

export default implement(dismissedVolunteerDuplicateEndpoints, {
  listPossibleVolunteerDuplicates: duplicates.list,
  dismissVolunteerDuplicate: ({ body, ...call }) =>
    duplicates.dismiss(call, body.volunteerId, body.otherVolunteerId),
});
