import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTokenVerifier } from "./tokens.ts";

const SUBJECT = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";

const SECRET = "a-shared-secret-of-at-least-32-characters";

const signToken = (header: JWTHeaderParameters, key: CryptoKey | Uint8Array) =>
  new SignJWT({ role: "authenticated", session_id: SUBJECT })
    .setProtectedHeader(header)
    .setSubject(SUBJECT)
    .setAudience("authenticated")
    .setExpirationTime("1h")
    .sign(key);

const makeKey = async (kid: string, alg: "ES256" | "RS256" = "ES256") => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg };
  const pem = await exportSPKI(publicKey);
  return { publicJwk, pem, token: await signToken({ alg, kid }, privateKey) };
};

let firstKey: Awaited<ReturnType<typeof makeKey>>;
let secondKey: typeof firstKey;
const respond = vi.fn<RequestListener>();
const server = http.createServer((request, response) => respond(request, response));

beforeAll(async () => {
  [firstKey, secondKey] = [await makeKey("first"), await makeKey("second")];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const createKeyResponder =
  (...keys: JWK[]): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ keys }));

beforeEach(
  () => void respond.mockReset().mockImplementation(createKeyResponder(firstKey.publicJwk)),
);

const createVerifier = (secret?: string) =>
  createTokenVerifier({
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AUTH_JWT_SECRET: secret,
  });

describe("threat 49: verifying a token", () => {
  const disconnectHalfway: RequestListener = (request, response) => {
    response.writeHead(200, { "content-length": 99 }).write("{", () => request.socket.destroy());
  };
  const brokenKey = { kty: "EC", crv: "P-256", kid: "first", alg: "ES256", x: "?" };
  /** The third value is how long jose caches the response, in seconds. */
  const failures: readonly (readonly [string, RequestListener, number])[] = [
    ["returns 500", (_, response) => response.writeHead(500).end("{}"), 0],
    ["returns 429", (_, response) => response.writeHead(429).end(), 0],
    ["resets the connection", (request) => request.socket.destroy(), 0],
    ["disconnects halfway", disconnectHalfway, 0],
    ["is too slow", () => {}, 0],
    ["returns an HTML page", (_, response) => response.end("<title>Maintenance</title>"), 0],
    ["returns other JSON", (_, response) => response.end("{}"), 0],
    ["has no keys", createKeyResponder(), 1],
    ["has a broken key", createKeyResponder(brokenKey), 600],
  ];

  it.each(failures)(
    "throws a retryable 503 if the key server %s, and works again afterward",
    async (_, failingListener, cacheSeconds) => {
      const verify = createVerifier();
      respond.mockImplementation(failingListener);
      await expect(verify(firstKey.token)).rejects.toMatchObject({
        code: "provider_unavailable",
        status: 503,
        retryAfterSeconds: 5,
      });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + cacheSeconds * 1000 });
      respond.mockImplementation(createKeyResponder(firstKey.publicJwk));
      expect(await verify(firstKey.token)).toMatchObject({ sub: SUBJECT });
      vi.useRealTimers();
    },
  );
});

describe("token keys", () => {
  const unauthorized = { status: 401, code: "invalid_token" };
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

  it("are fetched once, and only for a token", async () => {
    const verify = createVerifier();
    expect(respond).not.toHaveBeenCalled();
    for (let round = 0; round < 3; round++) {
      expect(await verify(firstKey.token)).toMatchObject({ sub: SUBJECT });
    }
    expect(respond).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["half an hour after", 1_800_000],
    ["a minute after", 60_000],
    ["right after", 0],
  ])(
    "are accepted if they were created %s the last fetch, after at most a second",
    async (_, ms) => {
      const verify = createVerifier();
      await verify(firstKey.token);
      moveClock(ms);
      respond.mockImplementation(createKeyResponder(firstKey.publicJwk, secondKey.publicJwk));
      const verification = verify(secondKey.token);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await verification).toMatchObject({ sub: SUBJECT });
      expect(respond).toHaveBeenCalledTimes(2);
    },
  );

  it("threat 8: stop working within 10 minutes after they're revoked", async () => {
    const verify = createVerifier();
    await verify(firstKey.token);
    respond.mockImplementation(createKeyResponder(secondKey.publicJwk));
    moveClock(10 * 60_000 - 1000);
    expect(await verify(firstKey.token)).toMatchObject({ sub: SUBJECT });
    moveClock(1000);
    await expect(verify(firstKey.token)).rejects.toMatchObject(unauthorized);
    expect(await verify(secondKey.token)).toMatchObject({ sub: SUBJECT });
  });

  it("threat 8: cause a 401 if they are unknown or forged with the id of a known key", async () => {
    await expect(createVerifier()(secondKey.token)).rejects.toMatchObject(unauthorized);
    const forgedKey = await makeKey("first");
    await expect(createVerifier()(forgedKey.token)).rejects.toMatchObject(unauthorized);
    expect(respond).toHaveBeenCalledTimes(2);
  });

  it("threat 8: aren't fetched again for each forged token", async () => {
    const verify = createVerifier();
    await verify(firstKey.token);
    const { privateKey } = await generateKeyPair("ES256");
    const otherTimers = vi.getTimerCount();
    const verifications = Array.from({ length: 20 }, async (_, index) =>
      verify(await signToken({ alg: "ES256", kid: `forged-${index}` }, privateKey)),
    );
    const resultsPromise = Promise.allSettled(verifications);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(otherTimers + 20));
    await vi.advanceTimersByTimeAsync(1000);
    const results = await resultsPromise;
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    expect(respond).toHaveBeenCalledTimes(2);
  });
});

describe("a project with a shared secret", () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  it.each(["ES256", "RS256"] as const)(
    "accepts tokens signed with the secret and with %s keys, so changing over logs no one out",
    async (algorithm) => {
      const key = await makeKey("new", algorithm);
      const verify = createVerifier(SECRET);
      const oldToken = await signToken({ alg: "HS256" }, encode(SECRET));
      expect(await verify(oldToken)).toMatchObject({ sub: SUBJECT });
      expect(respond).not.toHaveBeenCalled();
      respond.mockImplementation(createKeyResponder(key.publicJwk));
      expect(await verify(key.token)).toMatchObject({ sub: SUBJECT });
    },
  );

  it("threat 8: refuses tokens signed with other keys, even if it has no public keys", async () => {
    respond.mockImplementation(createKeyResponder());
    await expect(createVerifier(SECRET)(firstKey.token)).rejects.toMatchObject({ status: 401 });
  });

  it.each([SECRET, undefined])(
    "threat 8: refuses HS256 tokens signed with anything else, such as a public key (secret: %s)",
    async (secret) => {
      const publicTexts = [
        firstKey.pem,
        firstKey.pem.trim(),
        JSON.stringify(firstKey.publicJwk),
        JSON.stringify({ keys: [firstKey.publicJwk] }),
        firstKey.publicJwk.x ?? "",
        "undefined",
      ];
      const verify = createVerifier(secret);
      for (const text of [...publicTexts, ...(secret === undefined ? [SECRET] : [])]) {
        for (const header of [{ alg: "HS256" }, { alg: "HS256", kid: "first" }]) {
          const token = await signToken(header, encode(text));
          await expect(verify(token)).rejects.toMatchObject({ status: 401 });
        }
      }
    },
  );

  it("threat 49: throws a retryable 503 for a token with a public key if the key server fails", async () => {
    respond.mockImplementation((_, response) => response.writeHead(500).end("{}"));
    await expect(createVerifier(SECRET)(firstKey.token)).rejects.toMatchObject({ status: 503 });
  });
});
