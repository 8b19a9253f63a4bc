import type { Sql } from "../../_shared/clients/database.ts";

interface RegistrationTotals {
  readonly totalRegistrations: number;
  readonly totalHours: number;
}

/** Of the whole organisation; no person is in it. */
export async function readRegistrationTotals(sql: Sql): Promise<RegistrationTotals> {
  const [row] = await sql<
    [{ totals: RegistrationTotals }]
  >`select private.registration_totals() as totals`;
  return row.totals;
}

interface OwnRegistrationTotals extends RegistrationTotals {
  readonly shiftsCompleted: number;
}

export async function readOwnRegistrationTotals(sql: Sql): Promise<OwnRegistrationTotals> {
  const [row] = await sql<
    [{ totals: OwnRegistrationTotals }]
  >`select private.own_registration_totals() as totals`;
  return row.totals;
}
