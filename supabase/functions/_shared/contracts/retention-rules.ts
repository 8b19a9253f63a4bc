import { z } from "zod";
import { RETENTION_RULES } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { count, id, idParams, timestamp } from "./fields.ts";
import { KEEP_DAYS_MAX } from "./limits.ts";
import { version } from "./versions.ts";

const KEEP_DAYS_MESSAGE = `Enter a number of days from 1 to ${KEEP_DAYS_MAX}.`;
const keepDays = z
  .int(KEEP_DAYS_MESSAGE)
  .min(1, KEEP_DAYS_MESSAGE)
  .max(KEEP_DAYS_MAX, KEEP_DAYS_MESSAGE);

const retentionRule = z.object({
  id,
  name: z.enum(RETENTION_RULES),
  isOn: z.boolean(),
  keepDays: z.number(),
  /** When the rule last ran, even if no records were due. */
  ranAt: timestamp.nullable(),
  /** The last run that emptied or deleted any records, and how many it affected. */
  affectedAt: timestamp.nullable(),
  affectedCount: count,
  /** The number of records emptied or deleted in all runs. */
  totalCount: count,
  updatedAt: timestamp,
});

export const retentionRuleEndpoints = adminEndpoints("owner", {
  listRetentionRules: {
    method: "GET",
    path: "/api/retention-rules",
    summary: "The rules for how long each kind of personal data is kept",
    output: z.array(retentionRule),
  },
  updateRetentionRule: {
    method: "PUT",
    path: "/api/retention-rules/:id",
    summary: "Turn a rule on or off, or change its number of days",
    params: idParams,
    body: z.strictObject({ isOn: z.boolean(), keepDays }).partial().extend(version),
    output: retentionRule,
  },
  countDueRecords: {
    method: "GET",
    path: "/api/retention-rules/:id/due",
    summary: "How many records a rule with this number of days would empty or delete now",
    params: idParams,
    query: z.object({ keepDays: z.coerce.number().pipe(keepDays) }),
    output: z.object({
      count,
      /** True if more than `count` records are due. */
      hasMore: z.boolean(),
    }),
  },
  applyRetentionRules: {
    method: "POST",
    path: "/api/retention-rules/apply",
    access: "service",
    summary: "Apply the retention rules; runs as a scheduled job",
    body: z.strictObject({}).optional(),
    output: z.object({ affected: count }),
  },
});
