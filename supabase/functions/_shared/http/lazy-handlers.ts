import type { EndpointDefinition } from "../contracts/endpoint.ts";
import type { AnyHandlers } from "./handlers.ts";

/** Returns handlers that import their module, with its SDKs, on the first call, to keep cold starts short. */
export function lazyHandlers(
  entries: Readonly<Record<string, EndpointDefinition>>,
  load: () => Promise<AnyHandlers>,
): AnyHandlers {
  return Object.fromEntries(
    Object.keys(entries).map((name) => [
      name,
      async (call) => {
        const handler = (await load())[name];
        if (handler === undefined) throw new Error(`${name} has no handler.`);
        return handler(call);
      },
    ]),
  );
}
