import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ChildProcesses } from "./machine/child-processes.ts";
import { prepareDatabase, startDatabase } from "./database/database.ts";
import { removeDatabase } from "./database/leftovers.ts";
import { functionEnvironment } from "./functions/environment.ts";
import { Functions, functionsFolder } from "./functions/functions.ts";
import { createGateway } from "./gateway/gateway.ts";
import { serveOnLoopback } from "./machine/http-server.ts";
import { loadOrCreateKeys, writePrivately } from "./machine/keys.ts";
import { requirePort } from "./machine/ports.ts";
import type { Problem } from "./machine/problem.ts";
import { storeDemoFiles } from "./services/demo-files.ts";
import { startSchedule } from "./schedule.ts";
import { mailLine } from "./services/mail-line.ts";
import { createLocalServices, type LocalServices } from "./services/services.ts";
import { lockDataDir } from "./machine/single-instance.ts";
import { buildSite, prerenderPages } from "./site/build.ts";
import { asCdn } from "./site/cdn.ts";
import { startDevSite } from "./site/dev-server.ts";
import { pageMaker } from "./site/pages.ts";
import { SiteServer } from "./site/server.ts";

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
  isThrownAway?: boolean;
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

export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, webPort, apiPort, site = "built", signal } = options;
  const log = options.log ?? (() => undefined);
  const onLost = options.onLost ?? ((problem: Problem) => log(problem.message));
  const undo: (() => unknown)[] = [];
  /** Runs the cleanup steps in reverse order. A failing step must not keep the others from running. */
  const unwind = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) {
      await Promise.resolve()
        .then(step)
        .catch(() => undefined);
    }
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= unwind());
  signal?.addEventListener("abort", () => void stop(), { once: true });

  try {
    const webUrl = `http://localhost:${webPort}`;
    const apiUrl = `http://localhost:${apiPort}`;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const isNew = (await readdir(dataDir)).length === 0;
    undo.push(await lockDataDir(dataDir));
    // A deleted clone at the same path may have left a database outside of the data directory.
    if (isNew) await removeDatabase(dataDir);
    const factsFile = path.join(dataDir, "stack.json");
    // A file left by a killed stack would send tools to ports where nothing listens.
    await rm(factsFile, { force: true });
    if (site !== "none") await requirePort("WEB_PORT", webPort);
    await requirePort("API_PORT", apiPort);
    const children = new ChildProcesses();
    undo.push(() => children.close());
    signal?.throwIfAborted();

    const keys = await loadOrCreateKeys(dataDir, log);
    const logDir = path.join(dataDir, "logs");
    const siteFolders = {
      site: path.join(dataDir, "site"),
      server: path.join(dataDir, "site-server"),
    };
    const siteEnvironment = {
      ...viteVariables(process.env),
      VITE_SUPABASE_URL: apiUrl,
      VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      VITE_SITE_URL: webUrl,
    };
    await mkdir(logDir, { recursive: true, mode: 0o700 });
    let services: LocalServices | undefined;
    // The build runs in its own process, so start it in parallel with the database.
    const building =
      site === "built" ? buildSite(children, siteFolders, siteEnvironment, logDir) : undefined;
    building?.catch(() => undefined);

    const database = await startDatabase(dataDir, keys, {
      children,
      isThrownAway: options.isThrownAway ?? false,
      log,
      onLost,
      onRestarted: () => services?.renew(),
    });
    undo.push(() => database.server.stop());
    signal?.throwIfAborted();
    services = createLocalServices({
      databaseUrl: database.superuserUrl,
      siteUrl: webUrl,
      dataDir,
      keys,
      onMail: (mail) => log(mailLine(mail, { siteUrl: webUrl, apiUrl })),
    });
    undo.push(() => services?.stop());
    await services.prepareSchemas();
    const { isSeeded } = await prepareDatabase(database, log);
    if (isSeeded) await storeDemoFiles(services.fetch, keys.secretKey);

    const facts: StackFacts = {
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
    const functions = new Functions({
      children,
      folder: options.functionsFolder ?? functionsFolder,
      dataDir,
      environment: functionEnvironment(
        { ...facts, dataDir, keys },
        process.env,
        options.functionEnvironment ?? {},
      ),
      watch: site === "dev",
      log,
    });
    const handle = createGateway({
      fetchService: services.fetch,
      portOfFunction: (name) => functions.portOf(name),
      baseUrl: apiUrl,
      log,
    });
    const forward = asCdn(handle, facts.edgeSecret);
    if (options.functions !== false) await functions.assignPorts();
    const gateway = await serveOnLoopback("API_PORT", apiPort, (request, response) =>
      handle(request, response),
    );
    undo.push(() => gateway.stop());
    signal?.throwIfAborted();
    if (options.functions !== false) {
      undo.push(() => functions.stop());
      await functions.start();
      if (options.schedule !== false) {
        undo.push(
          await startSchedule({
            databaseUrl: database.url,
            apiUrl,
            secretKey: keys.secretKey,
            log,
          }),
        );
      }
    }

    if (await building) log("Built the site.");
    signal?.throwIfAborted();
    if (site === "built") {
      const pagesEnvironment = {
        ...siteEnvironment,
        PRERENDER_API_URL: options.functions === false ? "" : `${apiUrl}/functions/v1`,
      };
      await prerenderPages(children, siteFolders, pagesEnvironment, logDir, log);
      signal?.throwIfAborted();
      const server = new SiteServer({
        folder: siteFolders.site,
        supabaseUrl: apiUrl,
        page: await pageMaker(siteFolders, webUrl, facts.edgeSecret),
        forward,
      });
      await server.load();
      const web = await serveOnLoopback("WEB_PORT", webPort, (request, response) => {
        server.handle(request, response).catch((error: unknown) => {
          log(`${request.url}: ${String(error)}`);
          response.destroy();
        });
      });
      undo.push(() => web.stop());
    } else if (site === "dev") {
      const web = await startDevSite({
        port: webPort,
        supabaseUrl: apiUrl,
        environment: siteEnvironment,
        forward,
      });
      undo.push(() => web.stop());
    }

    undo.push(() => rm(factsFile, { force: true }));
    await writePrivately(factsFile, JSON.stringify(facts, null, 2));
    signal?.throwIfAborted();
    return { facts, stop };
  } catch (error) {
    await stop();
    // An aborted start may have added one more cleanup step after the first pass.
    await unwind();
    throw error;
  }
}

function viteVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith("VITE_") && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
