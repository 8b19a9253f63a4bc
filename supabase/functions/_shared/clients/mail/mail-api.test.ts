import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RESEND_ERRORS } from "../../../../tests/mail/resend-double.ts";
import {
  OTHER_REFUSALS,
  PLATFORM_REFUSALS,
  toResponse,
} from "../../../../tests/platform-refusals.ts";
import { checkMailApi, createMailApiTransport } from "./mail-api.ts";
import { MailRefusedError, MailUnavailableError, type OutgoingMail } from "./transport.ts";

const mail: OutgoingMail = {
  key: "5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01.0",
  kind: "Gift Link",
  from: { name: 'Lamplight "Boxes"', address: "hello@example.org" },
  replyTo: "office@example.org",
  to: { name: "x <evil@example.net>", address: "jose@example.com" },
  subject: "Your link",
  html: "<p>Hello</p>",
  text: "Hello",
};

let requests: { readonly url: string; readonly init: RequestInit }[];
let responses: (() => Promise<Response>)[];
const queueResponse = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  responses.push(() => Promise.resolve(Response.json(body, { status, headers })));
beforeEach(() => {
  requests = [];
  responses = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    // A test worker runs several files, so a request left over from another file must not get one of this file's
    // responses.
    if (!url.startsWith("https://mail.example.org/"))
      throw new TypeError(`${url} isn't expected here`);
    requests.push({ url, init });
    return responses.shift()!();
  });
});
afterEach(() => vi.useRealTimers());

const SETTINGS = { MAIL_API_URL: "https://mail.example.org/v1/", MAIL_API_KEY: "re_1" };
const send = () => createMailApiTransport(SETTINGS)(mail);
const queueText = (status: number, text: string) =>
  responses.push(() => Promise.resolve(new Response(text, { status })));
const catchError = () => send().catch((error: unknown) => error);

describe("the email API transport", () => {
  it("sends one request with an idempotency key", async () => {
    queueResponse(200, { id: "1" });
    await send();
    expect(requests).toHaveLength(1);
    const [{ url, init }] = requests as [(typeof requests)[number]];
    expect(url).toBe("https://mail.example.org/v1/emails");
    expect(init.headers).toMatchObject({
      Authorization: "Bearer re_1",
      "Idempotency-Key": mail.key,
    });
    expect(JSON.parse(init.body as string)).toEqual({
      from: '"Lamplight Boxes" <hello@example.org>',
      to: ["jose@example.com"],
      reply_to: "office@example.org",
      subject: "Your link",
      html: "<p>Hello</p>",
      text: "Hello",
      headers: {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Entity-Ref-ID": mail.key,
      },
    });
  });

  it("attaches a file, in Base64", async () => {
    queueResponse(200, { id: "1" });
    const attachment = { name: "shift.ics", mediaType: "text/calendar", content: "SUMMARY:Café" };
    await createMailApiTransport(SETTINGS)({ ...mail, attachment });
    const { attachments } = JSON.parse(requests[0]!.init.body as string);
    expect(attachments).toEqual([
      {
        filename: "shift.ics",
        content_type: "text/calendar",
        content: Buffer.from("SUMMARY:Café").toString("base64"),
      },
    ]);
  });

  it.each([400, 413, 422])("throws MailRefusedError on status %i", async (status) => {
    queueResponse(status, { message: "Invalid `to` field", name: "validation_error" });
    const sendPromise = send();
    await expect(sendPromise).rejects.toBeInstanceOf(MailRefusedError);
    await expect(sendPromise).rejects.toThrow(`${status}: {"message":"Invalid \`to\` field",`);
  });

  it.each([401, 403, 404, 408, 500, 502, 503])(
    "throws MailUnavailableError on status %i",
    async (status) => {
      queueResponse(status, { statusCode: status, message: "No.", name: "application_error" });
      await expect(send()).rejects.toBeInstanceOf(MailUnavailableError);
    },
  );

  it.each([
    [RESEND_ERRORS.dailyQuota, { "ratelimit-reset": "1" }, undefined],
    [RESEND_ERRORS.monthlyQuota, {}, undefined],
    [RESEND_ERRORS.dailyQuota, { "Retry-After": "41200" }, 41_200],
    [RESEND_ERRORS.dailyQuota, { "Retry-After": "1" }, 1],
    [RESEND_ERRORS.rateLimit, { "Retry-After": "60" }, 60],
    [RESEND_ERRORS.monthlyQuota, { "Retry-After": "99999999999999" }, 86_400],
    [RESEND_ERRORS.dailyQuota, { "Retry-After": "soon" }, undefined],
  ])("reports the limit in %j with %j at once", async (body, headers, retryAfterSeconds) => {
    queueResponse(429, body, headers);
    const error = await catchError();
    expect(error).toBeInstanceOf(MailUnavailableError);
    expect(error).toMatchObject({ reason: "limit", retryAfterSeconds, mayBeSent: false });
    expect(requests).toHaveLength(1);
  });

  it("reads a date in Retry-After", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    queueResponse(429, RESEND_ERRORS.dailyQuota, { "Retry-After": date });
    const { retryAfterSeconds } = (await catchError()) as MailUnavailableError;
    expect(retryAfterSeconds).toBeGreaterThan(3590);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
  });

  it.each([
    [400, "<html><head><title>400 Bad Request</title></head></html>"],
    [413, "<html><head><title>413 Request Entity Too Large</title></head></html>"],
    [200, "<!DOCTYPE html><title>Just a moment...</title>"],
    [409, "<html><title>409 Conflict</title></html>"],
    [422, JSON.stringify(RESEND_ERRORS.sender)],
    [403, JSON.stringify(RESEND_ERRORS.apiKey)],
    [402, '{"message":"exceed_egress_quota"}'],
    [546, '{"code":"WORKER_LIMIT","message":"Worker failed to respond"}'],
    [521, "<html><title>521: Web server is down</title></html>"],
  ])("doesn't blame the email for status %i with %s", async (status, text) => {
    queueText(status, text);
    const error = await catchError();
    expect(error).toBeInstanceOf(MailUnavailableError);
    expect(error).toMatchObject({ reason: "outage", mayBeSent: false });
  });

  it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "throws MailUnavailableError if something answers in the provider's place: $name ($status)",
    async (refusal) => {
      const answer = () => {
        const response = toResponse(refusal);
        response.headers.set("Retry-After", "3600");
        return Promise.resolve(response);
      };
      responses.push(answer, answer);
      await expect(send()).rejects.toBeInstanceOf(MailUnavailableError);
      await expect(checkMailApi(SETTINGS, 1000)).rejects.toBeInstanceOf(MailUnavailableError);
    },
  );

  it("throws MailUnavailableError if the provider can't be reached", async () => {
    responses.push(() => Promise.reject(new TypeError("connection refused")));
    await expect(send()).rejects.toBeInstanceOf(MailUnavailableError);
  });

  it("treats an email as sent if its key was used with different content, and throws a temporary error for a concurrent request", async () => {
    const message = "Same idempotency key used";
    queueResponse(409, { name: "invalid_idempotent_request", message });
    await send();
    queueResponse(409, { name: "concurrent_idempotent_requests", message });
    const error = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailUnavailableError);
    expect(error).not.toBeInstanceOf(MailRefusedError);
  });

  it.each([
    ["never begins", undefined],
    ["never ends", 503],
  ])("throws MailUnavailableError if the response %s", async (_, status) => {
    vi.unstubAllGlobals();
    const provider = http.createServer((_request, response) => {
      if (status !== undefined) response.writeHead(status).write("{");
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    const { port } = provider.address() as AddressInfo;
    const slowSettings = { MAIL_API_URL: `http://127.0.0.1:${port}`, MAIL_API_KEY: "re_1" };
    await expect(createMailApiTransport(slowSettings, 300)(mail)).rejects.toBeInstanceOf(
      MailUnavailableError,
    );
    provider.closeAllConnections();
    provider.close();
  });

  it("waits as long as Retry-After says, or gives up if that's too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 500 });
    queueResponse(429, {}, { "Retry-After": "1" });
    queueResponse(200);
    await send();
    expect(requests).toHaveLength(2);
    queueResponse(429, {}, { "Retry-After": "3600" });
    await expect(send()).rejects.toBeInstanceOf(MailUnavailableError);
    expect(requests).toHaveLength(3);
  });
});
