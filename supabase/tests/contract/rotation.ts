import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startFunctions } from "../function-process.ts";
import { StripeDouble } from "../stripe/stripe-double.ts";
import { facts } from "./stack.ts";

/** One value for each key. */
interface Keys {
  readonly hash: string;
  readonly edge: string;
  readonly monitor: string;
  readonly webhook: string;
  readonly project: string;
}

const createKeys = (name: string): Keys => ({
  hash: `${name} hash secret of more than 32 letters`,
  edge: `${name}-edge-secret-of-more-than-32-letters`,
  monitor: `${name}-monitor-token-of-more-than-32-letters`,
  webhook: `whsec_${name}`,
  project: `sb_secret_${name}`,
});
export const OLD_KEYS = createKeys("old");
const NEW_KEYS = createKeys("new");

/** Processes of two functions that share one environment. */
export interface Instance {
  readonly api: string;
  readonly webhook: string;
  /** The hash secret that the instance signs with. */
  readonly hash: string;
}

/** A moment in the rotation: what runs, and what callers send. */
export interface Moment {
  readonly name: string;
  /** Two instances run while the platform replaces one environment with the next. */
  readonly instances: readonly Instance[];
  /**
   * The keys that the CDN, monitoring and the scheduler send. There are two sets while these callers are being changed.
   */
  readonly callers: readonly Keys[];
  /** The secrets that Stripe signs with. */
  readonly webhookSecrets: readonly string[];
}

/** The steps of docs/operate/rotate-keys.md: the accepted values, in order, and the project's keys. */
const STEPS = [
  { name: "old", accepted: [OLD_KEYS], projectKeys: { default: OLD_KEYS.project } },
  {
    name: "old,new",
    accepted: [OLD_KEYS, NEW_KEYS],
    projectKeys: { default: OLD_KEYS.project, next: NEW_KEYS.project },
  },
  {
    name: "new,old",
    accepted: [NEW_KEYS, OLD_KEYS],
    projectKeys: { default: OLD_KEYS.project, next: NEW_KEYS.project },
  },
  { name: "new", accepted: [NEW_KEYS], projectKeys: { next: NEW_KEYS.project } },
] as const;
type Step = (typeof STEPS)[number];

/**
 * Replaces every key with a new one, step by step, and calls `onMoment` before, during and after each replacement of an
 * environment. Returns the last instance.
 */
export async function rotateKeys(onMoment: (moment: Moment) => Promise<void>) {
  const project = await startProject();
  const stripe = await StripeDouble.start();
  const startInstance = async ({ accepted, projectKeys }: Step) => {
    const joinValues = (name: keyof Keys) => accepted.map((keys) => keys[name]).join(",");
    const { urls, stop } = await startFunctions(["api", "stripe-webhook"], {
      ...stripe.environment(),
      HASH_SECRET: joinValues("hash"),
      EDGE_SECRET: joinValues("edge"),
      HEALTH_TOKEN: joinValues("monitor"),
      STRIPE_WEBHOOK_SECRET: joinValues("webhook"),
      SUPABASE_SECRET_KEYS: JSON.stringify(projectKeys),
      SUPABASE_URL: project.url,
    });
    const [{ hash }] = accepted;
    return { instance: { api: urls["api"]!, webhook: urls["stripe-webhook"]!, hash }, stop };
  };

  let runningInstance = await startInstance(STEPS[0]);
  await onMoment({
    name: "old",
    instances: [runningInstance.instance],
    callers: [OLD_KEYS],
    webhookSecrets: [OLD_KEYS.webhook],
  });
  project.acceptedKeys.add(NEW_KEYS.project);
  for (const [index, step] of STEPS.entries()) {
    if (index === 0) continue;
    const next = await startInstance(step);
    // Stripe signs with both secrets from the start. The CDN, monitoring and the scheduler switch during the second
    // step.
    const rotation = [
      { callers: [OLD_KEYS], webhookSecrets: [OLD_KEYS.webhook, NEW_KEYS.webhook] },
      { callers: [OLD_KEYS, NEW_KEYS], webhookSecrets: [OLD_KEYS.webhook, NEW_KEYS.webhook] },
      { callers: [NEW_KEYS], webhookSecrets: [NEW_KEYS.webhook] },
    ][index - 1]!;
    const instances = [runningInstance.instance, next.instance];
    await onMoment({ name: `${step.name} starts`, instances, ...rotation });
    await runningInstance.stop();
    runningInstance = next;
    const isOldUnused = step.name === "new,old";
    // The functions still accept the old key, and still list it first.
    if (isOldUnused) project.acceptedKeys.delete(OLD_KEYS.project);
    await onMoment({
      name: step.name,
      instances: [runningInstance.instance],
      ...rotation,
      ...(isOldUnused ? { callers: [NEW_KEYS] } : {}),
    });
  }
  const stop = async () => {
    await runningInstance.stop();
    await stripe.stop();
    await project.stop();
  };
  return { instance: runningInstance.instance, stop };
}

/** Starts a gateway in front of the stack's Auth and Storage that accepts other secret keys, as a hosted project would. */
async function startProject() {
  const acceptedKeys = new Set([OLD_KEYS.project]);
  const server = createServer((incoming, outgoing) => {
    void forwardToStack(incoming, outgoing, acceptedKeys);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, acceptedKeys, stop };
}

async function forwardToStack(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  acceptedKeys: ReadonlySet<string>,
): Promise<void> {
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const key = headers.get("apikey") ?? "";
  if (!acceptedKeys.has(key)) {
    outgoing.writeHead(401, { "Content-Type": "application/json" });
    outgoing.end(JSON.stringify({ message: "Invalid API key" }));
    return;
  }
  headers.set("apikey", facts.secretKey);
  if (headers.get("authorization") === `Bearer ${key}`) {
    headers.set("authorization", `Bearer ${facts.secretKey}`);
  }
  for (const name of ["connection", "content-length", "host"]) headers.delete(name);
  const body = await text(incoming);
  const response = await fetch(new URL(incoming.url ?? "/", facts.apiUrl), {
    method: incoming.method ?? "GET",
    headers,
    ...(body === "" ? {} : { body }),
  });
  outgoing.writeHead(response.status, { "Content-Type": "application/json" });
  outgoing.end(await response.text());
}
