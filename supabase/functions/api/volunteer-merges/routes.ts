import { volunteerMergeEndpoints } from "../../_shared/contracts/volunteer-merges.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { mergeHandlers } from "../merges/handlers.ts";
import { listVolunteerMerges } from "./queries.ts";

const volunteerMerges = mergeHandlers<
  typeof volunteerMergeEndpoints.mergeVolunteers,
  typeof volunteerMergeEndpoints.previewVolunteerMerge
>("volunteer");

export default implement(volunteerMergeEndpoints, {
  listVolunteerMerges: ({ asCaller, query: { keptId } }) =>
    asCaller((sql) => listVolunteerMerges(sql, keptId)),
  previewVolunteerMerge: volunteerMerges.preview,
  mergeVolunteers: volunteerMerges.merge,
  undoVolunteerMerge: volunteerMerges.undo,
  makeVolunteerMergePermanent: volunteerMerges.makePermanent,
});
