import { RETENTION_RULES, type RetentionRuleName } from "../../_shared/contracts/choices.ts";
import { retentionRuleEndpoints } from "../../_shared/contracts/retention-rules.ts";
import { type Call, implement, requireFound } from "../../_shared/http/handlers.ts";
import {
  applyRetentionRule,
  countDueRecords,
  listDueLogins,
  listRetentionRules,
  recordRetentionRun,
  updateRetentionRule,
} from "./queries.ts";

/** This is small enough to keep each transaction short. */
const BATCH_SIZE = 500;
/** This is smaller than the other batch size, because each login takes a call to Auth. */
const LOGIN_BATCH_SIZE = 50;
/** pg_net stops waiting after 30 seconds. The next run continues where this one stops. */
const TIME_LIMIT_MS = 20_000;

type JobCall = Call<typeof retentionRuleEndpoints.applyRetentionRules>;

export default implement(retentionRuleEndpoints, {
  listRetentionRules: ({ asCaller }) => asCaller(listRetentionRules),

  updateRetentionRule: ({ asCaller, params: { id }, body }) =>
    asCaller(async (sql) => requireFound(await updateRetentionRule(sql, id, body))),

  countDueRecords: ({ asCaller, params: { id }, query: { keepDays } }) =>
    asCaller(async (sql) => requireFound(await countDueRecords(sql, id, keepDays))),

  applyRetentionRules: async (call) => {
    const startedAt = new Date();
    let affected = 0;
    // Rules that need Auth come last, so that the others are applied even if it doesn't respond.
    for (const rule of RETENTION_RULES.toSorted(
      (one, other) => Number(deletesLogins(one)) - Number(deletesLogins(other)),
    )) {
      affected += await applyRule(call, rule, startedAt);
    }
    await call.asCaller(recordRetentionRun);
    return { affected };
  },
});

const deletesLogins = (rule: RetentionRuleName): boolean =>
  rule === "rejected_applications" || rule === "unconfirmed_addresses";

async function applyRule(
  { asCaller, services: { auth } }: JobCall,
  rule: RetentionRuleName,
  startedAt: Date,
): Promise<number> {
  const limit = deletesLogins(rule) ? LOGIN_BATCH_SIZE : BATCH_SIZE;
  let total = 0;
  while (Date.now() - startedAt.getTime() < TIME_LIMIT_MS) {
    const logins = deletesLogins(rule)
      ? await asCaller((sql) => listDueLogins(sql, rule, limit))
      : [];
    for (const { userId } of logins) await auth.deleteUser(userId);
    const deletedLoginCount = logins.filter(({ isUnused }) => isUnused).length;
    const affected = await asCaller((sql) =>
      applyRetentionRule(sql, rule, { limit, startedAt, deletedLoginCount }),
    );
    total += affected;
    if (affected === 0) return total;
  }
  return total;
}
