import { z } from "zod";
import { encodeSearchedAddresses } from "./email-address.ts";
import { adminEndpoints } from "./endpoint.ts";
import { line, timestamp } from "./fields.ts";
import { chosenRecords, personRecord } from "./person-records.ts";

export const personEndpoints = adminEndpoints("owner", {
  findPeople: {
    method: "GET",
    path: "/api/people",
    summary:
      "Find people's records by name or email address, so you can choose the ones that belong to one person",
    query: z.object({
      search: line(254, 2, "Enter at least 2 characters.").overwrite(encodeSearchedAddresses),
    }),
    output: z.object({
      records: z.array(
        z.object({
          ...personRecord.shape,
          /** Empty if the record has no name. */
          name: z.string(),
          email: z.string().nullable(),
          /** Details that help to tell records apart, such as "3 donations, the last in May 2026". */
          details: z.string(),
          createdAt: timestamp.nullable(),
          /** Other records in these results that have the same email address. */
          sharesEmailWith: z.array(personRecord),
        }),
      ),
      /** True if more records match than are listed, so the search should be narrowed. */
      hasMore: z.boolean(),
    }),
  },
  exportPerson: {
    method: "POST",
    path: "/api/people/export",
    summary: "Everything about one person as a ZIP file: JSON by table, files and a readable page",
    body: z.strictObject({ records: chosenRecords }),
    output: "file",
    rateLimit: { max: 60, windowSeconds: 3600, per: "account" },
  },
});
