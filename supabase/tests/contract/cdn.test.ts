import { globSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { config } from "../../../web/edge/netlify/project.ts";
import { fillAppRoutes, parseRedirects } from "../../../web/edge/rules.ts";
import { takeOverLastRelease, writeAssetList } from "../../../web/prerender/last-release.ts";
import { obfuscateEmails } from "../edge/email-obfuscation.ts";
import { builtSite, type CdnName, startCdn, stopCdns } from "../edge/start-cdn.ts";
import { readTestPicture } from "../pictures.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";
import { upload } from "./uploading.ts";

let photoPath = "";
beforeAll(async () => {
  const { token } = await signInAdmin();
  const { uploadURL } = await upload("/api/objects/upload", readTestPicture("webp"), token);
  const { json } = await request("POST", "/api/normalize-object-path", {
    body: { url: uploadURL },
    token,
  });
  photoPath = json.objectPath;
});
beforeEach(() => clearRateLimits());
afterAll(stopCdns);

describe.each<CdnName>(["netlify", "cloudflare"])("the site behind %s", (name) => {
  let cdnUrl = "";
  let cdnWithoutSecretUrl = "";
  beforeAll(async () => {
    [cdnUrl, cdnWithoutSecretUrl] = [
      await startCdn(name, facts.edgeSecret),
      await startCdn(name, ""),
    ];
  });

  const createPeerHeaders = (peer: string, headers: Record<string, string> = {}) => ({
    "CF-Connecting-IP": peer,
    ...headers,
  });
  const postApplication = (baseUrl: string, headers: Record<string, string>) =>
    fetch(`${baseUrl}/api/volunteer-applications`, { method: "POST", headers, body: "[" });
  const readHits = async () => {
    const rows = await sql<{ hits: number }[]>`
      select hits from public.rate_limits where bucket = 'createVolunteerApplication' order by hits`;
    return rows.map(({ hits }) => hits);
  };

  it("an upgrade keeps the files of the last release, and the next upgrade drops them", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "releases-"));
    /** Builds a release in which the start of the app has another name. */
    const build = async (file: string, siteUrl: string) => {
      const site = path.join(folder, file);
      await cp(builtSite, site, { recursive: true });
      const assets = path.join(site, "assets");
      const start = (await readdir(assets)).find((name) => name.startsWith("start-")) ?? "";
      await rename(path.join(assets, start), path.join(assets, file));
      await writeAssetList(site);
      await takeOverLastRelease({ site, siteUrl });
      return { start, site };
    };
    const second = await build("start-2.js", cdnUrl);
    const secondUrl = await startCdn(name, facts.edgeSecret, second.site);
    const get = async (baseUrl: string, file: string) => {
      const { status, headers } = await fetch(`${baseUrl}/assets/${file}`);
      return [status, headers.get("Content-Type")?.split(";")[0], headers.get("Cache-Control")];
    };
    const expected = [200, "text/javascript", "public, max-age=31536000, immutable"];
    for (const file of [second.start, "start-2.js"])
      expect(await get(secondUrl, file)).toEqual(expected);
    const third = await build("start-3.js", secondUrl);
    const files = (await readdir(path.join(third.site, "assets"))).filter((file) =>
      file.startsWith("start-"),
    );
    expect(files.toSorted()).toEqual(["start-2.js", "start-3.js"]);
    await rm(folder, { recursive: true });
  });

  it("passes calls and responses through unchanged", async () => {
    const listResponse = await fetch(`${cdnUrl}/api/events?limit=2`, {
      headers: createPeerHeaders("198.51.100.7"),
    });
    expect([listResponse.status, await listResponse.json()]).toEqual([
      200,
      (await request("GET", "/api/events?limit=2")).json,
    ]);
    expect(listResponse.headers.get("Cache-Control")).toContain("s-maxage=60");
    const loginResponse = await fetch(`${cdnUrl}/api/admin/login`, {
      method: "POST",
      headers: createPeerHeaders("198.51.100.7", { "Content-Type": "application/json" }),
      body: JSON.stringify({ username: "admin", password: "wrong!" }),
    });
    expect([loginResponse.status, (await loginResponse.json()).code]).toEqual([
      401,
      "invalid_credentials",
    ]);
    expect((await fetch(`${cdnUrl}/events/create`, { method: "POST" })).status).toBe(401);
  });

  it("threat 38: serves published pictures with nosniff and returns 404 for others", async () => {
    const pictureResponse = await fetch(`${cdnUrl}${photoPath}`);
    expect([pictureResponse.status, pictureResponse.headers.get("Content-Type")]).toEqual([
      200,
      "image/webp",
    ]);
    expect(pictureResponse.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect((await pictureResponse.arrayBuffer()).byteLength).toBeGreaterThan(20);
    expect((await fetch(`${cdnUrl}/images/site/gone`)).status).toBe(404);
  });

  it("threat 47: counts two visitors separately and a household together, and ignores forged headers", async () => {
    await postApplication(cdnUrl, createPeerHeaders("198.51.100.7"));
    for (const forgedAddress of ["203.0.113.1", "203.0.113.2"]) {
      const headers = { "X-Visitor-Address": forgedAddress, "X-Edge-Secret": "x".repeat(43) };
      await postApplication(
        cdnUrl,
        createPeerHeaders("198.51.100.7", { ...headers, "X-Forwarded-For": forgedAddress }),
      );
    }
    await postApplication(cdnUrl, createPeerHeaders("2001:db8:1:2::1"));
    await postApplication(cdnUrl, createPeerHeaders("2001:db8:1:2:3:4:5:6"));
    // An IPv6 address has another counter, for the /48 around it.
    expect(await readHits()).toEqual([2, 2, 3]);
  });

  it("threat 47: ignores the visitor's address without the CDN's secret", async () => {
    for (const peer of ["198.51.100.7", "198.51.100.8"]) {
      await postApplication(
        cdnWithoutSecretUrl,
        createPeerHeaders(peer, { "X-Visitor-Address": peer }),
      );
    }
    expect(await readHits()).toEqual([2]);
  });
});

it.each([
  ["the local site", () => Promise.resolve(facts.webUrl)],
  ["netlify", () => startCdn("netlify", facts.edgeSecret)],
  ["cloudflare", () => startCdn("cloudflare", facts.edgeSecret)],
])(
  "%s leads a path with capitals or a period at its end to the page that was meant, and has the icons that browsers ask for",
  async (_, start) => {
    const url = await start();
    const open = async (path: string) => {
      const response = await fetch(url + path, {
        redirect: "manual",
        headers: { "CF-Connecting-IP": "203.0.113.77" },
      });
      await response.arrayBuffer();
      return [response.status, response.headers.get("Location")];
    };
    const { json: posts } = await request("GET", "/api/blog-posts/published?limit=1");
    const shortId = String(posts[0].id).slice(0, 8);
    const [, postPath] = await open(`/news/${shortId}`);
    for (const [path, location] of [
      ["/Donate", "/donate"],
      ["/DONATE?amount=50&a=B.", "/donate?amount=50&a=B."],
      ["/donate).", "/donate"],
      ["/Forgot-Password", "/forgot-password"],
      ["/News?search=Box.", "/news?search=Box."],
      [`/News/${shortId.toUpperCase()}?a=1`, `${postPath}?a=1`],
      [`${postPath}.?a=1`, `${postPath}?a=1`],
      [`/news/an-earlier-title-${shortId})`, postPath],
    ] as const) {
      expect(await open(path), path).toEqual([301, location]);
    }
    expect(await open(String(postPath))).toEqual([200, null]);
    for (const path of [
      "/donat.",
      "/News/none-00000000.",
      "/news/none-00000000)",
      "/API/home",
      "/Evil.example.",
    ]) {
      expect(await open(path), path).toEqual([404, null]);
    }
    for (const [file, type] of [
      ["/favicon.ico", /^image\/(x-icon|vnd\.microsoft\.icon)$/],
      ["/apple-touch-icon.png", /^image\/png$/],
    ] as const) {
      const { status, headers } = await fetch(url + file);
      expect([status, headers.get("Cache-Control")], file).toEqual([200, "public, max-age=86400"]);
      expect(headers.get("Content-Type"), file).toMatch(type);
    }
    const sent = await fetch(`${url}/Donate`, { method: "POST", redirect: "manual" });
    await sent.arrayBuffer();
    expect([404, 405]).toContain(sent.status);
    // The API answers for itself.
    expect((await open("/api/homes."))[0]).toBe(404);
  },
);

it("a missing asset's 404 on Netlify isn't cached for a year, and has no ETag", async () => {
  const url = await startCdn("netlify", facts.edgeSecret);
  const assets = await readdir(path.join(builtSite, "assets"));
  const asset = assets.find((file) => file.endsWith(".js"));
  const assetResponse = await fetch(`${url}/assets/${asset}`);
  expect(assetResponse.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const missingAssetResponse = await fetch(`${url}/assets/gone.js`);
  expect(missingAssetResponse.status).toBe(404);
  expect(missingAssetResponse.headers.get("Cache-Control")).toBe("no-store");
  expect(missingAssetResponse.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

it("Cloudflare's email obfuscation leaves all pages as they are, so they work with and without JavaScript", async () => {
  const files = globSync("**/*.html", { cwd: builtSite });
  const pages = await Promise.all([
    ...files.map((file) => readFile(path.join(builtSite, file), "utf8")),
    ...["/news", "/admin"].map(async (url) => (await fetch(`${facts.webUrl}${url}`)).text()),
  ]);
  for (const page of pages) expect(obfuscateEmails(page)).toBe(page);
  const unmarkedPages = pages.map((page) => page.replaceAll(/<!--\/?email_off-->/g, ""));
  const changedPages = unmarkedPages.filter((page) => obfuscateEmails(page) !== page);
  expect(changedPages.length).toBeGreaterThanOrEqual(5);
  expect(obfuscateEmails(changedPages[0]!)).toContain('href="/cdn-cgi/l/email-protection#');
});

it("Netlify's function handles exactly the paths that are rewritten to the project", async () => {
  const rules = parseRedirects(fillAppRoutes(await readFile("web/public/_redirects", "utf8")));
  const paths = rules.filter(({ to }) => to.startsWith("{{")).map(({ from }) => from);
  expect(config.path.toSorted()).toEqual(paths.toSorted());
});
