import type { Sql } from "../../_shared/clients/database.ts";
import { noteRun } from "../../_shared/queries/job-runs.ts";

export interface DueBuild {
  readonly changes: string;
  /** As text, to the microsecond. */
  readonly publication: string | null;
  readonly attempts: number;
}

/**
 * What the hook has not been told yet, for one caller alone. Whoever dies with it in hand leaves it to the call after the
 * next; then the hook may be told twice, but never not at all.
 */
export async function takeDueBuild(sql: Sql): Promise<DueBuild | undefined> {
  const [due] = await sql<DueBuild[]>`
    update public.site_builds
    set attempts = attempts + 1, next_try_at = now() + interval '2 minutes'
    where next_try_at <= now()
      and (changes <> told_changes or told_publication is distinct from private.newest_publication())
    returning changes, private.newest_publication()::text as publication, attempts`;
  return due;
}

export const settleBuild = (sql: Sql, { changes, publication }: DueBuild) => sql`
  update public.site_builds
  set told_changes = ${changes}, told_publication = ${publication}, attempts = 0, next_try_at = now()`;

export const delayBuild = (sql: Sql, minutes: number) => sql`
  update public.site_builds set next_try_at = now() + make_interval(mins => ${minutes})`;

export const noteBuildCall = (sql: Sql) => noteRun(sql, "call-build-hook");
