import { volunteerQualificationEndpoints } from "../../_shared/contracts/volunteer-qualifications.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { listVolunteerQualifications, volunteerQualificationWrites } from "./queries.ts";

export default implement(volunteerQualificationEndpoints, {
  listVolunteerQualifications: ({ asCaller, query }) =>
    asCaller((sql) => listVolunteerQualifications(sql, query)),
  createVolunteerQualification: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => volunteerQualificationWrites.insert(sql, body))),
  updateVolunteerQualification: async ({ asCaller, params: { id }, body }) =>
    requireFound(
      await asCaller((sql) => volunteerQualificationWrites.update(sql, id, body)),
      "qualification",
    ),
  deleteVolunteerQualification: async ({ asCaller, params: { id } }) => {
    requireFound(
      await asCaller((sql) => volunteerQualificationWrites.remove(sql, id)),
      "qualification",
    );
    return { message: "Qualification deleted" };
  },
});
