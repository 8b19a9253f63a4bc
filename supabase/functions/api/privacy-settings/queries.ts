import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { privacySettingsEndpoints } from "../../_shared/contracts/privacy-settings.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

type PrivacySettings = Output<typeof privacySettingsEndpoints.getPrivacySettings>;
type Changes = z.output<typeof privacySettingsEndpoints.updatePrivacySettings.body>;

export async function readPrivacySettings(sql: Sql): Promise<PrivacySettings> {
  const [row] = await sql<[PrivacySettings]>`
    select ledger_years, updated_at from public.privacy_settings`;
  return row;
}

export const updatePrivacySettings = (sql: Sql, changes: Changes) =>
  saveSingleton(
    sql,
    { table: "privacy_settings", where: () => sql`singleton` },
    changes,
    readPrivacySettings,
  );
