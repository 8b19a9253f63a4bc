import type { Sql } from "../functions/_shared/clients/database.ts";
import type { OperationName } from "../functions/_shared/contracts/catalog.ts";
import type { Page } from "../functions/_shared/queries/page.ts";
import { OWNER_AREAS } from "../functions/_shared/rules/admin-areas.ts";
import { type OperationHandler, loadHandler } from "./handlers.ts";

type ReadFunction = "asCaller" | "asAdminReader";

/**
 * Reads a page of a list as the list's route does for an administrator, but with the given connection and that
 * connection's role. `onRead` receives the name of the function that the route uses to read.
 */
export async function readList(
  name: OperationName,
  sql: Sql,
  query: object,
  onRead: (readFunction: ReadFunction) => void = () => undefined,
): Promise<Page<{ id: string }>> {
  const readAs = (readFunction: ReadFunction) => (work: (ownSql: Sql) => unknown) => {
    onRead(readFunction);
    return work(sql);
  };
  const call = {
    caller: { kind: "admin", areas: OWNER_AREAS },
    asCaller: readAs("asCaller"),
    asAdminReader: readAs("asAdminReader"),
    query,
    params: {},
  } as unknown as Parameters<OperationHandler>[0];
  const handler = await loadHandler(name);
  return (await handler(call)) as Page<{ id: string }>;
}
