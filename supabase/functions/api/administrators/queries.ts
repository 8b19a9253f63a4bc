import type { Row, Sql } from "../../_shared/clients/database.ts";

export const listOwners = (sql: Sql) =>
  sql<Pick<Row<"users">, "username">[]>`select username from private.owners()`;
