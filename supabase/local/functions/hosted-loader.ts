/*
 * Runs a bundle the way the hosted runtime does, on the same version of Deno: takes away what that runtime lacks, and
 * hides the caller's address as it does. The only thing it adds is a port of our own. `--globals` prints what is left.
 */
import { MISSING_DENO_MEMBERS, MISSING_GLOBALS } from "./hosted-runtime.ts";

type Handler = (request: Request, info: { readonly remoteAddr: object }) => unknown;

declare const Deno: {
  readonly args: readonly string[];
  readonly env: { get(name: string): string | undefined };
  readonly serve: (options: object, handler: (request: Request) => unknown) => unknown;
};

const { args, env, serve } = Deno;
/** As in newer versions of Deno: `tcp:127.0.0.1:0` lets the system choose the port. */
const port = Number(env.get("DENO_SERVE_ADDRESS")?.split(":").at(-1) ?? 0);
/** On the hosted runtime, every request seems to come from this address. */
const remoteAddr = { transport: "tcp", hostname: "0.0.0.0", port: 9999 };

const onListen = (address: { readonly port: number }) =>
  console.error(`Listening on http://127.0.0.1:${address.port}/`);

const hostedDeno: Record<string, unknown> = Object.fromEntries(
  Object.entries(Deno).filter(([name]) => !MISSING_DENO_MEMBERS.includes(name)),
);
hostedDeno["serve"] = (handler: Handler) =>
  serve({ hostname: "127.0.0.1", port, onListen }, (request) => handler(request, { remoteAddr }));

for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (MISSING_GLOBALS.includes(name) || name.startsWith("GPU"))
    Reflect.deleteProperty(globalThis, name);
}
Object.defineProperty(globalThis, "Deno", { value: hostedDeno });
// The hosted runtime has no shared memory.
Object.defineProperty(globalThis, "SharedArrayBuffer", { value: ArrayBuffer });

const [target = ""] = args;
if (target !== "--globals") await import(target);
else {
  const globals: string[] = [];
  for (let scope: object = globalThis; scope !== null; scope = Object.getPrototypeOf(scope))
    globals.push(...Object.getOwnPropertyNames(scope));
  // These exist only on the hosted runtime.
  globals.push("EdgeRuntime", "window");
  console.log(JSON.stringify([globals, Object.keys(hostedDeno)]));
}
