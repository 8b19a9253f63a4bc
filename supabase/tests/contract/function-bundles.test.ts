import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bundleFunctions,
  type Chunks,
  measureChunks,
  listStartChunks,
} from "../../local/functions/bundles.ts";
import {
  bundlesFolder,
  functionsFolder,
  hostedLoader,
  listFunctions,
} from "../../local/functions/functions.ts";
import { findHostedDenoBinary } from "../../local/machine/binaries.ts";
import { projectRoot } from "../../local/machine/paths.ts";
import { AiDouble } from "../ai/ai-double.ts";
import { deployFunctions } from "../deployment/deploy-functions.ts";
import { NIGHTLY } from "../results.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { TEST_AUTHORITY, TEST_CERTIFICATE } from "../mail/test-certificate.ts";
import { newDonorInfo, openCheckout } from "./checkout.ts";
import {
  clearRateLimits,
  endpoints,
  facts,
  postponeEmails,
  requestPath,
  signInAdmin,
  sql,
} from "./stack.ts";
import { deleteDonorData, readDonations } from "./stripe-mode.ts";

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

const execute = promisify(execFile);

/** Returns the globals of the hosted runtime, and the members of `Deno`. */
async function readHostedGlobals(): Promise<[globals: string[], denoMembers: string[]]> {
  const { stdout } = await execute(findHostedDenoBinary(), [
    "run",
    "--no-prompt",
    "--no-lock",
    "--allow-env",
    hostedLoader,
    "--globals",
  ]);
  return JSON.parse(stdout) as [string[], string[]];
}

/** Globals that the hosted runtime lacks. Packages check that these exist before they use them. */
const CHECKED_GLOBALS: readonly string[] = [
  // Module loaders, and engines without `globalThis`.
  "define",
  "__magic__",
  // Auth's and Realtime's clients, in browsers.
  "document",
  "location",
  "PublicKeyCredential",
  "Worker",
];

/** Returns the globals that the code uses, except for the given ones. */
async function findOtherGlobals(chunks: Chunks, globals: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "care-packages-globals-"));
  try {
    const config = { globals: Object.fromEntries(globals.map((name) => [name, "readonly"])) };
    await writeFile(path.join(folder, "oxlint.json"), JSON.stringify(config));
    for (const [index, { code }] of chunks.entries())
      await writeFile(path.join(folder, `${index}.js`), code);
    const oxlint = path.join(projectRoot, "node_modules/oxlint/bin/oxlint");
    const options = ["--config=oxlint.json", "--allow=all", "--deny=no-undef", "--format=json"];
    const result = await execute(process.execPath, [oxlint, ...options, "."], {
      cwd: folder,
      maxBuffer: 2 ** 26,
    }).catch((error: unknown) => error as { stdout: string });
    const { diagnostics } = JSON.parse(result.stdout) as { diagnostics: { message: string }[] };
    return [...new Set(diagnostics.map(({ message }) => /'(.+)'/.exec(message)?.[1] ?? message))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("the bundles that are deployed", () => {
  it.each(names)("are at most 3.5 MB, and 2 MB compressed (%s)", (name) => {
    const { kilobytes, gzippedKilobytes } = measureChunks(getChunks(name));
    expect(gzippedKilobytes).toBeGreaterThan(100);
    expect(gzippedKilobytes).toBeLessThanOrEqual(2000);
    expect(kilobytes).toBeLessThanOrEqual(name === "api" ? 3200 : 3500);
  });

  it("use only globals that the hosted runtime has", async () => {
    const [globals, denoMembers] = await readHostedGlobals();
    expect(globals).toContain("crypto");
    expect(globals).not.toContain("Buffer");
    const chunks = [...bundles.values()].flat();
    expect((await findOtherGlobals(chunks, globals)).toSorted()).toEqual(
      CHECKED_GLOBALS.toSorted(),
    );
    const usedMembers = chunks.flatMap(({ code }) =>
      Array.from(code.matchAll(/\bDeno\??\.(\w+)/g), ([, member = ""]) => member),
    );
    expect(usedMembers).toContain("serve");
    expect(usedMembers.filter((member) => !denoMembers.includes(member))).toEqual([]);
  });

  it("would be caught using a global that the hosted runtime lacks", async () => {
    const code = "export const size = () => Buffer.byteLength(text), text = setImmediate(size);";
    const [globals] = await readHostedGlobals();
    const planted = [{ code }] as unknown as Chunks;
    expect(new Set(await findOtherGlobals(planted, globals))).toEqual(
      new Set(["Buffer", "setImmediate"]),
    );
  });

  it("start `api` with at most 236 KB, without any endpoint or any package that is loaded on first use", () => {
    const chunks = listStartChunks(getChunks("api"));
    expect(measureChunks(chunks).kilobytes).toBeLessThanOrEqual(236);
    expect(listPackages(chunks).toSorted()).toEqual(["hono", "postgres", "zod"]);
    const contracts = chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .flatMap((id) => /_shared\/contracts\/(.+)/.exec(id)?.[1] ?? []);
    expect(contracts.toSorted()).toEqual(["choices.ts", "limits.ts"]);
    expect(listPackages(getChunks("api"))).toEqual(
      expect.arrayContaining(["openai", "stripe", "sanitize-html", "@cantoo/pdf-lib"]),
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

  it("are all that the Supabase CLI uploads, with every chunk", { tags: [NIGHTLY] }, async () => {
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

describe("the bundles on the hosted runtime's Deno", () => {
  const smtpServer = new SmtpDouble();
  smtpServer.certificate = TEST_CERTIFICATE;
  let aiDouble: AiDouble;
  let site: Awaited<ReturnType<typeof openCheckout>>;
  let token = "";
  beforeAll(async () => {
    aiDouble = await AiDouble.start();
    const settings = {
      ...aiDouble.environment(),
      MAIL_TRANSPORT: "smtp",
      SMTP_HOST: "localhost",
      SMTP_PORT: String(await smtpServer.listen()),
      SMTP_TLS: "required",
      SMTP_CA: TEST_AUTHORITY,
    };
    await postponeEmails();
    site = await openCheckout(names, { settings, folder: bundlesFolder });
    ({ token } = await signInAdmin());
    await clearRateLimits();
  });
  afterAll(async () => {
    await site.stop();
    await aiDouble.stop();
    smtpServer.close();
    await deleteDonorData();
    await sql`delete from public.payment_attempts`;
  });

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
  const getUrl = (name: string, path: string) => new URL(path, site.urls[name]).href;

  it(
    "return the same status and type as the source for every read by an administrator",
    { tags: [NIGHTLY] },
    async () => {
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
        expect(await readStatusAndType(getUrl("api", path)), path).toBe(sourceResult);
      }
    },
  );

  it("describe the API as the source does, with every endpoint's summary", async () => {
    const readPaths = async (url: string) => {
      const document = (await (await fetchAsAdmin(url)).json()) as { paths: object };
      return document.paths;
    };
    const bundlePaths = await readPaths(getUrl("api", "/api/openapi.json"));
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
    const response = await fetchAsAdmin(getUrl(name, path), body);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining(expected),
    ]);
  });

  it("DON-50: take a payment, record Stripe's event, write the receipt and email it over STARTTLS", async () => {
    const donor = newDonorInfo();
    // Only administrators get emails about test money.
    await sql`
      with login as (insert into auth.users (id, email) values (gen_random_uuid(), ${donor.email}) returning id)
      insert into public.users (id, username, user_type) select id, 'test-donor', 'admin' from login`;
    const { json } = await site.start({ donor });
    site.stripe.pay(json.clientSecret, "pm_card_visa");
    await site.stripe.settled();
    const [donation] = await readDonations(donor.email);
    expect(donation).toMatchObject({ status: "completed", amount: "50.00" });

    const [row] = await sql`select id from public.donations where email = ${donor.email}`;
    const receipt = await fetchAsAdmin(getUrl("api", `/api/donations/${row?.id}/receipt`));
    expect([receipt.status, (await receipt.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);

    const headers = { Authorization: `Bearer ${facts.secretKey}` };
    const url = getUrl("send-emails", "/send-emails/send-emails");
    const report = await fetch(url, { method: "POST", headers });
    expect(report.status).toBe(200);
    expect(smtpServer.receivedEmails.map(({ to }) => to)).toContain(donor.email);
    await sql`delete from auth.users where email = ${donor.email}`;
  });

  it("refuse strangers at `stripe-webhook` and `send-emails`", async () => {
    const readErrorCode = async (name: string, path: string) => {
      const response = await fetch(getUrl(name, path), { method: "POST" });
      return ((await response.json()) as { code: string }).code;
    };
    expect(await readErrorCode("stripe-webhook", "/stripe-webhook")).toBe("signature_invalid");
    expect(await readErrorCode("send-emails", "/send-emails/send-emails")).toBe("unauthenticated");
  });
});
