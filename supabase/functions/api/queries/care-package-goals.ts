import type { Row, Sql } from "../../_shared/clients/database.ts";

type Goal = Pick<Row<"care_package_goals">, "monthlyGoal">;

/** As a visitor, to whom policies show the active one. */
export async function readActiveGoal(sql: Sql) {
  const [row] = await sql<Goal[]>`
    select monthly_goal from public.care_package_goals`;
  return row;
}

/** One is active at most: the first is added, any other changes it. */
export async function saveActiveGoal(sql: Sql, { monthlyGoal }: Goal) {
  const [row] = await sql<[Goal]>`
    insert into public.care_package_goals (monthly_goal) values (${monthlyGoal})
    on conflict (is_active) where is_active do update set monthly_goal = excluded.monthly_goal
    returning monthly_goal`;
  return row;
}
