import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ChildProcesses } from "./machine/child-processes.ts";
import { CleanupSteps } from "./machine/cleanup-steps.ts";
import { type LocalDatabase, prepareDatabase, startDatabase } from "./database/database.ts";
import { removeDatabase } from "./database/leftovers.ts";
import { createFunctionEnvironment } from "./functions/environment.ts";
import { Functions, functionsFolder } from "./functions/functions.ts";
import { createGateway } from "./gateway/gateway.ts";
import { serveOnLoopback } from "./machine/http-server.ts";
import { AUTH_PASSWORD_COST } from "./auth/admin-users.ts";
import { loadOrCreateKeys, type StackKeys, writePrivately } from "./machine/keys.ts";
import { requirePort } from "./machine/ports.ts";
import type { Problem } from "./machine/problem.ts";
import { storeDemoFiles } from "./services/demo-files.ts";
import { startSchedule } from "./schedule.ts";
import { formatMailLine } from "./services/format-mail-line.ts";
import { createLocalServices, type LocalServices } from "./services/services.ts";
import { lockDataDir } from "./machine/single-instance.ts";
import { type BuildFolders, getBuildFolders, buildSite, prerenderPages } from "./site/build.ts";
import { startBuiltSite } from "./site/built-site.ts";
import { wrapAsCdn } from "./site/cdn.ts";
import { startDevSite } from "./site/dev-server.ts";

/** The URLs and keys that tests and tools use to reach a running stack, which writes them to `$DATA_DIR/stack.json`. */
export interface StackFacts {
  webUrl: string;
  apiUrl: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** EDGE_SECRET, which the site's server sends so that the functions accept it as the CDN. */
  edgeSecret: string;
  /** The functions' signing key, for tests that create links without reading the emails. */
  hashSecret: string;
  erasureKey: string;
  /** HEALTH_TOKEN, which `check:deployment` sends to read the functions' configuration. */
  healthToken: string;
}

export interface StackOptions {
  dataDir: string;
  webPort: number;
  apiPort: number;
  /** `built` serves the site like the CDN, `dev` reloads on changes, `none` skips the site. */
  site?: "built" | "dev" | "none";
  /** True keeps the prerendered pages of an earlier start with the same content. */
  arePagesCurrent?: boolean;
  /** False skips the edge functions, for checks that need only the database. */
  hasFunctions?: boolean;
  /** Whether to run the scheduled jobs. Tests turn them off, because they would interfere. */
  hasSchedule?: boolean;
  /** False starts with empty tables instead of the sample data, to restore a backup into them. */
  hasSampleData?: boolean;
  /** Trades crash safety for speed, for data that is deleted after the run. */
  isTemporary?: boolean;
  /** Overrides the folder of the functions, for tests of the stack itself. */
  functionsFolder?: string;
  /** bcrypt cost of new users' passwords. Tests lower it, because hashing takes up most of a login's time. */
  passwordCost?: number;
  /** Variables that override the environment of every function. */
  functionEnvironment?: Record<string, string>;
  log?: (line: string) => void;
  /** Called when the database has stopped and can't be restarted. The caller should then stop the stack. */
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
interface StartContext extends Settings {
  readonly keys: StackKeys;
  readonly children: ChildProcesses;
  readonly cleanup: CleanupSteps;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  // If a later phase fails, this stops everything that has already started.
  await using cleanup = new CleanupSteps();
  options.signal?.addEventListener("abort", () => void cleanup.run(), { once: true });
  const settings = resolveSettings(options);
  await lockFolder(settings, cleanup);
  await requirePorts(settings);
  const children = new ChildProcesses();
  cleanup.add(() => children.close());
  settings.signal?.throwIfAborted();

  const keys = await loadOrCreateKeys(settings.dataDir, settings.log);
  const context: StartContext = { ...settings, keys, children, cleanup };
  const build = await startBuild(context);
  const { database, services } = await startDatabaseAndServices(context);
  const facts = createFacts(context, database);
  const functions = createFunctions(context, facts);
  const gatewayHandler = await startGateway(context, services, functions);
  if (context.hasFunctions) await startFunctions(context, functions, database);
  await startSite(context, build, facts, wrapAsCdn(gatewayHandler, facts.edgeSecret));

  cleanup.add(() => rm(context.factsFile, { force: true }));
  await writePrivately(context.factsFile, JSON.stringify(facts, null, 2));
  context.signal?.throwIfAborted();
  return { facts, stop: cleanup.handOver() };
}

const toLocalUrl = (port: number) => `http://localhost:${port}`;

function resolveSettings(options: StackOptions): Settings {
  const { dataDir, webPort, apiPort, log = () => undefined } = options;
  return {
    dataDir,
    webPort,
    apiPort,
    site: options.site ?? "built",
    arePagesCurrent: options.arePagesCurrent ?? false,
    hasFunctions: options.hasFunctions ?? true,
    hasSchedule: options.hasSchedule ?? true,
    hasSampleData: options.hasSampleData ?? true,
    isTemporary: options.isTemporary ?? false,
    functionsFolder: options.functionsFolder ?? functionsFolder,
    passwordCost: options.passwordCost ?? AUTH_PASSWORD_COST,
    functionEnvironment: options.functionEnvironment ?? {},
    log,
    onLost: options.onLost ?? ((problem) => log(problem.message)),
    signal: options.signal,
    webUrl: toLocalUrl(webPort),
    apiUrl: toLocalUrl(apiPort),
    logDir: path.join(dataDir, "logs"),
    factsFile: path.join(dataDir, "stack.json"),
  };
}

async function lockFolder({ dataDir, factsFile }: Settings, cleanup: CleanupSteps): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isEmpty = (await readdir(dataDir)).length === 0;
  cleanup.add(await lockDataDir(dataDir));
  // A deleted clone at the same path may have left a database outside of the data directory.
  if (isEmpty) await removeDatabase(dataDir);
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
  readonly buildPromise: Promise<boolean> | undefined;
}

/** The variables that the site's build depends on. */
export function createSiteEnvironment({
  webPort,
  apiPort,
  publishableKey,
}: Pick<StackOptions, "webPort" | "apiPort"> & Pick<StackKeys, "publishableKey">) {
  return {
    ...pickViteVariables(process.env),
    VITE_SUPABASE_URL: toLocalUrl(apiPort),
    VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
    VITE_SITE_URL: toLocalUrl(webPort),
  };
}

/** Starts the build in parallel with the database, because it runs in its own process. */
async function startBuild(context: StartContext): Promise<SiteBuild> {
  const { dataDir, logDir, children } = context;
  const folders = getBuildFolders(dataDir);
  const environment = createSiteEnvironment({ ...context, ...context.keys });
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  const buildPromise =
    context.site === "built" ? buildSite(children, folders, environment, logDir) : undefined;
  buildPromise?.catch(() => undefined);
  return { folders, environment, buildPromise };
}

interface DatabaseAndServices {
  readonly database: LocalDatabase;
  readonly services: LocalServices;
}

async function startDatabaseAndServices(context: StartContext): Promise<DatabaseAndServices> {
  const { dataDir, keys, children, isTemporary, log, onLost, cleanup, signal } = context;
  const { webUrl, apiUrl } = context;
  let services: LocalServices | undefined;
  const onRestarted = () => services?.reconnect();
  const serverOptions = { children, isTemporary, log, onLost, onRestarted };
  const database = await startDatabase(dataDir, keys, serverOptions);
  cleanup.add(() => database.server.stop());
  signal?.throwIfAborted();
  services = createLocalServices({
    databaseUrl: database.superuserUrl,
    siteUrl: webUrl,
    dataDir,
    keys,
    passwordCost: context.passwordCost,
    onMail: (mail) => log(formatMailLine(mail, { siteUrl: webUrl, apiUrl })),
  });
  cleanup.add(() => services?.stop());
  await services.prepareSchemas();
  await prepareDatabase(database, context, () => storeDemoFiles(services.fetch, keys.secretKey));
  return { database, services };
}

function createFacts({ webUrl, apiUrl, keys }: StartContext, database: LocalDatabase): StackFacts {
  return {
    webUrl,
    apiUrl,
    databaseUrl: database.url,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    jwtSecret: keys.jwtSecret,
    edgeSecret: randomBytes(32).toString("base64url"),
    hashSecret: process.env.HASH_SECRET || keys.hashSecret,
    erasureKey: process.env.ERASURE_KEY || keys.erasureKey,
    healthToken: process.env.HEALTH_TOKEN || randomBytes(32).toString("base64url"),
  };
}

function createFunctions(context: StartContext, facts: StackFacts): Functions {
  const { dataDir, keys, children, log } = context;
  return new Functions({
    children,
    folder: context.functionsFolder,
    dataDir,
    environment: createFunctionEnvironment(
      { ...facts, dataDir, keys },
      process.env,
      context.functionEnvironment,
    ),
    isWatching: context.site === "dev",
    log,
  });
}

async function startGateway(context: StartContext, services: LocalServices, functions: Functions) {
  const gatewayHandler = createGateway({
    fetchService: services.fetch,
    getFunctionPort: (name) => functions.getPort(name),
    baseUrl: context.apiUrl,
    log: context.log,
  });
  if (context.hasFunctions) await functions.discover();
  const gateway = await serveOnLoopback("API_PORT", context.apiPort, (request, response) =>
    gatewayHandler(request, response),
  );
  context.cleanup.add(() => gateway.stop());
  context.signal?.throwIfAborted();
  return gatewayHandler;
}

async function startFunctions(
  { apiUrl, keys, hasSchedule, log, cleanup }: StartContext,
  functions: Functions,
  database: LocalDatabase,
): Promise<void> {
  cleanup.add(() => functions.stop());
  await functions.start();
  if (!hasSchedule) return;
  const { secretKey } = keys;
  cleanup.add(await startSchedule({ databaseUrl: database.url, apiUrl, secretKey, log }));
}

async function startSite(
  context: StartContext,
  { folders, environment, buildPromise }: SiteBuild,
  { edgeSecret }: StackFacts,
  forward: ReturnType<typeof wrapAsCdn>,
): Promise<void> {
  const { site, webUrl, apiUrl, children, logDir, log, cleanup, signal } = context;
  if (await buildPromise) log("Built the site.");
  signal?.throwIfAborted();
  const options = { port: context.webPort, supabaseUrl: apiUrl, forward };
  if (site === "built") {
    const PRERENDER_API_URL = context.hasFunctions ? `${apiUrl}/functions/v1` : "";
    const pagesEnvironment = { ...environment, PRERENDER_API_URL };
    if (!context.arePagesCurrent)
      await prerenderPages(children, folders, pagesEnvironment, logDir, log);
    signal?.throwIfAborted();
    const siteServer = await startBuiltSite({ ...options, folders, webUrl, edgeSecret, log });
    cleanup.add(() => siteServer.stop());
  } else if (site === "dev") {
    const siteServer = await startDevSite({ ...options, environment });
    cleanup.add(() => siteServer.stop());
  }
}

function pickViteVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith("VITE_") && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
