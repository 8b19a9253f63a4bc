import { volunteerMergeEndpoints } from "../../_shared/contracts/volunteer-merges.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import {
  findVolunteerMerge,
  listVolunteerMerges,
  makeVolunteerMergePermanent,
  mergeVolunteers,
  previewVolunteerMerge,
  undoVolunteerMerge,
} from "./queries.ts";

export default implement(volunteerMergeEndpoints, {
  listVolunteerMerges: async ({ asCaller, query: { keptId } }) => [
    ...(await asCaller((sql) => listVolunteerMerges(sql, keptId))),
  ],
  previewVolunteerMerge: ({ asCaller, query }) =>
    asCaller((sql) => previewVolunteerMerge(sql, query)),
  mergeVolunteers: ({ asCaller, body, once }) =>
    asCaller((sql) =>
      once(sql, async () =>
        requireFound(await findVolunteerMerge(sql, await mergeVolunteers(sql, body))),
      ),
    ),
  undoVolunteerMerge: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await undoVolunteerMerge(sql, id);
      return requireFound(await findVolunteerMerge(sql, id));
    }),
  makeVolunteerMergePermanent: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await makeVolunteerMergePermanent(sql, id);
      return requireFound(await findVolunteerMerge(sql, id));
    }),
});
