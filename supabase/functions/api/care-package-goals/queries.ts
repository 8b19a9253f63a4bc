import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { carePackageGoalEndpoints } from "../../_shared/contracts/care-package-goals.ts";
import { MONTHLY_GOAL_DEFAULT } from "../../_shared/contracts/limits.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

type Goal = Pick<Row<"care_package_goals">, "monthlyGoal"> & { readonly updatedAt: string | null };

const DEFAULT_GOAL: Goal = { monthlyGoal: MONTHLY_GOAL_DEFAULT, updatedAt: null };

/** Reads the goal that visitors see. Row-level security returns only the active goal. */
export async function readGoal(sql: Sql): Promise<Goal> {
  const [row] = await sql<Goal[]>`
    select monthly_goal, updated_at from public.care_package_goals`;
  return row ?? DEFAULT_GOAL;
}

async function readActiveGoal(sql: Sql): Promise<Goal> {
  const [row] = await sql<Goal[]>`
    select monthly_goal, updated_at from public.care_package_goals where is_active`;
  return row ?? DEFAULT_GOAL;
}

/** At most one goal is active. */
export const saveActiveGoal = (
  sql: Sql,
  changes: z.output<typeof carePackageGoalEndpoints.updateCarePackageGoal.body>,
) =>
  saveSingleton(
    sql,
    { table: "care_package_goals", where: () => sql`is_active` },
    changes,
    readActiveGoal,
  );
