import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, html, id, timestamp } from "./fields.ts";
import { LEGAL_CONTENT_KEYS } from "./choices.ts";
import { listEndpoint } from "./list.ts";
import { singletonVersion } from "./versions.ts";

const legalContent = z.object({ content: z.string(), updatedAt: timestamp.nullable() });
const params = z.object({ key: z.enum(LEGAL_CONTENT_KEYS) });
const legalContentVersion = z.object({
  id,
  content: z.string(),
  version: count,
  savedBy: z.string(),
  savedAt: timestamp,
});

export const legalContentEndpoints = adminEndpoints("content", {
  getLegalContent: {
    method: "GET",
    path: "/api/legal-content/:key",
    access: "public",
    summary: "A legal document as sanitized HTML; empty if none is stored",
    cacheable: true,
    params,
    output: legalContent,
  },
  listLegalContentVersions: listEndpoint({
    path: "/api/legal-content/:key/versions",
    summary: "The 50 most recent earlier versions of a legal document",
    params,
    sorts: ["-version", "version"],
    searchedFields: "saved by",
    item: legalContentVersion.omit({ content: true }),
  }),
  getLegalContentVersion: {
    method: "GET",
    path: "/api/legal-content/:key/versions/:versionId",
    summary:
      "An earlier version of a legal document; to restore it, save its text as the current version",
    params: params.extend({ versionId: id }),
    output: legalContentVersion,
  },
  updateLegalContent: {
    method: "PUT",
    path: "/api/legal-content/:key",
    summary: "Save a legal document",
    params,
    body: z.strictObject({
      content: html(200_000),
      lastUpdated: z.string().max(40).optional(),
      ...singletonVersion,
    }),
    output: legalContent,
  },
});
