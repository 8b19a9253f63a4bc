import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AuthSettings } from "../../local/deployment/auth-settings.ts";
import { applyChange, createDefaultSettings, findRefusal } from "./platform-settings.ts";
import { listen } from "./servers.ts";

/** A function as the CLI uploads it. */
export interface DeployedFunction {
  readonly settings: unknown;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

interface Options {
  /** Auth settings that differ from those of a new project. */
  readonly settings?: AuthSettings;
  readonly signingAlgorithm?: string | undefined;
  /** The status with which every request is refused. */
  readonly refusalStatus?: number | undefined;
  /** The size in bytes from which a deployment fails. */
  readonly largestFunction?: number;
  /** Changes a secret before it is stored, as a faulty client or platform would. */
  readonly changeSecret?: (value: string) => string;
}

/** A double of Supabase's Management API with one new project on the Free plan. */
export class ManagementApi {
  /** What was requested, such as `PATCH /v1/projects/…/config/auth Bearer sbp_…`. */
  readonly requests: string[] = [];
  readonly functions: Record<string, DeployedFunction> = {};
  readonly secrets = new Map<string, string>();
  settings: AuthSettings;
  readonly #options: Options;
  #api: AuthSettings = {
    db_schema: "public,graphql_public",
    db_extra_search_path: "public,extensions",
    max_rows: 1000,
    db_pool: null,
    db_pool_acquisition_timeout: 10,
  };
  #fileSizeLimit = 52_428_800;

  constructor(options: Options = {}) {
    this.#options = options;
    this.settings = { ...createDefaultSettings(), ...options.settings };
  }

  /** Starts the double. Returns its URL. */
  readonly start = (): Promise<string> =>
    listen((request, response) => {
      void this.#respond(request).then(({ status = 200, json }) =>
        response
          .writeHead(status, { "Content-Type": "application/json; charset=utf-8" })
          .end(json === undefined ? "" : JSON.stringify(json)),
      );
    });

  async #respond(request: IncomingMessage): Promise<Answer> {
    const { method = "GET", url = "", headers } = request;
    this.requests.push(`${method} ${url} ${headers.authorization}`);
    const body = await buffer(request);
    if (this.#options.refusalStatus) return refuse(this.#options.refusalStatus, "refused");
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const [, version, ref = "", path = ""] =
      /^\/(v[12])\/projects\/([^/]+)(.*)$/.exec(pathname) ?? [];
    if (version === "v2") return { json: this.#describe(ref) };
    if (path === "/functions/deploy") {
      const slug = searchParams.get("slug") ?? "";
      const upload = await parseUpload(body, headers["content-type"] ?? "");
      const size = upload.files.reduce((total, file) => total + file.size, 0);
      if (size > (this.#options.largestFunction ?? LARGEST_FUNCTION)) return refuse(500, TOO_LARGE);
      this.functions[slug] = upload;
      return { status: 201, json: { id: slug, slug, name: slug, status: "ACTIVE", version: 1 } };
    }
    const change = body.length > 0 ? (JSON.parse(body.toString()) as unknown) : undefined;
    return this.#answer(`${method} ${path}`, change, ref);
  }

  #answer(call: string, change: unknown, ref: string): Answer {
    switch (call) {
      case "GET ":
        return { json: describeProject(ref) };
      case "GET /billing/addons":
        return { json: { selected_addons: [], available_addons: [] } };
      case "GET /config/auth":
        return { json: this.settings };
      case "PATCH /config/auth":
        return this.#changeSettings(change as AuthSettings);
      case "GET /config/auth/signing-keys":
        return { json: { keys: listSigningKeys(this.#options.signingAlgorithm ?? "ES256") } };
      case "PATCH /postgrest":
        return { json: (this.#api = { ...this.#api, ...(change as AuthSettings) }) };
      case "PATCH /config/storage":
        this.#fileSizeLimit = (change as { fileSizeLimit: number }).fileSizeLimit;
        return { json: change };
      case "GET /functions":
      case "PUT /functions":
        return { json: { functions: [] } };
      case "GET /secrets":
        return { json: this.#listDigests() };
      case "POST /secrets":
        return this.#storeSecrets(change as Secret[]);
      default:
        return refuse(404, `Cannot ${call}`);
    }
  }

  #changeSettings(change: AuthSettings): Answer {
    const refusal = findRefusal(this.settings, change);
    if (refusal !== undefined) return refuse(400, refusal);
    return { json: (this.settings = applyChange(this.settings, change)) };
  }

  #storeSecrets(secrets: readonly Secret[]): Answer {
    const refusals = secrets.flatMap(({ name, value }, index) => [
      ...(name.startsWith("SUPABASE_")
        ? [`${index}.name: Name must not start with the SUPABASE_ prefix`]
        : []),
      ...(value.length > MAX_SECRET_LENGTH ? [`${index}.value: Too long`] : []),
    ]);
    if (refusals.length > 0) return refuse(400, refusals.join(", "));
    const { changeSecret = (value) => value } = this.#options;
    for (const { name, value } of secrets) this.secrets.set(name, changeSecret(value));
    return { status: 201 };
  }

  #listDigests() {
    const platformSecrets = [["SUPABASE_URL", "https://test.example"]] as const;
    return [...platformSecrets, ...this.secrets].map(([name, value]) => ({
      name,
      value: createHash("sha256").update(value).digest("hex"),
      updated_at: "2026-11-28T00:00:00.000Z",
    }));
  }

  /** Returns the configuration that the CLI compares with `config.toml`. */
  #describe(ref: string) {
    const enabled = { enabled: true };
    const disabled = { enabled: false };
    const features = {
      image_transformation: disabled,
      s3_protocol: enabled,
      purge_cache: disabled,
      iceberg_catalog: { enabled: false, max_namespaces: 0, max_tables: 0, max_catalogs: 0 },
      vector_buckets: { enabled: false, max_buckets: 0, max_indexes: 0 },
    };
    const restrictions = { entitlement: "allowed", status: "applied", allowed_cidrs: [] };
    const attributes = {
      database: {
        major_version: 17,
        ssl_enforced: false,
        network_restrictions: restrictions,
        postgres_settings: {},
      },
      auth: this.settings,
      api: this.#api,
      storage: { file_size_limit: this.#fileSizeLimit, features },
    };
    return { data: { type: "project_config", id: ref, attributes } };
  }
}

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
}

interface Secret {
  readonly name: string;
  readonly value: string;
}

const MAX_SECRET_LENGTH = 24_576;

/** Deployments were seen to fail from about 4 MB on, with this message (https://github.com/supabase/cli/issues/5076). */
const LARGEST_FUNCTION = 4_000_000;
const TOO_LARGE = "Function deploy failed due to an internal error";

const refuse = (status: number, message: string): Answer => ({ status, json: { message } });

const describeProject = (ref: string) => ({
  id: ref,
  ref,
  name: "Care packages",
  organization_id: "charity",
  organization_slug: "charity",
  region: "us-east-1",
  created_at: "2026-11-28T00:00:00.000Z",
  status: "ACTIVE_HEALTHY",
  database: { host: "db", version: "17.6.1", postgres_engine: "17", release_channel: "ga" },
});

const listSigningKeys = (algorithm: string) => [
  { id: "1", algorithm: "HS256", status: "previously_used" },
  { id: "2", algorithm, status: "in_use" },
];

async function parseUpload(body: Buffer, type: string): Promise<DeployedFunction> {
  const headers = { "Content-Type": type };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const files = form.getAll("file").filter((file) => file instanceof File);
  const metadata = form.get("metadata");
  return {
    settings: typeof metadata === "string" ? JSON.parse(metadata) : undefined,
    files: files.map(({ name, size }) => ({ name, size })),
  };
}
