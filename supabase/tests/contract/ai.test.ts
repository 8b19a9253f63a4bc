import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AI_KEY, type AiFault, PROVIDER_MESSAGE } from "../ai/ai-double.ts";
import { startAiMode } from "../ai/ai-mode.ts";
import { picturesWithMetadata } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

const SECOND_ADMIN_LOGIN = { email: "second.writer@example.org", password: "Second!Writer2026" };

let aiMode: Awaited<ReturnType<typeof startAiMode>>;
let adminToken = "";
let volunteerToken = "";
let secondAdminToken = "";
beforeAll(async () => {
  aiMode = await startAiMode(["ai", "api"]);
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  const id = await createAuthUser(SECOND_ADMIN_LOGIN.email, SECOND_ADMIN_LOGIN.password);
  await sql`insert into public.users (id, username, user_type) values (${id}, 'second-writer', 'admin')`;
  secondAdminToken = (await signIn(SECOND_ADMIN_LOGIN.email, SECOND_ADMIN_LOGIN.password)).token;
});
beforeEach(async () => {
  aiMode.double.forget();
  aiMode.logLines.length = 0;
  await clearRateLimits();
});
afterAll(async () => {
  await aiMode.stop();
  await sql`delete from auth.users where email = ${SECOND_ADMIN_LOGIN.email}`;
});

const requestBodies = {
  "mission-description": { title: "Letters from home" },
  "blog-title": { keyword: "holiday" },
  "blog-post": { title: "Why we pack socks" },
  "blog-image": { title: "Why we pack socks" },
  "legal-content": { documentType: "Privacy Policy", prompt: "Write a professional policy." },
} as const;
type GeneratorName = keyof typeof requestBodies;
const generatorNames = Object.keys(requestBodies) as GeneratorName[];

/** Calls a generator through `api` (the documented path) or `ai`. */
async function generate(
  generator: GeneratorName,
  token: string | undefined,
  functionName = "api",
  visitorAddress?: string,
) {
  const response = await fetch(`${aiMode.urls[functionName]}/generate-${generator}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(visitorAddress === undefined
        ? {}
        : { "X-Edge-Secret": facts.edgeSecret, "X-Visitor-Address": visitorAddress }),
    },
    body: JSON.stringify(requestBodies[generator]),
  });
  const text = await response.text();
  const json = JSON.parse(text) as Record<string, string>;
  return { status: response.status, headers: response.headers, text, json };
}

describe("access to generation", () => {
  it.each(generatorNames)(
    "threat 32: %s returns 401 to anonymous calls and 403 to volunteers, without calling the provider",
    async (generator) => {
      for (const functionName of ["api", "ai"]) {
        expect((await generate(generator, undefined, functionName)).status).toBe(401);
        expect((await generate(generator, volunteerToken, functionName)).status).toBe(403);
      }
      expect(aiMode.double.requests).toEqual([]);
    },
  );

  it("threat 32: an administrator's 21st call within an hour returns 429, regardless of generator and address", async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 20; call += 1) {
      const generator = generatorNames[call % generatorNames.length] ?? "blog-title";
      statuses.push(
        (await generate(generator, adminToken, call % 2 ? "ai" : "api", `10.0.0.${call}`)).status,
      );
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refusedResponse = await generate("blog-title", adminToken, "api", "10.0.1.1");
    expect([refusedResponse.status, refusedResponse.json["code"]]).toEqual([
      429,
      "too_many_requests",
    ]);
    expect(refusedResponse.json["message"]).toContain("20 times in the past hour");
    expect(Number(refusedResponse.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(aiMode.double.requests).toHaveLength(20);
    // Another administrator at the same address has a separate limit.
    expect((await generate("blog-title", secondAdminToken, "api", "10.0.1.1")).status).toBe(200);
  });
});

it("threat 32: refused and failed calls don't count toward the limit", async () => {
  const countHits = async () => {
    const [row] = await sql<{ hits: number }[]>`
      select hits from public.rate_limits where bucket = 'ai'`;
    return row?.hits ?? 0;
  };
  const sendInvalidRequest = () =>
    fetch(`${aiMode.urls.api}/generate-blog-title`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ keyword: "" }),
    });
  for (let call = 0; call < 25; call += 1) expect((await sendInvalidRequest()).status).toBe(400);
  expect(await countHits()).toBe(0);
  expect((await generate("blog-title", adminToken)).status).toBe(200);
  aiMode.double.queueFaults({ text: "" });
  const emptyResponse = await generate("blog-title", adminToken);
  expect([emptyResponse.status, emptyResponse.json["code"]]).toEqual([502, "ai_no_answer"]);
  expect(await countHits()).toBe(1);
});

describe("generated output", () => {
  const generateWithOutput = async (generator: GeneratorName, text: string) => {
    aiMode.double.queueFaults({ text });
    const { status, json } = await generate(generator, adminToken);
    expect(status).toBe(200);
    return json;
  };

  it.each([
    ["mission-description", "description"],
    ["blog-title", "title"],
    ["blog-post", "content"],
    ["legal-content", "content"],
  ] as const)("%s: removes control and text-direction characters", async (generator, field) => {
    const output = "<p>A box\u202e \u2066of\u0007 letters for\u200f you</p>";
    const { [field]: text } = await generateWithOutput(generator, output);
    expect(text).toContain("A box of letters for you");
  });

  it("legal-content: removes control and text-direction characters written as HTML entities", async () => {
    const output = "<p title='&#x202e;'>A box &#8238;of&#7; &#x2066;letters for &rlm;you</p>";
    const { content } = await generateWithOutput("legal-content", output);
    expect(content).toBe('<p title="">A box of letters for you</p>');
  });

  it("AI-01, AI-02, AI-03: returns text written in the organization's name", async () => {
    expect(await generateWithOutput("mission-description", "We bring letters.")).toEqual({
      description: "We bring letters.",
    });
    expect(await generateWithOutput("blog-title", '"Boxes for the holidays"')).toEqual({
      title: "Boxes for the holidays",
    });
    expect(await generateWithOutput("blog-post", "## Socks\n\nWarm **feet**.")).toEqual({
      content: "## Socks\n\nWarm **feet**.",
    });
    const [firstRequest] = aiMode.double.requests;
    expect(firstRequest?.body.messages[0].content).toContain("Lamplight Care Packages");
    expect(firstRequest?.body.messages[1].content).toContain("Letters from home");
    expect(firstRequest?.body.model).toBe("gpt-5.4-mini");
  });

  it("threat 25, threat 32, AI-05: cleans hostile output as if an administrator had typed it", async () => {
    const hostileHtml =
      "<p onclick=alert(1)>Hello</p><script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>x</a>";
    const legalContent = await generateWithOutput(
      "legal-content",
      `\`\`\`html\n${hostileHtml}<h2>We</h2>\n\`\`\``,
    );
    expect(legalContent).toEqual({ content: "<p>Hello</p><a>x</a><h2>We</h2>" });
    expect(await generateWithOutput("blog-title", hostileHtml)).toEqual({ title: "Hellox" });
    expect(await generateWithOutput("mission-description", hostileHtml)).toEqual({
      description: "Hellox",
    });
    const hostileMarkdown = `${hostileHtml}[y](javascript:alert(1)) ![z](https://evil.example/z.gif)`;
    expect(await generateWithOutput("blog-post", hostileMarkdown)).toEqual({ content: "Helloxy" });
  });

  it.each([
    ["blog-title", "<script>alert(1)</script>"],
    ["legal-content", "<p> </p><script>alert(1)</script>"],
  ] as const)(
    "AI-12: %s returns 502 when nothing is left after cleaning",
    async (generator, text) => {
      aiMode.double.queueFaults({ text });
      const { status, json } = await generate(generator, adminToken);
      expect([status, json["code"]]).toEqual([502, "ai_no_answer"]);
    },
  );

  it("AI-04: removes a picture's metadata and stores it before returning its URL", async () => {
    const { bytes, removedText } =
      picturesWithMetadata.find(({ type }) => type === "image/webp") ?? picturesWithMetadata[0]!;
    aiMode.double.queueFaults({ image: bytes });
    const { status, json } = await generate("blog-image", adminToken);
    expect(status).toBe(200);
    expect(json["imageUrl"]).toMatch(/^\/images\/site\/[\da-f-]{36}\/\d+x\d+(-single)?$/);
    const pictureResponse = await fetch(`${facts.webUrl}${json["imageUrl"]}`);
    expect(pictureResponse.headers.get("content-type")).toMatch(/^image\//);
    expect(Buffer.from(await pictureResponse.arrayBuffer()).includes(removedText)).toBe(false);
  });

  it.each([
    ["text", "an address"],
    ["an SVG file", Buffer.from("<svg onload=alert(1)>")],
  ] as const)(
    "AI-04: stores nothing when the output is %s instead of a picture",
    async (_, image) => {
      const countObjects = () => sql`select count(*) from storage.objects`;
      const before = await countObjects();
      aiMode.double.queueFaults({ image });
      const { status, json } = await generate("blog-image", adminToken);
      expect([status, json["code"]]).toEqual([502, "ai_no_answer"]);
      expect(await countObjects()).toEqual(before);
    },
  );
});

const quotaFault = { status: 429, code: "insufficient_quota", type: "insufficient_quota" };

describe("provider failures", () => {
  it.each<readonly [string, number, string, AiFault[], RegExp]>([
    ["AI-10: an exceeded quota", 503, "ai_quota_exceeded", [quotaFault], /quota/],
    [
      "AI-09: a rate limit",
      503,
      "ai_unavailable",
      [{ status: 429, code: "rate_limit_exceeded", retryAfter: "30" }],
      /try again/,
    ],
    [
      "AI-09: a server error",
      503,
      "ai_unavailable",
      [
        { status: 500, code: null },
        { status: 500, code: null },
      ],
      /try again/,
    ],
    // Deno retries once on a keep-alive connection.
    [
      "AI-09: a closed connection",
      503,
      "ai_unavailable",
      ["reset", "reset", "reset", "reset"],
      /try again/,
    ],
    ["AI-09: an invalid key", 502, "ai_failed", [{ status: 401, code: "invalid_api_key" }], /who/],
    ["AI-09: a refusal to answer", 502, "ai_refused", ["refusal"], /different wording/],
    ["AI-12: an empty response", 502, "ai_no_answer", ["empty"], /try again/],
    ["AI-09: a truncated response", 502, "ai_no_answer", ["truncated"], /try again/],
    ["AI-09: a page", 503, "ai_unavailable", ["not JSON", "not JSON"], /try again/],
    ["AI-09: a response that isn't JSON", 502, "ai_no_answer", ["broken JSON"], /try again/],
  ])("%s returns %i with the code %s", async (_, expected, code, faults, messagePattern) => {
    aiMode.double.queueFaults(...faults);
    const { status, json, text } = await generate("blog-title", adminToken);
    expect([status, json["code"]]).toEqual([expected, code]);
    expect(json["message"]).toMatch(messagePattern);
    await expect.poll(() => aiMode.logLines.join("")).toContain(code);
    const secretPattern = new RegExp(`${PROVIDER_MESSAGE}|${AI_KEY}|sk-double|holiday`);
    expect(text).not.toMatch(secretPattern);
    expect(aiMode.logLines.join("")).not.toMatch(secretPattern);
  });
});

describe("the AI provider's key", () => {
  it("AI-09: makes generation return 503 if it isn't set", async () => {
    const { status, json, headers } = await request("POST", "/api/generate-blog-title", {
      token: adminToken,
      body: requestBodies["blog-title"],
    });
    expect([status, json.code]).toEqual([503, "ai_not_configured"]);
    expect(json.message).toContain("has no AI service set up");
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("ACONT-26: is reported as set or not set by System Status", async () => {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const response = await fetch(`${aiMode.urls["api"]}/system-status`, { headers });
    expect(await response.json()).toMatchObject({ ai: { state: "configured" } });
    const { json } = await request("GET", "/api/system-status", { token: adminToken });
    expect(json.ai).toEqual({ state: "unused" });
  });
});
