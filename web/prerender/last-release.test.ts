import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeOverLastRelease, writeAssetList } from "./last-release.ts";

let folder: string;
/** The folder that is online, and what replaces its files' responses. */
let online: string | undefined;
let faults: Readonly<Record<string, (response: http.ServerResponse) => void>> = {};
let siteUrl: string;
const server = http.createServer((request, response) => {
  const url = request.url ?? "";
  const fault = faults[url];
  if (fault) return fault(response);
  const type = url.endsWith(".json") ? "application/json; charset=utf-8" : "text/javascript";
  void readFile(path.join(online ?? "/nowhere", url)).then(
    (content) => response.setHeader("Content-Type", type).end(content),
    () => response.writeHead(404).end(),
  );
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "releases-"));
  online = undefined;
  faults = {};
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

let buildCount = 0;
/** Builds a release with these files. Returns its folder and what the build printed. */
const build = async (names: readonly string[], url = siteUrl) => {
  buildCount += 1;
  const site = path.join(folder, `build-${buildCount}`);
  await mkdir(path.join(site, "assets"), { recursive: true });
  for (const name of names)
    await writeFile(path.join(site, "assets", name), `export const ${name.slice(0, 1)} = 1;`);
  await writeAssetList(site);
  const lines = await takeOverLastRelease({ site, siteUrl: url });
  return { site, lines: lines.join("\n"), files: await readdir(path.join(site, "assets")) };
};
const deploy = async (names: readonly string[]) => {
  const release = await build(names);
  online = release.site;
  return release;
};

describe("the files of the last release", () => {
  it("are taken over for one release, even if the site is rebuilt in between", async () => {
    expect((await deploy(["a-1.js", "same.js"])).lines).toContain("status 404");
    const second = await deploy(["b-2.js", "same.js"]);
    expect(second.files).toEqual(["a-1.js", "b-2.js", "same.js"]);
    expect(second.lines).toContain("Took over 1 file of the last release");
    // An editor changes the site's content, so the site is built again.
    expect((await deploy(["b-2.js", "same.js"])).files).toEqual(second.files);
    expect((await deploy(["c-3.js", "same.js"])).files).toEqual(["b-2.js", "c-3.js", "same.js"]);
  });

  it("never replace a file of the new release", async () => {
    await deploy(["a-1.js"]);
    faults = { "/assets/a-1.js": (response) => response.end("alert(1)") };
    const { site } = await build(["a-1.js", "b-2.js"]);
    expect(await readFile(path.join(site, "assets/a-1.js"), "utf8")).toBe("export const a = 1;");
  });

  const sendList =
    (files: unknown, type = "application/json") =>
    (response: http.ServerResponse) =>
      void response.setHeader("Content-Type", type).end(JSON.stringify(files));
  const DIGEST = "A".repeat(43) + "=";
  it.each([
    ["the app's page instead of a list", sendList("<!doctype html>", "text/html"), "content type"],
    ["something else", sendList({ release: ["a-1.js"] }), "not a list of files"],
    [
      "half a list",
      (response) => void response.setHeader("Content-Type", "application/json").end("{"),
      "not a list",
    ],
    [
      "a page as a file",
      sendList({ release: { "a.html": DIGEST }, lastRelease: {} }),
      "not a list",
    ],
    [
      "a path outside the folder",
      sendList({ release: { "../index.js": DIGEST }, lastRelease: {} }),
      "not a list",
    ],
    [
      "a hidden file",
      sendList({ release: { ".htaccess.js": DIGEST }, lastRelease: {} }),
      "not a list",
    ],
    [
      "another site",
      (response) => void response.writeHead(302, { Location: "https://example.org" }).end(),
      "no response",
    ],
    ["an error", (response) => void response.writeHead(503).end(), "status 503"],
    ["nothing", (response) => response.destroy(), "no response"],
  ] satisfies [string, (response: http.ServerResponse) => void, string][])(
    "aren't taken over if the site sends %s, and the build goes on",
    async (_, fault, reason) => {
      faults = { "/asset-list.json": fault };
      const { files, lines } = await build(["b-2.js"]);
      expect(files).toEqual(["b-2.js"]);
      expect(lines).toContain(reason);
      expect(lines).toContain("Pages that are open now reload after the upgrade.");
    },
  );

  it.each([
    ["has other content", (response: http.ServerResponse) => void response.end("alert(1)")],
    [
      "is cut off",
      (response: http.ServerResponse) =>
        void response
          .writeHead(200, { "Content-Length": 9 })
          .write("alert", () => response.destroy()),
    ],
    ["is gone", (response: http.ServerResponse) => void response.writeHead(404).end()],
  ])("are taken over without a file that %s", async (_, fault) => {
    await deploy(["a-1.js", "b-1.js"]);
    faults = { "/assets/a-1.js": fault };
    const { files, lines, site } = await build(["c-2.js"]);
    expect(files).toEqual(["b-1.js", "c-2.js"]);
    expect(lines).toContain("Refused a-1.js of the last release");
    expect(await readFile(path.join(site, "asset-list.json"), "utf8")).not.toContain("a-1.js");
  });

  it.each([
    ["no URL", "", "VITE_SITE_URL isn't set"],
    ["an unencrypted URL", "http://www.example.org", "doesn't start with https"],
    ["a site that can't be reached", "http://127.0.0.1:9", "no response"],
  ])("aren't taken over with %s, and the build goes on", async (_, url, reason) => {
    expect((await build(["a-1.js"], url)).lines).toContain(reason);
  });
});
