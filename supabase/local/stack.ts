import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ChildProcesses } from "./machine/child-processes.ts";
import { CleanupSteps } from "./machine/cleanup-steps.ts";
import { type LocalDatabase, prepareDatabase, startDatabase } from "./database/database.ts";
import { removeDatabase } from "./database/leftovers.ts";
import { functionEnvironment } from "./functions/environment.ts";
import { Functions, functionsFolder } from "./functions/functions.ts";
import { createGateway } from "./gateway/gateway.ts";
import { serveOnLoopback } from "./machine/http-server.ts";
import { loadOrCreateKeys, type StackKeys, writePrivately } from "./machine/keys.ts";
import { requirePort } from "./machine/ports.ts";
import type { Problem } from "./machine/problem.ts";
import { storeDemoFiles } from "./services/demo-files.ts";
import { startSchedule } from "./schedule.ts";
import { mailLine } from "./services/mail-line.ts";
import { createLocalServices, type LocalServices } from "./services/services.ts";
import { lockDataDir } from "./machine/single-instance.ts";
import { type BuildFolders, buildSite, prerenderPages } from "./site/build.ts";
import { startBuiltSite } from "./site/built-site.ts";
import { wrapAsCdn } from "./site/cdn.ts";
import { startDevSite } from "./site/dev-server.ts";

/** How tests and tools reach a running stack. Also written to `$DATA_DIR/stack.json`. */
export interface StackFacts {
  webUrl: string;
  apiUrl: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** EDGE_SECRET, by which the functions recognize the site's server as the CDN. */
  edgeSecret: string;
  /** The functions' signing key, for tests that create links without reading the emails. */
  hashSecret: string;
  /** HEALTH_TOKEN, with which `check:deployment` reads the functions' configuration. */
  healthToken: string;
}

export interface StackOptions {
  dataDir: string;
  webPort: number;
  apiPort: number;
  /** `built` serves the site like the CDN, `dev` reloads on changes, `none` skips the site. */
  site?: "built" | "dev" | "none";
  /** False skips the edge functions, for checks that need only the database. */
  functions?: boolean;
  /** Whether to run the scheduled jobs. Tests turn them off, because they would interfere. */
  schedule?: boolean;
  /** Trades crash safety for speed, for data that is deleted after the run. */
  isTemporary?: boolean;
  /** Overrides the folder of the functions, for tests of the stack itself. */
  functionsFolder?: string;
  /** Merged over the environment of every function. */
  functionEnvironment?: Record<string, string>;
  log?: (line: string) => void;
  /** Called when the database stopped and can't be restarted. The caller should then stop the stack. */
  onLost?: (problem: Problem) => void;
  /** Aborts a start in progress. */
  signal?: AbortSignal;
}

export interface Stack {
  facts: StackFacts;
  stop(): Promise<void>;
}

/** The options with their defaults, and values derived from them. */
interface Settings extends Required<Omit<StackOptions, "signal">> {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly logDir: string;
  readonly factsFile: string;
  readonly signal: AbortSignal | undefined;
}

/** State shared by the startup phases after the data directory is locked. */
interface Start extends Settings {
  readonly keys: StackKeys;
  readonly children: ChildProcesses;
  readonly cleanup: CleanupSteps;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  // If a later phase fails, this stops everything that has already started.
  await using cleanup = new CleanupSteps();
  options.signal?.addEventListener("abort", () => void cleanup.run(), { once: true });
  const settings = settingsOf(options);
  await lockFolder(settings, cleanup);
  await requirePorts(settings);
  const children = new ChildProcesses();
  cleanup.add(() => children.close());
  settings.signal?.throwIfAborted();

  const keys = await loadOrCreateKeys(settings.dataDir, settings.log);
  const start: Start = { ...settings, keys, children, cleanup };
  const build = await beginBuild(start);
  const { database, services } = await startDatabaseAndServices(start);
  const facts = createFacts(start, database);
  const functions = createFunctions(start, facts);
  const handle = await startGateway(start, services, functions);
  if (start.functions) await startFunctions(start, functions, database);
  await startSite(start, build, facts, wrapAsCdn(handle, facts.edgeSecret));

  cleanup.add(() => rm(start.factsFile, { force: true }));
  await writePrivately(start.factsFile, JSON.stringify(facts, null, 2));
  start.signal?.throwIfAborted();
  return { facts, stop: cleanup.handOver() };
}

function settingsOf(options: StackOptions): Settings {
  const { dataDir, webPort, apiPort, log = () => undefined } = options;
  return {
    dataDir,
    webPort,
    apiPort,
    site: options.site ?? "built",
    functions: options.functions ?? true,
    schedule: options.schedule ?? true,
    isTemporary: options.isTemporary ?? false,
    functionsFolder: options.functionsFolder ?? functionsFolder,
    functionEnvironment: options.functionEnvironment ?? {},
    log,
    onLost: options.onLost ?? ((problem) => log(problem.message)),
    signal: options.signal,
    webUrl: `http://localhost:${webPort}`,
    apiUrl: `http://localhost:${apiPort}`,
    logDir: path.join(dataDir, "logs"),
    factsFile: path.join(dataDir, "stack.json"),
  };
}

async function lockFolder({ dataDir, factsFile }: Settings, cleanup: CleanupSteps): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isNew = (await readdir(dataDir)).length === 0;
  cleanup.add(await lockDataDir(dataDir));
  // A deleted clone at the same path may have left a database outside of the data directory.
  if (isNew) await removeDatabase(dataDir);
  // A file left by a killed stack would send tools to ports where nothing listens.
  await rm(factsFile, { force: true });
}

async function requirePorts({ site, webPort, apiPort }: Settings): Promise<void> {
  if (site !== "none") await requirePort("WEB_PORT", webPort);
  await requirePort("API_PORT", apiPort);
}

interface SiteBuild {
  readonly folders: BuildFolders;
  readonly environment: Record<string, string>;
  /** Resolves to whether anything had to be built. */
  readonly built: Promise<boolean> | undefined;
}

/** Starts the build in parallel with the database, because it runs in its own process. */
async function beginBuild(start: Start): Promise<SiteBuild> {
  const { dataDir, logDir, children } = start;
  const folders = { site: path.join(dataDir, "site"), server: path.join(dataDir, "site-server") };
  const environment = {
    ...viteVariables(process.env),
    VITE_SUPABASE_URL: start.apiUrl,
    VITE_SUPABASE_PUBLISHABLE_KEY: start.keys.publishableKey,
    VITE_SITE_URL: start.webUrl,
  };
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  const built =
    start.site === "built" ? buildSite(children, folders, environment, logDir) : undefined;
  built?.catch(() => undefined);
  return { folders, environment, built };
}

interface DatabaseAndServices {
  readonly database: LocalDatabase;
  readonly services: LocalServices;
}

async function startDatabaseAndServices(start: Start): Promise<DatabaseAndServices> {
  const { dataDir, keys, children, isTemporary, log, onLost, cleanup, signal } = start;
  const { webUrl, apiUrl } = start;
  let services: LocalServices | undefined;
  const onRestarted = () => services?.reconnect();
  const server = { children, isTemporary, log, onLost, onRestarted };
  const database = await startDatabase(dataDir, keys, server);
  cleanup.add(() => database.server.stop());
  signal?.throwIfAborted();
  services = createLocalServices({
    databaseUrl: database.superuserUrl,
    siteUrl: webUrl,
    dataDir,
    keys,
    onMail: (mail) => log(mailLine(mail, { siteUrl: webUrl, apiUrl })),
  });
  cleanup.add(() => services?.stop());
  await services.prepareSchemas();
  const { isSeeded } = await prepareDatabase(database, log);
  if (isSeeded) await storeDemoFiles(services.fetch, keys.secretKey);
  return { database, services };
}

function createFacts({ webUrl, apiUrl, keys }: Start, database: LocalDatabase): StackFacts {
  return {
    webUrl,
    apiUrl,
    databaseUrl: database.url,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    jwtSecret: keys.jwtSecret,
    edgeSecret: randomBytes(32).toString("base64url"),
    hashSecret: process.env.HASH_SECRET || keys.hashSecret,
    healthToken: process.env.HEALTH_TOKEN || randomBytes(32).toString("base64url"),
  };
}

function createFunctions(start: Start, facts: StackFacts): Functions {
  const { dataDir, keys, children, log } = start;
  return new Functions({
    children,
    folder: start.functionsFolder,
    dataDir,
    environment: functionEnvironment(
      { ...facts, dataDir, keys },
      process.env,
      start.functionEnvironment,
    ),
    watch: start.site === "dev",
    log,
  });
}

async function startGateway(start: Start, services: LocalServices, functions: Functions) {
  const handle = createGateway({
    fetchService: services.fetch,
    portOfFunction: (name) => functions.portOf(name),
    baseUrl: start.apiUrl,
    log: start.log,
  });
  if (start.functions) await functions.assignPorts();
  const gateway = await serveOnLoopback("API_PORT", start.apiPort, (request, response) =>
    handle(request, response),
  );
  start.cleanup.add(() => gateway.stop());
  start.signal?.throwIfAborted();
  return handle;
}

async function startFunctions(
  { apiUrl, keys, schedule, log, cleanup }: Start,
  functions: Functions,
  database: LocalDatabase,
): Promise<void> {
  cleanup.add(() => functions.stop());
  await functions.start();
  if (!schedule) return;
  const { secretKey } = keys;
  cleanup.add(await startSchedule({ databaseUrl: database.url, apiUrl, secretKey, log }));
}

async function startSite(
  start: Start,
  { folders, environment, built }: SiteBuild,
  { edgeSecret }: StackFacts,
  forward: ReturnType<typeof wrapAsCdn>,
): Promise<void> {
  const { site, webUrl, apiUrl, children, logDir, log, cleanup, signal } = start;
  if (await built) log("Built the site.");
  signal?.throwIfAborted();
  const options = { port: start.webPort, supabaseUrl: apiUrl, forward };
  if (site === "built") {
    const PRERENDER_API_URL = start.functions ? `${apiUrl}/functions/v1` : "";
    await prerenderPages(children, folders, { ...environment, PRERENDER_API_URL }, logDir, log);
    signal?.throwIfAborted();
    const web = await startBuiltSite({ ...options, folders, webUrl, edgeSecret, log });
    cleanup.add(() => web.stop());
  } else if (site === "dev") {
    const web = await startDevSite({ ...options, environment });
    cleanup.add(() => web.stop());
  }
}

function viteVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith("VITE_") && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
