import { legalContentEndpoints } from "../../_shared/contracts/legal-content.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readLegalContent } from "../queries/legal-content.ts";

/** The page shows its built-in text then (LEGAL-06). */
const nothingStoredYet = { content: "", updatedAt: null };

export const legalContentHandlers = implement(legalContentEndpoints, {
  getLegalContent: async ({ services, caller, params }) =>
    (await services.database.as(caller, (sql) => readLegalContent(sql, params.key))) ??
    nothingStoredYet,
});
