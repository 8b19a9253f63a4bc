import { describe, expect, it } from "vitest";
import { preflightAnswer, withOpenCors } from "./service-cors.ts";

const preflight = (headers: Record<string, string>) =>
  new Request("http://localhost/auth/v1/user", { method: "OPTIONS", headers });

describe("CORS of the services", () => {
  it("allows the headers a preflight asks for", () => {
    const answer = preflightAnswer(
      preflight({
        "access-control-request-method": "GET",
        "access-control-request-headers": "apikey,authorization,x-client-info",
      }),
    );
    expect(answer?.headers.get("access-control-allow-headers")).toBe(
      "apikey,authorization,x-client-info",
    );
  });

  it("forwards all other requests to the services", () => {
    expect(preflightAnswer(preflight({}))).toBeUndefined();
    expect(preflightAnswer(new Request("http://localhost/rest/v1/events"))).toBeUndefined();
  });

  it("never sends `*` together with credentials (threat 34)", () => {
    const { headers } = withOpenCors(
      new Response("{}", { headers: { "access-control-allow-credentials": "true" } }),
    );
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.has("access-control-allow-credentials")).toBe(false);
    expect(headers.get("access-control-expose-headers")).toContain("X-Supabase-Api-Version");
  });
});
