import { legalContentEndpoints } from "../../_shared/contracts/legal-content.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readLegalContent, saveLegalContent } from "../queries/legal-content.ts";

/** The page shows its built-in text then (LEGAL-06). */
const nothingStoredYet = { content: "", updatedAt: null };

export const legalContentHandlers = implement(legalContentEndpoints, {
  getLegalContent: async ({ services, caller, params }) =>
    (await services.database.as(caller, (sql) => readLegalContent(sql, params.key))) ??
    nothingStoredYet,

  // When it was updated the database says; what the body tells of it is taken as documented and ignored.
  updateLegalContent: async ({ services, caller, params, body }) => {
    const { cleanStoredHtml } = await import("../../_shared/html/clean-stored-html.ts");
    const content = cleanStoredHtml(body.content, "text");
    if (!hasWords(content)) {
      const message = "Nothing of this can be shown. Please write a text.";
      throw new AppError("validation_failed", { issues: [{ path: "content", message }] });
    }
    return services.database.as(caller, (sql) => saveLegalContent(sql, params.key, content));
  },
});

const hasWords = (html: string): boolean => /[\p{L}\p{N}]/u.test(html.replaceAll(/<[^<>]*>/g, ""));
