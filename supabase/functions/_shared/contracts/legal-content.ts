import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { text, timestamp } from "./fields.ts";
import { LEGAL_CONTENT_KEYS } from "./choices.ts";
import { singletonVersion } from "./versions.ts";

const legalContent = z.object({ content: z.string(), updatedAt: timestamp.nullable() });
const params = z.object({ key: z.enum(LEGAL_CONTENT_KEYS) });

export const legalContentEndpoints = {
  getLegalContent: endpoint({
    method: "GET",
    path: "/api/legal-content/:key",
    access: "public",
    summary: "A legal document as sanitized HTML; empty if none is stored",
    cacheable: true,
    params,
    output: legalContent,
  }),
  updateLegalContent: endpoint({
    method: "PUT",
    path: "/api/legal-content/:key",
    access: "admin",
    summary: "Store a legal document",
    params,
    body: z.strictObject({
      content: text(200_000),
      lastUpdated: z.string().max(40).optional(),
      ...singletonVersion,
    }),
    output: legalContent,
  }),
};
