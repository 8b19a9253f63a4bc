import { z } from "zod";
import { ARCHIVE_AREAS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { idParams } from "./fields.ts";
import { csvInParts, partQuery } from "./list.ts";

export const archivedColumn = z.object({
  tableName: z.string(),
  tableComment: z.string().nullable(),
  columnName: z.string(),
  type: z.string(),
  columnComment: z.string().nullable(),
});
export type ArchivedColumn = z.output<typeof archivedColumn>;

export const archiveEndpoints = adminEndpoints("giving", {
  createArchive: {
    method: "POST",
    path: "/api/archives",
    summary:
      "Starts an archive of the giving area or, for owners, of everything: records it, and returns the columns of every table in it",
    body: z.strictObject({ area: z.enum(ARCHIVE_AREAS) }),
    output: z.object({ id: z.uuid(), createdAt: z.string(), columns: z.array(archivedColumn) }),
    rateLimit: { max: 10, windowSeconds: 3600, per: "account" },
  },
  downloadArchivedTable: {
    ...csvInParts,
    path: "/api/archives/:id/table",
    summary:
      "A table as a CSV file, in parts, for the administrator who started the archive less than a day ago",
    params: idParams,
    query: partQuery.extend({ table: z.string().regex(/^[a-z_]{1,63}$/) }),
  },
});
