import type { EndpointDefinition } from "../contracts/endpoint.ts";
import type { AnyHandlers } from "./handlers.ts";

/** Handlers whose module, with the SDKs it needs, is loaded by the first call (design §2). */
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
