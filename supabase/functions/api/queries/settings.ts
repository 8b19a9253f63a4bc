import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { settingsEndpoints } from "../../_shared/contracts/settings.ts";
import { writesOf } from "../../_shared/queries/write.ts";

type Changes = z.output<typeof settingsEndpoints.updateSettings.body>;

const { update } = writesOf("settings");

type Settings = Omit<Row<"settings">, "giftLevels"> & {
  giftLevels: Required<Changes>["giftLevels"];
};

/** There is always exactly one row. */
export async function readSettings(sql: Sql) {
  const [row] = await sql<[Settings]>`select * from public.settings`;
  return row;
}

export async function updateSettings(sql: Sql, { giftLevels, ...changes }: Changes) {
  const { id } = await readSettings(sql);
  const levels = giftLevels === undefined ? {} : { giftLevels: sql.json(giftLevels) };
  await update(sql, id, { ...changes, ...levels });
  return readSettings(sql);
}
