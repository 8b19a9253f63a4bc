import { volunteerQualificationEndpoints } from "../../_shared/contracts/volunteer-qualifications.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import {
  addQualification,
  listVolunteerQualifications,
  removeQualification,
  updateQualification,
} from "./queries.ts";

export default implement(volunteerQualificationEndpoints, {
  listVolunteerQualifications: ({ asCaller, query }) =>
    asCaller((sql) => listVolunteerQualifications(sql, query)),
  createVolunteerQualification: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => addQualification(sql, body))),
  updateVolunteerQualification: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => updateQualification(sql, id, body)), "qualification"),
  deleteVolunteerQualification: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => removeQualification(sql, id)), "qualification");
    return { message: "Qualification deleted" };
  },
});
