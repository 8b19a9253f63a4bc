import { builtinModules } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bundleFunctions,
  type Chunks,
  measureChunks,
  listStartChunks,
} from "../../local/functions/bundles.ts";
import { bundlesFolder, functionsFolder, listFunctions } from "../../local/functions/functions.ts";
import { startAiMode } from "../ai/ai-mode.ts";
import { deployFunctions } from "../deployment/deploy-functions.ts";
import { clearRateLimits, endpoints, facts, requestPath, signInAdmin } from "./stack.ts";

const names = await listFunctions(functionsFolder);

let bundles: ReadonlyMap<string, Chunks>;
beforeAll(async () => {
  bundles = await bundleFunctions();
});

const getChunks = (name: string) => bundles.get(name) ?? [];

/** Returns the names of the packages whose code is in the chunks. */
const listPackages = (chunks: Chunks) => [
  ...new Set(
    chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
  ),
];

describe("the bundles that are deployed", () => {
  it.each(names)("are at most 2 MB compressed (%s)", (name) => {
    const { gzippedKilobytes } = measureChunks(getChunks(name));
    expect(gzippedKilobytes).toBeGreaterThan(100);
    expect(gzippedKilobytes).toBeLessThanOrEqual(2000);
  });

  it("start `api` with at most 230 KB, without any endpoint or any package that is loaded on first use", () => {
    const chunks = listStartChunks(getChunks("api"));
    expect(measureChunks(chunks).kilobytes).toBeLessThanOrEqual(230);
    expect(listPackages(chunks).toSorted()).toEqual(["hono", "postgres", "zod"]);
    const contracts = chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .flatMap((id) => /_shared\/contracts\/(.+)/.exec(id)?.[1] ?? []);
    expect(contracts.toSorted()).toEqual(["choices.ts", "limits.ts"]);
    expect(listPackages(getChunks("api"))).toEqual(
      expect.arrayContaining(["openai", "stripe", "sanitize-html", "@cantoo/pdf-lib", "zipcodes"]),
    );
  });

  it.each(names)(
    "import only their own chunks and Node's modules with the prefix `node:` (%s)",
    (name) => {
      const chunks = getChunks(name);
      const fileNames = new Set(chunks.map(({ fileName }) => fileName));
      const otherImports = chunks
        .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
        .filter((id) => !fileNames.has(id));
      expect(otherImports).toContain("node:net");
      const builtins = new Set(builtinModules.map((id) => `node:${id}`));
      expect(otherImports.filter((id) => !builtins.has(id))).toEqual([]);
    },
  );

  it("are all that the Supabase CLI uploads, with every chunk", async () => {
    const deployedFunctions = await deployFunctions();
    expect(Object.keys(deployedFunctions).toSorted()).toEqual(names);
    for (const [name, { settings, files }] of Object.entries(deployedFunctions)) {
      const folder = `supabase/functions/dist/${name}`;
      expect(settings).toMatchObject({ entrypoint_path: `${folder}/index.js`, verify_jwt: false });
      const chunks = getChunks(name).map(({ fileName, code }) => ({
        name: `${folder}/${fileName}`,
        size: Buffer.byteLength(code),
      }));
      const compareNames = (left: { name: string }, right: { name: string }) =>
        left.name.localeCompare(right.name);
      expect(files.toSorted(compareNames)).toEqual(chunks.toSorted(compareNames));
    }
  });
});

describe("the bundles on Deno", () => {
  let aiMode: Awaited<ReturnType<typeof startAiMode>>;
  let token = "";
  beforeAll(async () => {
    aiMode = await startAiMode(names, bundlesFolder);
    ({ token } = await signInAdmin());
    await clearRateLimits();
  });
  afterAll(() => aiMode.stop());

  const fetchAsAdmin = (url: string, body?: object) =>
    fetch(url, {
      headers: {
        Authorization: `Bearer ${token}`,
        "X-Edge-Secret": facts.edgeSecret,
        "X-Visitor-Address": "203.0.113.41",
        ...(body && { "Content-Type": "application/json" }),
      },
      redirect: "manual",
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });

  it("return the same status and type as the source for every read by an administrator", async () => {
    const paths = new Set(
      endpoints.flatMap(([, endpoint]) =>
        endpoint.method === "GET" ? [requestPath(endpoint)] : [],
      ),
    );
    expect(paths.size).toBeGreaterThan(60);
    const readStatusAndType = async (url: string) => {
      const response = await fetchAsAdmin(url);
      await response.arrayBuffer();
      return `${response.status} ${response.headers.get("Content-Type")}`;
    };
    for (const path of paths) {
      const sourceResult = await readStatusAndType(`${facts.apiUrl}/functions/v1${path}`);
      expect(await readStatusAndType(new URL(path, aiMode.urls["api"]).href), path).toBe(
        sourceResult,
      );
    }
  });

  it("describe the API as the source does, with every endpoint's summary", async () => {
    const readPaths = async (url: string) => {
      const document = (await (await fetchAsAdmin(url)).json()) as { paths: object };
      return document.paths;
    };
    const bundlePaths = await readPaths(new URL("/api/openapi.json", aiMode.urls["api"]).href);
    expect(bundlePaths).toEqual(await readPaths(`${facts.apiUrl}/functions/v1/api/openapi.json`));
    expect(JSON.stringify(bundlePaths)).toContain("Erase a person; the remaining steps run");
  });

  it.each([
    ["payments", "/payments/checkout", undefined, "formToken"],
    ["api", "/api/checkout", undefined, "formToken"],
    ["zip-lookup", "/zip-lookup/zip-lookup/76102", undefined, "Fort Worth"],
    ["api", "/api/zip-lookup/76102", undefined, "Fort Worth"],
    ["ai", "/ai/generate-blog-title", { keyword: "socks" }, "title"],
    ["api", "/api/generate-blog-title", { keyword: "socks" }, "title"],
  ])("respond from %s at %s", async (name, path, body, expected) => {
    const response = await fetchAsAdmin(new URL(path, aiMode.urls[name]).href, body);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining(expected),
    ]);
  });

  it("start `stripe-webhook` and `send-emails`, which refuse strangers", async () => {
    const readErrorCode = async (name: string, path: string) => {
      const response = await fetch(new URL(path, aiMode.urls[name]), { method: "POST" });
      return ((await response.json()) as { code: string }).code;
    };
    expect(await readErrorCode("stripe-webhook", "/stripe-webhook")).toBe(
      "payments_not_configured",
    );
    expect(await readErrorCode("send-emails", "/send-emails/send-emails")).toBe("unauthenticated");
  });
});
