import { legalContentEndpoints } from "../../_shared/contracts/legal-content.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import {
  selectLegalContentId,
  legalContentVersions,
  readLegalContent,
  saveLegalContent,
} from "./queries.ts";

export default implement(legalContentEndpoints, {
  getLegalContent: ({ asCaller, params }) => asCaller((sql) => readLegalContent(sql, params.key)),
  listLegalContentVersions: ({ asCaller, params: { key }, query }) =>
    asCaller((sql) => legalContentVersions.list(sql, selectLegalContentId(sql, key), query)),
  getLegalContentVersion: async ({ asCaller, params: { key, versionId } }) =>
    requireFound(
      await asCaller((sql) =>
        legalContentVersions.find(sql, selectLegalContentId(sql, key), versionId),
      ),
      "version",
    ),

  // The `updatedAt` in the documented body is ignored; the database sets it.
  updateLegalContent: async ({ asCaller, params, body }) => {
    const { cleanStoredHtml } = await import("../../_shared/html/clean-stored-html.ts");
    const content = cleanStoredHtml(body.content, "text");
    if (!hasText(content)) {
      const message = "This document would be blank. Add some text.";
      throw new AppError("validation_failed", { issues: [{ path: "content", message }] });
    }
    const { updatedAt } = body;
    return asCaller((sql) => saveLegalContent(sql, params.key, { content, updatedAt }));
  },
});

const hasText = (html: string): boolean => /[\p{L}\p{N}]/u.test(html.replaceAll(/<[^<>]*>/g, ""));
