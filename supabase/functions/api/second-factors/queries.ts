import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { secondFactorEndpoints } from "../../_shared/contracts/second-factors.ts";

type OwnSecondFactor = Output<typeof secondFactorEndpoints.readOwnSecondFactor>;

export async function readOwnSecondFactor(sql: Sql): Promise<OwnSecondFactor> {
  const [row] = await sql<[OwnSecondFactor]>`select * from private.own_second_factor()`;
  return row;
}

export const setRecoveryCodes = (sql: Sql, hashes: readonly string[]) =>
  sql`select private.set_recovery_codes(${JSON.stringify(hashes)}::text::jsonb)`;

/** Returns true if the hash belongs to one of the caller's recovery codes. All of them are then deleted. */
export async function consumeRecoveryCode(sql: Sql, hash: string): Promise<boolean> {
  const [row] = await sql<
    [{ isConsumed: boolean }]
  >`select private.use_recovery_code(${hash}) as is_consumed`;
  return row.isConsumed;
}

/** Returns whether two-step login is required for administrators. */
export async function readSecondFactorRule(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ isRequired: boolean }]>`
    select private.requires_second_factor() as is_required`;
  return row.isRequired;
}

export const setSecondFactorRule = (sql: Sql, isRequired: boolean) =>
  sql`select private.set_second_factor_rule(${isRequired})`;

/** Returns true if there is a factor to remove. */
export async function releaseSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql<[{ isReleased: boolean }]>`
    select private.release_second_factor(${userId}) as is_released`;
  return row.isReleased;
}
