import path from "node:path";
import { inspect } from "node:util";
import { App, setExperimental, type EmailMessage } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { createAuthService } from "../auth/auth-service.ts";
import type { StackKeys } from "../machine/keys.ts";
import { projectRoot } from "../machine/paths.ts";
import { toRestError } from "./rest-errors.ts";
import { StorageFiles } from "./storage-files.ts";

export interface LocalServices {
  /** Closes the database connections and opens new ones. */
  reconnect: () => void;
  fetch: (request: Request) => Promise<Response>;
  /** Creates whatever is missing in the schemas auth, storage and supabase_migrations. */
  prepareSchemas: () => Promise<void>;
  stop: () => Promise<unknown>;
}

export interface ServicesOptions {
  databaseUrl: string;
  siteUrl: string;
  dataDir: string;
  keys: StackKeys;
  passwordCost: number;
  onMail: (message: EmailMessage) => void;
}

/** Parses `numeric` as a JSON number, like PostgREST. Lite does so only if no trailing zero is lost. */
const numericType = { to: 1700, from: [1700], serialize: String, parse: Number };

/** Formats timestamps as ISO 8601 (2026-01-31T08:00:00+00:00), like PostgREST. Lite returns what PostgreSQL prints. */
const timestampType = {
  to: 1184,
  from: [1184],
  serialize: (value: unknown) => value,
  parse: (text: string) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
};

/**
 * Stops lite from granting ALL on every table with row-level security to anon and authenticated, as it does on its
 * first request, because that would undo the migrations' grants.
 */
function keepOurGrants(connection: object): void {
  const name = "ensureRlsContext";
  if (!(name in connection)) throw new Error(`@supabase/lite changed: ${name} is gone`);
  Object.defineProperty(connection, name, { value: async () => true });
}

function convertErrorsLikePostgrest(connection: {
  normalizeDbError: (error: unknown) => unknown;
}): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => addOneLineInspect(toRestError(normalize(error)));
}

/** Lite prints every refused request with a stack trace, and tests cause thousands of them. */
const addOneLineInspect = (error: unknown): unknown =>
  error instanceof Error
    ? Object.assign(error, { [inspect.custom]: () => `REST request refused: ${error.message}` })
    : error;

const JWT_LIFETIME_SECONDS = 3600;

/**
 * Creates the services, and replaces them when the database restarts. A connection lost in a transaction never recovers,
 * and some of its pending calls never settle, so `reconnect` rejects every request still waiting for the old services.
 */
export function createLocalServices(options: ServicesOptions): LocalServices {
  const startServices = () => ({
    ...connectServices(options),
    abandonment: Promise.withResolvers<never>(),
  });
  let currentServices = startServices();
  process.on("uncaughtException", ignoreLostConnection);
  return {
    fetch: (request) =>
      Promise.race([currentServices.fetch(request), currentServices.abandonment.promise]),
    prepareSchemas: () => currentServices.prepareSchemas(),
    reconnect: () => {
      const previousServices = currentServices;
      currentServices = startServices();
      previousServices.abandonment.promise.catch(() => undefined);
      previousServices.abandonment.reject(new Error("The database was restarted."));
      void previousServices.stop();
    },
    stop: async () => {
      await currentServices.stop();
      process.off("uncaughtException", ignoreLostConnection);
    },
  };
}

/** Ignores the uncatchable error that postgres.js throws when a connection is lost during a transaction. */
function ignoreLostConnection(error: Error): void {
  if (error instanceof TypeError && error.stack?.includes("nextWrite")) return;
  console.error(error);
  process.exit(1);
}

function connectServices(options: ServicesOptions): Omit<LocalServices, "reconnect"> {
  const { keys } = options;
  setExperimental("storage", true);
  const connection = openConnection(options.databaseUrl);
  const app = createLiteApp(options, connection);
  const auth = createAuthService({
    databaseUrl: options.databaseUrl,
    fetchLite: (request) => app.fetch(request),
    jwtSecret: keys.jwtSecret,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    siteUrl: options.siteUrl,
    jwtLifetimeSeconds: JWT_LIFETIME_SECONDS,
    passwordCost: options.passwordCost,
  });
  return {
    fetch: (request) =>
      new URL(request.url).pathname.startsWith("/auth/v1/")
        ? auth.fetch(request)
        : app.fetch(request),
    prepareSchemas: () => hideNotice(() => app.ensureSystemSchema()),
    // An interrupted start may have left a transaction open, so don't wait for it.
    stop: () => Promise.all([auth.stop(), connection.driver.end({ timeout: 1 })]),
  };
}

function openConnection(databaseUrl: string) {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      types: { numeric: numericType, timestamptz: timestampType },
      onnotice: () => undefined,
      max: 10,
    },
  });
  keepOurGrants(connection);
  convertErrorsLikePostgrest(connection);
  return connection;
}

/** Creates lite's PostgREST, Auth and Storage. */
function createLiteApp(options: ServicesOptions, connection: ReturnType<typeof openConnection>) {
  const { keys } = options;
  const app = new App({
    connection,
    project_id: "care-packages",
    api: { enabled: true, schemas: ["public"], extra_search_path: ["public", "extensions"] },
    auth: {
      enabled: true,
      enable_signup: false,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: options.siteUrl,
      jwt_expiry: JWT_LIFETIME_SECONDS,
      enable_refresh_token_rotation: true,
      minimum_password_length: 6,
      email: createEmailSettings(),
    },
    storage: { enabled: true, file_size_limit: "10MiB" },
    options: {
      server: { admin: false, disableStudio: true },
      drivers: { email: { send: async (message: EmailMessage) => options.onMail(message) } },
    },
  });
  Object.assign(app, { _storageAdapter: new StorageFiles(path.join(options.dataDir, "storage")) });
  return app;
}

const createEmailSettings = () => ({
  enable_signup: true,
  enable_confirmations: false,
  otp_length: 10,
  otp_expiry: 900,
  template: {
    recovery: {
      subject: "Set a new password",
      content_path: path.join(projectRoot, "supabase/templates/recovery.html"),
    },
  },
});

/** Hides the notice that Storage is experimental in lite, which lite prints on every start. */
async function hideNotice(task: () => Promise<void>): Promise<void> {
  const { warn } = console;
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).startsWith("EXPERIMENTAL FEATURES")) warn(...args);
  };
  await task().finally(() => (console.warn = warn));
}
