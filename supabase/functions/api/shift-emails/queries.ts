import type { Sql } from "../../_shared/clients/database.ts";

export async function readOwnShiftEmails(sql: Sql): Promise<{ wantsShiftEmails: boolean }> {
  const [row] = await sql<
    [{ wantsShiftEmails: boolean }]
  >`select private.own_shift_emails() as wants_shift_emails`;
  return row;
}

export const chooseOwnShiftEmails = (sql: Sql, wantsEmails: boolean) =>
  sql`select private.choose_own_shift_emails(${wantsEmails})`;
