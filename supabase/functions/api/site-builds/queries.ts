import type { Sql } from "../../_shared/clients/database.ts";
import { recordJobRun } from "../../_shared/queries/job-runs.ts";

export interface DueBuild {
  readonly changes: string;
  /** The time of the newest publication, as text, because text keeps the microseconds. */
  readonly publication: string | null;
  readonly attempts: number;
}

/**
 * Claims changes that haven't been sent to the build hook yet, for one caller. If that caller crashes, a later call
 * claims them again, so the hook runs at least once.
 */
export async function claimDueBuild(sql: Sql): Promise<DueBuild | undefined> {
  const [dueBuild] = await sql<DueBuild[]>`
    update public.site_builds
    set attempts = attempts + 1, next_try_at = now() + interval '2 minutes'
    where next_try_at <= now()
      and (changes <> sent_changes or sent_publication is distinct from private.newest_publication())
    returning changes, private.newest_publication()::text as publication, attempts`;
  return dueBuild;
}

export const finishBuild = (sql: Sql, { changes, publication }: DueBuild) => sql`
  update public.site_builds
  set sent_changes = ${changes}, sent_publication = ${publication}, attempts = 0, next_try_at = now(),
    called_at = now()`;

export const delayBuild = (sql: Sql, minutes: number) => sql`
  update public.site_builds set next_try_at = now() + make_interval(mins => ${minutes})`;

export const recordBuildCall = (sql: Sql) => recordJobRun(sql, "call-build-hook");
