import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { facts, request, signInAdmin } from "./stack.ts";

const signingKey = new TextEncoder().encode(facts.jwtSecret);
let userId = "";
let sessionId = "";
let realToken = "";

const decodeClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    string
  >;

beforeAll(async () => {
  const admin = await signInAdmin();
  realToken = admin.token;
  userId = admin.id;
  sessionId = decodeClaims(admin.token).session_id ?? "";
});

const forgeToken = (changes: {
  audience?: string;
  expiresIn?: string | number;
  secret?: Uint8Array;
  role?: string;
  session?: string;
}) =>
  new SignJWT({ role: changes.role ?? "authenticated", session_id: changes.session ?? sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setAudience(changes.audience ?? "authenticated")
    .setExpirationTime(changes.expiresIn ?? "1h")
    .sign(changes.secret ?? signingKey);

const createUnsignedToken = () => {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = {
    sub: userId,
    role: "authenticated",
    aud: "authenticated",
    session_id: sessionId,
    exp: 4e9,
  };
  return `${encodePart({ alg: "none", typ: "JWT" })}.${encodePart(body)}.`;
};

describe("threat 8: access tokens", () => {
  const cases: readonly (readonly [string, () => Promise<string> | string])[] = [
    ["alg none", createUnsignedToken],
    ["a wrong key", () => forgeToken({ secret: new TextEncoder().encode("x".repeat(43)) })],
    ["an expired token", () => forgeToken({ expiresIn: 1_600_000_000 })],
    ["a wrong audience", () => forgeToken({ audience: "anon" })],
    ["the service role as a claim", () => forgeToken({ role: "service_role" })],
    [
      "a session that never existed",
      () => forgeToken({ session: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" }),
    ],
    ["a malformed session id", () => forgeToken({ session: "' or true --" })],
    ["ALOGIN-21: the stored username", () => "admin"],
    [
      "a swapped algorithm",
      () => {
        const [, body, signature] = realToken.split(".");
        const header = Buffer.from('{"alg":"RS256","typ":"JWT"}').toString("base64url");
        return `${header}.${body}.${signature}`;
      },
    ],
    [
      "an altered body",
      () =>
        realToken.replace(
          /\.([^.])/,
          (_, firstCharacter: string) => `.${firstCharacter === "e" ? "f" : "e"}`,
        ),
    ],
  ];

  it.each(cases)("%s returns 401", async (_, makeToken) => {
    const { status } = await request("GET", "/api/donations", { token: await makeToken() });
    expect(status).toBe(401);
  });

  it("a valid token is accepted", async () => {
    expect((await request("GET", "/api/donations", { token: realToken })).status).toBe(200);
  });

  it.each(["Basic YWRtaW46YWRtaW4=", "Bearer", "Bearer a b"])(
    "the header %j returns 401",
    async (authorization) => {
      const { status } = await request("GET", "/api/donations", {
        headers: { Authorization: authorization },
      });
      expect(status).toBe(401);
    },
  );
});
