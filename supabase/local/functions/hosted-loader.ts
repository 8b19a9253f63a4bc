/*
 * Runs a bundle the way the hosted runtime does, on the same version of Deno: takes away what that runtime lacks, and
 * hides the caller's address as it does. The only thing it adds is a port of our own. `--globals` prints what is left.
 */
import { DENO_MEMBERS_MISSING_WHEN_HOSTED, GLOBALS_MISSING_WHEN_HOSTED } from "./hosted-runtime.ts";

type Handler = (request: Request, info: { readonly remoteAddr: object }) => unknown;

declare const Deno: {
  readonly args: readonly string[];
  serve(options: object, handler: (request: Request) => unknown): unknown;
};

const { args, serve } = Deno;
/** On the hosted runtime, every request seems to come from this address. */
const remoteAddr = { transport: "tcp", hostname: "0.0.0.0", port: 9999 };

const onListen = ({ port }: { readonly port: number }) =>
  console.error(`Listening on http://127.0.0.1:${port}/`);

const hostedDeno = Object.fromEntries(
  Object.entries(Deno).filter(([name]) => !DENO_MEMBERS_MISSING_WHEN_HOSTED.includes(name)),
);
hostedDeno["serve"] = (handler: Handler) =>
  serve({ hostname: "127.0.0.1", port: 0, onListen }, (request) =>
    handler(request, { remoteAddr }),
  );

for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (GLOBALS_MISSING_WHEN_HOSTED.includes(name) || name.startsWith("GPU"))
    Reflect.deleteProperty(globalThis, name);
}
Object.defineProperty(globalThis, "Deno", { value: hostedDeno });
// The hosted runtime has no shared memory.
Object.defineProperty(globalThis, "SharedArrayBuffer", { value: ArrayBuffer });

const [target = ""] = args;
if (target === "--globals") {
  console.log(JSON.stringify([Object.getOwnPropertyNames(globalThis), Object.keys(hostedDeno)]));
} else await import(target);
