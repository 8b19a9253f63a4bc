import { catalog, type OperationName } from "../functions/_shared/contracts/catalog.ts";
import { nounByPath } from "../functions/api/paths.ts";
import { routesByNoun } from "../functions/api/routes.ts";

type Routes = Awaited<ReturnType<(typeof routesByNoun)["home"]>>["default"];
export type OperationHandler = Routes["handlers"]["getHome"];

/** Returns the handler of an operation. */
export async function loadHandler(name: OperationName): Promise<OperationHandler> {
  const noun = nounByPath[catalog[name].path];
  if (noun === undefined) throw new Error(`paths.ts lacks the path of ${name}.`);
  const { handlers } = (await routesByNoun[noun]()).default;
  return (handlers as Readonly<Record<string, OperationHandler>>)[name]!;
}
