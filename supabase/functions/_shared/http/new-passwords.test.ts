import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { catalog } from "../contracts/catalog.ts";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { sessionEndpoints } from "../contracts/sessions.ts";
import { listNewPasswordFields, refuseBreachedPasswords } from "./new-passwords.ts";
import type { Services } from "./services.ts";

const STOLEN = "password1234";
const hash = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  vi.restoreAllMocks();
});

/** Answers as the real service does: the suffixes of all hashes with the prefix, CRLF, and padding with count 0. */
async function startList(respond?: RequestListener) {
  const requests: { readonly url: string; readonly padding: string }[] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? "", padding: String(request.headers["add-padding"]) });
    if (respond) return respond(request, response);
    const prefix = request.url?.replace("/range/", "") ?? "";
    const suffixes = [
      `${"0".repeat(34)}A:3`,
      ...(hash(STOLEN).startsWith(prefix) ? [`${hash(STOLEN).slice(5)}:2254`] : []),
      ...(hash("padding only").startsWith(prefix) ? [`${hash("padding only").slice(5)}:0`] : []),
    ];
    return response.end(suffixes.join("\r\n"));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const check = (url: string, newPassword: string) =>
  refuseBreachedPasswords(
    { environment: { BREACHED_PASSWORDS_URL: url } as unknown as Services["environment"] },
    sessionEndpoints.changeVolunteerPassword,
    { currentPassword: STOLEN, newPassword },
  );

describe("threat 11: a new password", () => {
  it("is refused on its field if it was stolen, and only a part of its hash is sent", async () => {
    const { url, requests } = await startList();
    const message = "This password is in a public list of stolen passwords. Choose another.";
    await expect(check(url, STOLEN)).rejects.toMatchObject({
      status: 400,
      message,
      issues: [{ path: "newPassword", message }],
    });
    expect(requests).toEqual([{ url: `/range/${hash(STOLEN).slice(0, 5)}`, padding: "true" }]);
  });

  it.each(["a password that nobody has stolen", "padding only"])(
    "is accepted: %s",
    async (password) => {
      const { url } = await startList();
      await expect(check(url, password)).resolves.toBeUndefined();
    },
  );

  it.each([
    ["is down", (_, response) => response.writeHead(503).end(`${hash(STOLEN).slice(5)}:1`)],
    ["doesn't respond within 3 seconds", () => undefined],
    ["stops in the middle", (_, response) => response.write("0")],
  ] satisfies [string, RequestListener][])("is accepted if the list %s", async (_, respond) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(3000);
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), 50);
      return controller.signal;
    });
    const { url } = await startList(respond);
    await expect(check(url, STOLEN)).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0])).not.toContain(STOLEN);
  });

  it("isn't checked if the list is off", async () => {
    await expect(check("off", STOLEN)).resolves.toBeUndefined();
  });

  it("is checked wherever one is set", () => {
    const fields = Object.entries<EndpointDefinition>(catalog).flatMap(([name, { body }]) =>
      listNewPasswordFields(body).map((field) => `${name}.${field}`),
    );
    expect(fields.toSorted()).toEqual([
      "acceptAdminInvitation.password",
      "activateVolunteerAccount.password",
      "changeAdminPassword.newPassword",
      "changeVolunteerPassword.newPassword",
      "createVolunteerApplication.password",
      "resetPassword.newPassword",
    ]);
  });
});
