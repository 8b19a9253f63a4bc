import type { Row, Sql } from "../../_shared/clients/database.ts";

export async function readActiveGoal(sql: Sql) {
  const [row] = await sql<Pick<Row<"care_package_goals">, "monthlyGoal">[]>`
    select monthly_goal from public.care_package_goals where is_active`;
  return row;
}
