import { legalContentEndpoints } from "../../_shared/contracts/legal-content.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readLegalContent, saveLegalContent } from "./queries.ts";

export default implement(legalContentEndpoints, {
  getLegalContent: ({ asCaller, params }) => asCaller((sql) => readLegalContent(sql, params.key)),

  // The `updatedAt` in the documented body is ignored; the database sets it.
  updateLegalContent: async ({ asCaller, params, body }) => {
    const { cleanStoredHtml } = await import("../../_shared/html/clean-stored-html.ts");
    const content = cleanStoredHtml(body.content, "text");
    if (!hasText(content)) {
      const message = "This document would be blank. Please add some text.";
      throw new AppError("validation_failed", { issues: [{ path: "content", message }] });
    }
    const { updatedAt } = body;
    return asCaller((sql) => saveLegalContent(sql, params.key, { content, updatedAt }));
  },
});

const hasText = (html: string): boolean => /[\p{L}\p{N}]/u.test(html.replaceAll(/<[^<>]*>/g, ""));
