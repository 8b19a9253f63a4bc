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
import { createServices, type Services } from "./services/services.ts";
import { lockDataDir } from "./machine/single-instance.ts";
import { buildSite, prerenderPages } from "./site/build.ts";
import { asCdn } from "./site/cdn.ts";
import { startDevSite } from "./site/dev-server.ts";
import { pageMaker } from "./site/pages.ts";
import { SiteServer } from "./site/server.ts";

/** What tests and tools need to reach a running stack; also written to `$DATA_DIR/stack.json`. */
export interface StackFacts {
  webUrl: string;
  apiUrl: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** What the site's server, as the CDN, proves itself with. */
  edgeSecret: string;
  /** What the functions sign with, for tests that read no mailbox. */
  hashSecret: string;
  /** What `check:deployment` shows to be told how the functions are configured. */
  healthToken: string;
}

export interface StackOptions {
  dataDir: string;
  webPort: number;
  apiPort: number;
  /** `built` serves as the CDN does, `dev` reloads on changes, `none` leaves the site out. */
  site?: "built" | "dev" | "none";
  /** Leaves the edge functions out, for checks of the database alone. */
  functions?: boolean;
  /** Runs the scheduled jobs, too; tests leave them out, because what they do would come between. */
  schedule?: boolean;
  /** The database need not outlive the machine. */
  isThrownAway?: boolean;
  /** Another folder of functions, for tests of the stack itself. */
  functionsFolder?: string;
  /** Added to (and winning over) the environment of every function. */
  functionEnvironment?: Record<string, string>;
  log?: (line: string) => void;
  /** Told when the database ended and cannot be started again; whoever started the stack ends it then. */
  onLost?: (problem: Problem) => void;
  /** Aborting stops a start that is under way. */
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
  /** Last begun, first ended, and to the end: one that fails must not keep the others alive. */
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
    // What a deleted clone at this path left elsewhere does not belong to this one.
    if (isNew) await removeDatabase(dataDir);
    const factsFile = path.join(dataDir, "stack.json");
    // One left by a killed stack would send tools to ports where nothing answers.
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
    let services: Services | undefined;
    // The build uses another process, so it runs beside the database instead of after it.
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
    services = createServices({
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
    // A start that was interrupted may have begun one more thing meanwhile.
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
