import type { Sql } from "../../_shared/clients/database.ts";

export interface SecondFactorRow {
  readonly userId: string;
  readonly username: string;
  readonly hasSecondFactor: boolean;
  readonly recoveryCodes: number;
}

export const listSecondFactors = (sql: Sql) =>
  sql<SecondFactorRow[]>`select * from private.second_factors()`;

export const setRecoveryCodes = (sql: Sql, hashes: readonly string[]) =>
  sql`select private.set_recovery_codes(${JSON.stringify(hashes)}::text::jsonb)`;

/** Returns true if it is one of the caller's codes; all of them are then deleted. */
export async function takeRecoveryCode(sql: Sql, hash: string): Promise<boolean> {
  const [row] = await sql<[{ taken: boolean }]>`select private.use_recovery_code(${hash}) as taken`;
  return row.taken;
}

/** Returns true if there is a factor to remove. */
export async function releaseSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql<[{ released: boolean }]>`
    select private.release_second_factor(${userId}) as released`;
  return row.released;
}
