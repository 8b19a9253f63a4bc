import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import { RETENTION_RULES, type RetentionRuleName } from "../../_shared/contracts/choices.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { retentionRuleEndpoints } from "../../_shared/contracts/retention-rules.ts";

import { recordJobRun } from "../../_shared/queries/job-runs.ts";
import { createWrites } from "../../_shared/queries/write.ts";

type RetentionRule = Row<"retention_rules"> & { name: RetentionRuleName };
type Changes = z.output<typeof retentionRuleEndpoints.updateRetentionRule.body>;
type DueCount = Output<typeof retentionRuleEndpoints.countDueRecords>;

const { update } = createWrites("retention_rules");

/** Returns undefined if there is no such rule. */
export const updateRetentionRule = (sql: Sql, id: string, changes: Changes) =>
  update(sql, id, changes) as Promise<RetentionRule | undefined>;

export async function listRetentionRules(sql: Sql): Promise<RetentionRule[]> {
  const rules = await sql<RetentionRule[]>`select * from public.retention_rules`;
  return rules.toSorted(
    (one, other) => RETENTION_RULES.indexOf(one.name) - RETENTION_RULES.indexOf(other.name),
  );
}

/** The maximum number of records that the database counts. */
const COUNTED_RECORDS_MAX = 10_000;

/** Returns undefined if there is no such rule. */
export async function countDueRecords(
  sql: Sql,
  id: string,
  keepDays: number,
): Promise<DueCount | undefined> {
  const [row] = await sql<{ count: number }[]>`
    select private.count_due_for_retention(name, ${keepDays}) as count
    from public.retention_rules where id = ${id}`;
  if (row === undefined) return undefined;
  const { count } = row;
  return { count: Math.min(count, COUNTED_RECORDS_MAX), hasMore: count > COUNTED_RECORDS_MAX };
}

interface DueLogin {
  readonly userId: string;
  /**
   * True if nothing refers to the login, so the rule deletes it. Otherwise, it belongs to a record that the rule
   * empties.
   */
  readonly isUnused: boolean;
}

/** Returns the logins to delete in Auth before the rule's next records are emptied, or none if the rule is off. */
export const listDueLogins = (sql: Sql, rule: RetentionRuleName, limit: number) =>
  sql<DueLogin[]>`
    select user_id, is_unused from private.logins_due_for_retention(${rule}, ${limit})`;

/** If the rule is on, empties or deletes its next records. Returns how many. */
export async function applyRetentionRule(
  sql: Sql,
  rule: RetentionRuleName,
  {
    limit,
    startedAt,
    deletedLoginCount,
  }: { readonly limit: number; readonly startedAt: Date; readonly deletedLoginCount: number },
): Promise<number> {
  const [row] = await sql<[{ affected: number }]>`
    select private.apply_retention_rule(${rule}, ${limit}, ${startedAt.toISOString()}, ${deletedLoginCount}) as affected`;
  return row.affected;
}

export const recordRetentionRun = (sql: Sql) => recordJobRun(sql, "apply-retention-rules");
