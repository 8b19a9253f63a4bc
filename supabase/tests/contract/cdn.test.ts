import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { config } from "../../../web/edge/netlify/project.ts";
import { fillAppRoutes, parseRedirects } from "../../../web/edge/rules.ts";
import { startCdn, stopCdns } from "../edge/start-cdn.ts";
import { testPicture } from "../pictures.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";
import { upload } from "./uploading.ts";

let photo = "";
beforeAll(async () => {
  const { token } = await signInAdmin();
  const { uploadURL } = await upload("/api/objects/upload", testPicture("webp"), token);
  const { json } = await request("POST", "/api/normalize-object-path", {
    body: { url: uploadURL },
    token,
  });
  photo = json.objectPath;
});
beforeEach(() => clearRateLimits());
afterAll(stopCdns);

describe.each(["netlify", "cloudflare"])("the site behind %s", (name) => {
  let cdn = "";
  let cdnWithoutSecret = "";
  beforeAll(async () => {
    [cdn, cdnWithoutSecret] = [await startCdn(name, facts.edgeSecret), await startCdn(name, "")];
  });

  const fromPeer = (peer: string, headers: Record<string, string> = {}) => ({
    "X-Test-Peer": peer,
    ...headers,
  });
  const apply = (base: string, headers: Record<string, string>) =>
    fetch(`${base}/api/volunteer-applications`, { method: "POST", headers, body: "[" });
  const readHits = async () => {
    const rows = await sql<{ hits: number }[]>`
      select hits from public.rate_limits where bucket = 'createVolunteerApplication' order by hits`;
    return rows.map(({ hits }) => hits);
  };

  it("passes calls and responses through unchanged", async () => {
    const list = await fetch(`${cdn}/api/events?limit=2`, { headers: fromPeer("198.51.100.7") });
    expect([list.status, await list.json()]).toEqual([
      200,
      (await request("GET", "/api/events?limit=2")).json,
    ]);
    expect(list.headers.get("Cache-Control")).toContain("s-maxage=60");
    const login = await fetch(`${cdn}/api/admin/login`, {
      method: "POST",
      headers: fromPeer("198.51.100.7", { "Content-Type": "application/json" }),
      body: JSON.stringify({ username: "admin", password: "wrong!" }),
    });
    expect([login.status, (await login.json()).code]).toEqual([401, "invalid_credentials"]);
    expect((await fetch(`${cdn}/events/create`, { method: "POST" })).status).toBe(401);
  });

  it("threat 38: serves published pictures with nosniff, and 404 for others", async () => {
    const pictureResponse = await fetch(`${cdn}${photo}`);
    expect([pictureResponse.status, pictureResponse.headers.get("Content-Type")]).toEqual([
      200,
      "image/webp",
    ]);
    expect(pictureResponse.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect((await pictureResponse.arrayBuffer()).byteLength).toBeGreaterThan(20);
    expect((await fetch(`${cdn}/images/site/gone`)).status).toBe(404);
  });

  it("threat 47: counts two visitors separately, a household together, and ignores invented headers", async () => {
    await apply(cdn, fromPeer("198.51.100.7"));
    for (const inventedAddress of ["203.0.113.1", "203.0.113.2"]) {
      const headers = { "X-Visitor-Address": inventedAddress, "X-Edge-Secret": "x".repeat(43) };
      await apply(
        cdn,
        fromPeer("198.51.100.7", { ...headers, "X-Forwarded-For": inventedAddress }),
      );
    }
    await apply(cdn, fromPeer("2001:db8:1:2::1"));
    await apply(cdn, fromPeer("2001:db8:1:2:3:4:5:6"));
    expect(await readHits()).toEqual([2, 3]);
  });

  it("threat 47: rejects the visitor's address without the CDN's secret", async () => {
    for (const peer of ["198.51.100.7", "198.51.100.8"]) {
      await apply(cdnWithoutSecret, fromPeer(peer, { "X-Visitor-Address": peer }));
    }
    expect(await readHits()).toEqual([2]);
  });
});

it("Netlify's function handles exactly the paths that lead to the project", async () => {
  const rules = parseRedirects(fillAppRoutes(await readFile("web/public/_redirects", "utf8")));
  const paths = rules.filter(({ to }) => to.startsWith("{{")).map(({ from }) => from);
  expect(config.path.toSorted()).toEqual(paths.toSorted());
});

it("Cloudflare's Worker serves pages as the embedded CDN does", async () => {
  const worker = await startCdn("cloudflare", facts.edgeSecret);
  const paths = ["/", "/donate", "/admin", "/dashboard/events/x"];
  for (const page of [...paths, "/volunteer-dashboard", "/nothing-here", "/assets/gone.js"]) {
    const [ours, theirs] = await Promise.all(
      [facts.webUrl, worker].map(async (base) => {
        const response = await fetch(`${base}${page}`, { redirect: "manual" });
        return [page, response.status, await response.text()];
      }),
    );
    expect(theirs).toEqual(ours);
  }
  expect((await fetch(`${worker}/nothing-here`)).headers.get("Cache-Control")).toBe("no-store");
});
