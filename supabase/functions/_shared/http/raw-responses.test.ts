import { describe, expect, it, vi } from "vitest";
import { endpoint } from "../contracts/endpoint.ts";
import type { Environment } from "../env.ts";
import { implement } from "./handlers.ts";
import { createFileResponse, createRedirect, createTextResponse } from "./raw-responses.ts";
import type { Services } from "./services.ts";
import { createStandaloneApp } from "./standalone.ts";

const readEndpoint = { method: "GET", access: "public", summary: "Some read" } as const;
const endpoints = {
  table: endpoint({ ...readEndpoint, path: "/api/table", output: "text/csv" }),
  shifts: endpoint({ ...readEndpoint, path: "/api/shifts", output: "text/calendar" }),
  certificate: endpoint({ ...readEndpoint, path: "/api/certificate", output: "text/html" }),
  report: endpoint({ ...readEndpoint, path: "/api/report", output: "file" }),
  drawing: endpoint({ ...readEndpoint, path: "/api/drawing", output: "file" }),
  billing: endpoint({ ...readEndpoint, path: "/api/billing", output: "redirect" }),
  secret: endpoint({ ...readEndpoint, path: "/api/secret", access: "admin", output: "text/csv" }),
  signed: endpoint({
    ...readEndpoint,
    method: "POST",
    path: "/api/signed",
    body: "bytes",
    output: "text/csv",
  }),
};

const onCancel = vi.fn<() => void>();
const endlessRows = () =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("1,2\r\n")),
    cancel: onCancel,
  });

const routes = implement(endpoints, {
  table: () => Promise.resolve(createTextResponse("text/csv", endlessRows(), "gifts, März.csv")),
  shifts: () => Promise.resolve(createTextResponse("text/calendar", "BEGIN:VCALENDAR")),
  certificate: () => Promise.resolve(createTextResponse("text/html", "<p>40 hours</p>")),
  report: () =>
    Promise.resolve(
      createFileResponse(new Uint8Array([37, 80]), {
        type: "application/pdf",
        filename: 'a"b\r\n.pdf',
      }),
    ),
  drawing: () =>
    Promise.resolve(createFileResponse("<svg/>", { type: "image/svg+xml", filename: "plan.svg" })),
  billing: () => Promise.resolve(createRedirect("https://care.example/thanks")),
  secret: () => Promise.resolve(createTextResponse("text/csv", "")),
  signed: ({ body }) => Promise.resolve(createTextResponse("text/csv", [...body].join())),
});

function requestPath(path: string, init: RequestInit = {}) {
  const environment = { SITE_URL: "https://care.example", ALLOWED_ORIGINS: [] };
  const services = {
    environment: environment as unknown as Environment,
    database: { as: () => Promise.resolve() },
  } as unknown as Services;
  const app = createStandaloneApp("api", routes, services);
  const headers = new Headers(init.headers);
  headers.set("CF-Connecting-IP", "203.0.113.9");
  return app.request(path, { ...init, headers }, { peerAddress: "192.0.2.1" });
}

const fetchHeaders = async (path: string) => Object.fromEntries((await requestPath(path)).headers);

describe("endpoints with non-JSON output", () => {
  it.each(Object.values(endpoints).map(({ path }) => path))(
    "send `no-store` and the security headers (%s)",
    async (path) => {
      expect(await fetchHeaders(path)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": expect.stringMatching(
          /^default-src 'none';.* ?frame-ancestors 'none'(; sandbox)?$/,
        ),
        "x-content-type-options": "nosniff",
        "x-request-id": expect.any(String),
      });
    },
  );

  it("set a content type on text and a file name on downloads", async () => {
    expect(await fetchHeaders("/api/table")).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition":
        "attachment; filename=\"gifts_ M_rz.csv\"; filename*=UTF-8''gifts%2C%20M%C3%A4rz.csv",
    });
    const shiftsResponse = await requestPath("/api/shifts");
    expect([shiftsResponse.headers.get("Content-Type"), await shiftsResponse.text()]).toEqual([
      "text/calendar; charset=utf-8",
      "BEGIN:VCALENDAR",
    ]);
  });

  it("allow styles but no scripts on pages", async () => {
    const policy = (await fetchHeaders("/api/certificate"))["content-security-policy"];
    expect(policy).toContain("style-src 'unsafe-inline'");
    expect(policy).not.toContain("script-src");
  });

  it("show documents inline, download SVGs, and escape file names", async () => {
    expect(await fetchHeaders("/api/report")).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "inline; filename=\"a_b__.pdf\"; filename*=UTF-8''a%22b%0D%0A.pdf",
    });
    expect((await fetchHeaders("/api/drawing"))["content-disposition"]).toMatch(/^attachment; /);
  });

  it("redirect with status 303, which browsers follow with GET", async () => {
    const { status, headers } = await requestPath("/api/billing");
    expect([status, headers.get("Location")]).toEqual([303, "https://care.example/thanks"]);
  });

  it("return failures as JSON", async () => {
    const response = await requestPath("/api/secret");
    expect([response.status, (await response.json()).code]).toEqual([401, "unauthenticated"]);
  });

  it("don't leave a stream open after a HEAD request", async () => {
    const response = await requestPath("/api/table", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});

it("raw bytes reach the handler unchanged, whatever their content type", async () => {
  const body = new Uint8Array([0, 255, 128, 10]);
  const response = await requestPath("/api/signed", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
  });
  expect(await response.text()).toBe("0,255,128,10");
});
