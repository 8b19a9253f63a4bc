import type { EndpointDefinition } from "../contracts/endpoint.ts";
import type { AnyHandlers, Call, HandlersOf } from "./handlers.ts";

type Endpoints = Readonly<Record<string, EndpointDefinition>>;

/**
 * Returns the handlers of all nouns. A noun's module, with its SDKs, is imported on the first call, to keep cold starts
 * short.
 */
export function lazyHandlers<Nouns extends Readonly<Record<string, Endpoints>>>(
  nouns: Nouns,
  modules: {
    readonly [Noun in keyof Nouns]: () => Promise<{ readonly default: HandlersOf<Nouns[Noun]> }>;
  },
): AnyHandlers {
  return Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, endpoints]) =>
      Object.keys(endpoints).map((name) => {
        let handlers: AnyHandlers | undefined;
        const handle = async (call: Call<EndpointDefinition>) => {
          // Importing a module again takes longer than the rest of a small read.
          handlers ??= (await modules[noun as keyof Nouns]()).default as AnyHandlers;
          return handlers[name]?.(call);
        };
        return [name, handle];
      }),
    ),
  );
}
