import { randomUUID } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { createAgedFormToken } from "../aged-form-token.ts";
import { logins } from "../demo-logins.ts";
import { createSignature } from "../stripe/webhooks.ts";
import { newAddress, newDonorInfo } from "./checkout.ts";
import { type Instance, type Moment, OLD_KEYS, rotateKeys } from "./rotation.ts";
import { clearRateLimits, facts, type LoggedInPerson, signInAdmin, sql } from "./stack.ts";
import { deleteDonorData } from "./stripe-mode.ts";
import { createUnconfirmedAdmin, removeUnconfirmedAdmin } from "./unconfirmed-admin.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";
import { uniqueWord } from "../unique-word.ts";

const mark = `rotation-${uniqueWord()}`;
const volunteerDomain = `${mark}.example.org`;
const donorEmail = `donor@${volunteerDomain}`;
const draftId = randomUUID();
/** The number of requests for each key at each of the seven moments. */
const REQUESTS_PER_MOMENT = 30;

type KeyName =
  | "HASH_SECRET"
  | "EDGE_SECRET"
  | "HEALTH_TOKEN"
  | "SUPABASE_SECRET_KEYS"
  | "STRIPE_WEBHOOK_SECRET";
const requestCounts = new Map<KeyName, number>();
const failures: { key: KeyName; failure: string }[] = [];

interface SentRequest {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to an instance as a visitor with a new address. */
async function send(instance: Instance, method: string, path: string, sent: SentRequest = {}) {
  const response = await fetch(instance.api.replace(/\/api$/, path), {
    method,
    headers: {
      "CF-Connecting-IP": newAddress(),
      ...(sent.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(sent.token === undefined ? {} : { Authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { status: response.status, json: isJson ? JSON.parse(text) : {} };
}
type InstanceResponse = Awaited<ReturnType<typeof send>>;

/** Counts a request that uses a key and records whether it failed. */
async function count(
  key: KeyName,
  label: string,
  responsePromise: Promise<InstanceResponse>,
  isSuccess = ({ status }: InstanceResponse) => status === 200,
): Promise<InstanceResponse> {
  const response = await responsePromise;
  requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1);
  if (!isSuccess(response)) {
    const { status, json } = response;
    failures.push({
      key,
      failure: `${label}: ${status} ${JSON.stringify(json.issues ?? json).slice(0, 200)}`,
    });
  }
  return response;
}

/** Repeats a call so that each caller reaches each instance. */
const forEachInstance = (
  { instances, callers }: Moment,
  callInstance: (
    instance: Instance,
    caller: Moment["callers"][number],
    index: number,
  ) => Promise<void>,
) =>
  Promise.all(
    Array.from({ length: REQUESTS_PER_MOMENT }, (_, index) =>
      callInstance(
        instances[index % instances.length]!,
        callers[Math.floor(index / instances.length) % callers.length]!,
        index,
      ),
    ),
  );

const readDeployment = (instance: Instance, token: string, headers = {}) =>
  send(instance, "GET", "/api/health/deployment", { token, headers });

const sendAsCdn = (moment: Moment) =>
  forEachInstance(moment, async (instance, { edge, monitor }) => {
    const headers = { "X-Edge-Secret": edge, "X-Visitor-Address": newAddress() };
    const response = readDeployment(instance, monitor, headers);
    await count(
      "EDGE_SECRET",
      moment.name,
      response,
      ({ status, json }) => status === 200 && json.addressFrom === "cdn",
    );
  });

const sendAsMonitor = (moment: Moment) =>
  forEachInstance(moment, async (instance, { monitor }) => {
    await count("HEALTH_TOKEN", moment.name, readDeployment(instance, monitor));
  });

const callJob = (instance: Instance, token: string) =>
  send(instance, "POST", "/api/site-builds/call", { token, body: {} });
/** Runs a job as the scheduler does, logs in through Auth, and gets an upload URL from Storage. */
const useProjectKeys = (moment: Moment) =>
  forEachInstance(moment, async (instance, { project }, index) => {
    const calls = [
      () => callJob(instance, project),
      () => send(instance, "POST", "/api/volunteer/login", { body: logins.volunteer }),
      () => send(instance, "POST", "/api/testimonials/upload"),
    ];
    // Four calls of the same kind in a row reach each instance with each caller's key.
    const call = calls[Math.floor(index / 4) % calls.length]!;
    await count("SUPABASE_SECRET_KEYS", moment.name, call());
  });

const deliverEvent = async ({ webhook }: Instance, secrets: readonly string[]) => {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "customer.created",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: "cus_1", object: "customer" } },
  });
  const seconds = Math.floor(Date.now() / 1000);
  const [firstSignature, ...others] = secrets.map((secret) =>
    createSignature(payload, secret, seconds),
  );
  // While a secret is being rolled, Stripe sends one timestamp with a signature for each secret.
  const signature = [firstSignature, ...others.map((other) => other.split(",")[1])].join(",");
  const response = await fetch(webhook, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    body: payload,
  });
  return { status: response.status, json: await response.json() };
};
const deliverEvents = (moment: Moment) =>
  forEachInstance(moment, async (instance) => {
    const delivery = deliverEvent(instance, moment.webhookSecrets);
    await count("STRIPE_WEBHOOK_SECRET", moment.name, delivery);
  });

let admin: LoggedInPerson;
let volunteer: Pick<LoggedInPerson, "id" | "token">;
let unconfirmedAdmin: LoggedInPerson;
let recoveryCodes: string[] = [];
let calendarPath = "";
/** Uses something that an instance created: a link, a session, a form token or a sent request. */
type SecretUse = (instance: Instance) => Promise<InstanceResponse>;
let earlierUses: SecretUse[] = [];

const isOk = ({ status }: InstanceResponse) => status === 200 || status === 201;
const countHashUse = (label: string, response: Promise<InstanceResponse>) =>
  count("HASH_SECRET", label, response, isOk);

const createDonorToken = async ({ hash }: Instance) => {
  const [link] = await sql<[{ id: string }]>`select private.create_donor_link(${donorEmail}) as id`;
  return signId(hash, "gift-link", link.id);
};
const redeem = (instance: Instance, token: string) =>
  send(instance, "POST", "/api/gift-links/redeem", { body: { token } });

const createUseByKind: Record<string, (instance: Instance, name: string) => Promise<SecretUse>> = {
  donorLink: async (issuer) => {
    // Each link works once, so there is one for each use.
    const tokens = await Promise.all(Array.from({ length: 4 }, () => createDonorToken(issuer)));
    return (instance) => redeem(instance, tokens.pop()!);
  },
  donorSession: async (issuer, name) => {
    const { json } = await countHashUse(name, redeem(issuer, await createDonorToken(issuer)));
    const headers = { [DONOR_SESSION_HEADER]: json.giftSession as string };
    return (instance) => send(instance, "GET", "/api/my-gifts", { headers });
  },
  previewLink: async (issuer, name) => {
    const path = `/api/blog-post-drafts/${draftId}/preview-link`;
    const { json } = await countHashUse(name, send(issuer, "GET", path, { token: admin.token }));
    const token = new URLSearchParams(new URL(json.url).hash.slice(1)).get("token");
    return (instance) => send(instance, "POST", "/api/preview-links/read", { body: { token } });
  },
  retry: async (issuer, name) => {
    const headers = { "Idempotency-Key": randomUUID() };
    const body = { name: mark, title: "Army spouse", content: "It came." };
    const use = (instance: Instance) =>
      send(instance, "POST", "/api/testimonials", { body, headers });
    await countHashUse(name, use(issuer));
    return use;
  },
  formToken: async ({ hash }) => {
    const addresses = Array.from({ length: 1000 }, () => newAddress());
    const tokens = await Promise.all(
      addresses.map(
        async (address) => [address, await createAgedFormToken(hash, address)] as const,
      ),
    );
    return (instance) => {
      const [address, formToken] = tokens.pop() ?? ["", ""];
      return send(instance, "POST", "/api/create-payment-intent", {
        body: { amount: 50, donorInfo: newDonorInfo() },
        headers: {
          "CF-Connecting-IP": address,
          "Idempotency-Key": randomUUID(),
          "X-Form-Token": formToken,
        },
      });
    };
  },
};

/**
 * At every instance, uses what the instances of this moment and of the previous moment created. Older links have
 * expired, because the procedure waits 8 days before the old value is removed.
 */
async function useSignedTokens({ name, instances }: Moment): Promise<void> {
  const uses = new Map<string, SecretUse>();
  for (const issuer of instances) {
    for (const [kind, createUse] of Object.entries(createUseByKind)) {
      for (const number of [1, 2]) {
        const label = `${name}: ${kind} ${number}`;
        uses.set(`${label} signed with ${issuer.hash.slice(0, 3)}`, await createUse(issuer, label));
      }
    }
  }
  for (const instance of instances) {
    await Promise.all([
      ...Array.from(uses, ([label, use]) => countHashUse(label, use(instance))),
      ...earlierUses.map((use) => countHashUse(`${name}: made earlier`, use(instance))),
      countHashUse(`${name}: calendar`, send(instance, "GET", calendarPath)),
    ]);
  }
  earlierUses = [...uses.values()];
}

/** Returns the token that the same session would get after confirming the second factor. */
const readConfirmedToken = (token: string): Promise<string> =>
  new SignJWT({ ...decodeJwt(token), aal: "aal2" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(facts.jwtSecret));

/** Creates what must keep working after the rotation: a subscribed calendar and recovery codes. */
async function createLastingSecrets(instance: Instance): Promise<void> {
  const feedPath = `/api/volunteer/${volunteer.id}/calendar-feed`;
  const feed = await send(instance, "POST", feedPath, { token: volunteer.token, body: {} });
  calendarPath = new URL(feed.json.url).pathname;
  await sql`update auth.sessions set aal = 'aal2' where user_id = ${unconfirmedAdmin.id}`;
  const { json } = await send(instance, "POST", "/api/admin/second-factor/recovery-codes", {
    token: await readConfirmedToken(unconfirmedAdmin.token),
  });
  await sql`update auth.sessions set aal = 'aal1' where user_id = ${unconfirmedAdmin.id}`;
  recoveryCodes = json.codes;
}

let rotationResult: Awaited<ReturnType<typeof rotateKeys>>;
beforeAll(async () => {
  admin = await signInAdmin();
  [volunteer] = (await addVolunteers(1, volunteerDomain)) as [typeof volunteer];
  unconfirmedAdmin = await createUnconfirmedAdmin();
  await sql`
    insert into public.blog_post_drafts (id, title, content, saved_by, session)
    values (${draftId}, ${mark}, 'So far', 'admin', 'rotation')`;
  await sql`insert into public.preview_links (draft_id) values (${draftId})`;
  rotationResult = await rotateKeys(async (moment) => {
    if (moment.name === "old") await createLastingSecrets(moment.instances[0]!);
    await Promise.all([
      useSignedTokens(moment),
      sendAsCdn(moment),
      sendAsMonitor(moment),
      useProjectKeys(moment),
      deliverEvents(moment),
    ]);
  });
});
afterAll(async () => {
  await rotationResult.stop();
  await sql`delete from public.testimonials where name = ${mark}`;
  await sql`delete from public.blog_post_drafts where id = ${draftId}`;
  await sql`delete from public.donor_links where email_key = ${donorEmail}`;
  await removeUnconfirmedAdmin();
  await removeVolunteers(volunteerDomain);
  await deleteDonorData();
  await sql`delete from public.payment_attempts`;
  await clearRateLimits();
});

describe("threat 61: rotating", () => {
  it.each<KeyName>([
    "HASH_SECRET",
    "EDGE_SECRET",
    "HEALTH_TOKEN",
    "SUPABASE_SECRET_KEYS",
    "STRIPE_WEBHOOK_SECRET",
  ])("%s makes none of at least 200 requests fail", (key) => {
    const keyFailures = failures.filter((failure) => failure.key === key);
    console.log(
      `threat 61: ${key}: ${requestCounts.get(key)} requests, ${keyFailures.length} failed`,
    );
    expect(keyFailures).toEqual([]);
    expect(requestCounts.get(key)).toBeGreaterThanOrEqual(200);
  });

  it("leaves a subscribed calendar and recovery codes working without the old values", async () => {
    expect((await send(rotationResult.instance, "GET", calendarPath)).status).toBe(200);
    const recoveryResponse = await send(
      rotationResult.instance,
      "POST",
      "/api/admin/second-factor/recovery",
      {
        token: unconfirmedAdmin.token,
        body: { code: recoveryCodes[3] },
      },
    );
    expect(recoveryResponse.status).toBe(200);
  });

  it("stops accepting the old values", async () => {
    const { instance } = rotationResult;
    const oldCdnHeaders = { "X-Edge-Secret": OLD_KEYS.edge, "X-Visitor-Address": newAddress() };
    const deployment = await readDeployment(instance, admin.token, oldCdnHeaders);
    expect(deployment.json.addressFrom).toBe("project");
    const oldLink = await createDonorToken({ ...instance, hash: OLD_KEYS.hash });
    const responses = [
      await readDeployment(instance, OLD_KEYS.monitor),
      await callJob(instance, OLD_KEYS.project),
      await deliverEvent(instance, [OLD_KEYS.webhook]),
      await redeem(instance, oldLink),
    ];
    expect(responses.map(({ status, json }) => [status, json.code])).toEqual([
      [401, "invalid_token"],
      [401, "invalid_token"],
      [400, "signature_invalid"],
      [401, "gift_link_invalid"],
    ]);
  });
});
