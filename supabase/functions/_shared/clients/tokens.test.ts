import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTokenVerifier } from "./tokens.ts";

const SUBJECT = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";

const makeKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const publicJwk: JWK & { kty: string } = {
    ...(await exportJWK(publicKey)),
    kty: "EC",
    kid,
    alg: "ES256",
  };
  const token = await new SignJWT({ role: "authenticated", session_id: SUBJECT })
    .setProtectedHeader({ alg: "ES256", kid })
    .setSubject(SUBJECT)
    .setAudience("authenticated")
    .setExpirationTime("1h")
    .sign(privateKey);
  return { publicJwk, token };
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

const createVerifier = (knownKeys: (typeof firstKey)["publicJwk"][] = []) =>
  createTokenVerifier({
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    SUPABASE_JWKS: knownKeys,
    AUTH_JWT_SECRET: undefined,
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
    ["has no keys", createKeyResponder(), 30],
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
  it("come from the environment without a request", async () => {
    expect(await createVerifier([firstKey.publicJwk])(firstKey.token)).toMatchObject({
      sub: SUBJECT,
    });
    expect(respond).not.toHaveBeenCalled();
  });

  it("are fetched if a token's key isn't in the environment, so key rotation doesn't log anyone out", async () => {
    respond.mockImplementation(createKeyResponder(firstKey.publicJwk, secondKey.publicJwk));
    expect(await createVerifier([firstKey.publicJwk])(secondKey.token)).toMatchObject({
      sub: SUBJECT,
    });
    expect(respond).toHaveBeenCalledTimes(1);
  });

  it("threat 8: cause a 401 if they are unknown or forged with the id of a known key", async () => {
    await expect(createVerifier()(secondKey.token)).rejects.toMatchObject({ status: 401 });
    const forgedKey = await makeKey("first");
    await expect(createVerifier([firstKey.publicJwk])(forgedKey.token)).rejects.toMatchObject({
      status: 401,
    });
    expect(respond).toHaveBeenCalledTimes(1);
  });
});
