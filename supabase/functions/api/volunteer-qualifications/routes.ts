import { volunteerQualificationEndpoints } from "../../_shared/contracts/volunteer-qualifications.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { listVolunteerQualifications, qualificationWrites } from "./queries.ts";

const { create, update, remove } = writeHandlers(qualificationWrites, "qualification");

export default implement(volunteerQualificationEndpoints, {
  listVolunteerQualifications: ({ asCaller, query }) =>
    asCaller((sql) => listVolunteerQualifications(sql, query)),
  createVolunteerQualification: create,
  updateVolunteerQualification: update,
  deleteVolunteerQualification: remove,
});
