import type { Sql } from "../functions/_shared/clients/database.ts";
import type { OperationName } from "../functions/_shared/contracts/catalogue.ts";
import type { Page } from "../functions/_shared/queries/page.ts";
import { handlers } from "../functions/api/routes/handlers.ts";

type Way = "as" | "asAdminReader";

/**
 * Reads a page of a list as its route does for an administrator, but on this connection and with its rights. `note`
 * gets the method of the database that the route reads with.
 */
export async function readList(
  name: OperationName,
  sql: Sql,
  query: object,
  note: (way: Way) => void = () => undefined,
): Promise<Page<{ id: string }>> {
  const by = (way: Way) => (_caller: unknown, work: (own: Sql) => unknown) => {
    note(way);
    return work(sql);
  };
  const call = {
    caller: { kind: "admin" },
    services: { database: { as: by("as"), asAdminReader: by("asAdminReader") } },
    query,
    params: {},
  } as unknown as Parameters<(typeof handlers)[string]>[0];
  return (await handlers[name]!(call)) as Page<{ id: string }>;
}
