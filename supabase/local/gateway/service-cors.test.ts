import { describe, expect, it } from "vitest";
import { createPreflightResponse, allowEveryOrigin } from "./service-cors.ts";

const createPreflightRequest = (headers: Record<string, string>) =>
  new Request("http://localhost/auth/v1/user", { method: "OPTIONS", headers });

describe("CORS of the services", () => {
  it("allows the headers a preflight asks for", () => {
    const response = createPreflightResponse(
      createPreflightRequest({
        "access-control-request-method": "GET",
        "access-control-request-headers": "apikey,authorization,x-client-info",
      }),
    );
    expect(response?.headers.get("access-control-allow-headers")).toBe(
      "apikey,authorization,x-client-info",
    );
  });

  it("leaves all other requests to the services", () => {
    expect(createPreflightResponse(createPreflightRequest({}))).toBeUndefined();
    expect(createPreflightResponse(new Request("http://localhost/rest/v1/events"))).toBeUndefined();
  });

  it("never sends `*` together with credentials (threat 34)", () => {
    const { headers } = allowEveryOrigin(
      new Response("{}", { headers: { "access-control-allow-credentials": "true" } }),
    );
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.has("access-control-allow-credentials")).toBe(false);
    expect(headers.get("access-control-expose-headers")).toContain("X-Supabase-Api-Version");
  });
});
