import type { Row, Sql } from "../../_shared/clients/database.ts";
import { createOrderedWrites } from "../../_shared/queries/ordered.ts";

export const childrenLetterWrites = createOrderedWrites("children_letters");

export function listChildrenLetters(sql: Sql) {
  return sql<Omit<Row<"children_letters">, "createdAt">[]>`
    select id, text, writer, "order", is_active, updated_at
    from public.children_letters
    order by "order", created_at, id`;
}
