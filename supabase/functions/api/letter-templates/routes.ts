import { letterTemplateEndpoints } from "../../_shared/contracts/letter-templates.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { letterTemplateWrites, listLetterTemplates } from "./queries.ts";

const { create, update, remove } = writeHandlers(letterTemplateWrites, "letter", "Letter deleted");

export default implement(letterTemplateEndpoints, {
  listLetterTemplates: ({ asCaller, query }) => asCaller((sql) => listLetterTemplates(sql, query)),
  createLetterTemplate: create,
  updateLetterTemplate: update,
  deleteLetterTemplate: remove,
});
