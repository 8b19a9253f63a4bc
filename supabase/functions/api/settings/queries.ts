import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { settingsEndpoints } from "../../_shared/contracts/settings.ts";
import { AppError } from "../../_shared/errors.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { findPackageCostsProblem, findSpendingProblem } from "../../_shared/rules/amounts.ts";

type Changes = z.output<typeof settingsEndpoints.updateSettings.body>;

const { update } = createWrites("settings");

type ListSettings = Pick<Required<Changes>, "giftLevels" | "packageCosts" | "spending">;
/** Amounts arrive from the database as text. */
type Settings = Omit<Row<"settings">, keyof ListSettings | "packagePrice"> &
  ListSettings & { packagePrice: number | string };

/** The table always has exactly one row. */
export async function readSettings(sql: Sql) {
  const [row] = await sql<[Settings]>`select * from public.settings`;
  return row;
}

export async function updateSettings(sql: Sql, changes: Changes) {
  const currentSettings = await readSettings(sql);
  requireConsistentSettings({ ...currentSettings, ...changes });
  await update(sql, currentSettings.id, changes);
  return readSettings(sql);
}

/** The database enforces the same rules, but its errors aren't user-friendly. */
function requireConsistentSettings({
  packageCosts,
  packagePrice,
  spending,
  spendingYear,
}: Settings) {
  const message = findPackageCostsProblem(packageCosts, Number(packagePrice));
  const problem = message === null ? null : { field: "packageCosts", message };
  const firstProblem = problem ?? findSpendingProblem(spending, spendingYear);
  if (firstProblem === null) return;
  const issues = [{ path: firstProblem.field, message: firstProblem.message }];
  throw new AppError("validation_failed", { message: firstProblem.message, issues });
}
