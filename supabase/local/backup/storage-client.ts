import { setTimeout as wait } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";
import { getErrorMessage, Problem } from "../machine/problem.ts";
import type { BackupFile } from "./manifest.ts";

/** The URL of the project's Storage, and the key that may read and write every file. */
export interface StorageAccess {
  readonly url: string;
  readonly secretKey: string;
}

export function readStorageAccess(environment: NodeJS.ProcessEnv): StorageAccess {
  const { SUPABASE_URL: url = "", SUPABASE_SECRET_KEY: secretKey = "" } = environment;
  if (!URL.canParse(url) || secretKey === "") {
    throw new Problem(
      "Set SUPABASE_URL to the project's URL (https://<ref>.supabase.co) and SUPABASE_SECRET_KEY to one of its secret keys (sb_secret_…).",
    );
  }
  return { url: url.replace(/\/$/, ""), secretKey };
}

/** A file as listed in Storage's own table. */
export interface ListedFile extends Pick<BackupFile, "bucket" | "key" | "size"> {
  readonly contentType: string;
  readonly cacheControl: string;
  /** Changes whenever the file is replaced. */
  readonly revision: string;
}

/**
 * The embedded stack stores `metadata` as a JSON text inside a JSON string; `#>> '{}'` reads this form as well as
 * Supabase's.
 */
export async function listStoredFiles(sql: Sql | TransactionSql): Promise<ListedFile[]> {
  return sql<ListedFile[]>`
    select bucket_id as bucket, name as key,
      coalesce((data ->> 'size')::integer, -1) as size,
      coalesce(data ->> 'mimetype', 'application/octet-stream') as "contentType",
      coalesce(data ->> 'cacheControl', 'no-cache') as "cacheControl",
      concat_ws(' ', version, extract(epoch from updated_at)) as revision
    from (
      select *, (metadata #>> '{}')::jsonb as data from storage.objects
    ) as file
    order by bucket_id, name`;
}

const MAX_ATTEMPTS = 4;
const TIMEOUT_MS = 60_000;
const MAX_PARALLEL_REQUESTS = 4;

/** Runs `work` for every item, a few at a time. Stops at the first failure. */
export async function forEachInParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remainingItems = [...items];
  const runWorker = async () => {
    for (let item = remainingItems.shift(); item !== undefined; item = remainingItems.shift()) {
      await work(item).catch((error: unknown) => {
        remainingItems.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, runWorker));
}

type FileName = Pick<BackupFile, "bucket" | "key">;

export class ProjectStorage {
  readonly #access: StorageAccess;

  constructor(access: StorageAccess) {
    this.#access = access;
  }

  /**
   * Throws unless this Storage belongs to the database, because files and keys of one project must never end up in
   * another. The creation times of the buckets tell projects apart.
   */
  async requireSameProject(sql: Sql | TransactionSql): Promise<void> {
    const response = await this.#request("GET", "bucket");
    if (!response.ok) throw await this.#createProblem(response, "list the buckets");
    const buckets = (await response.json()) as { id: string; created_at: string }[];
    const rows = await sql<{ id: string; createdAt: number }[]>`
      select id, floor(extract(epoch from created_at) * 1000)::float8 as "createdAt"
      from storage.buckets`;
    const isSame = rows.every(({ id, createdAt }) =>
      buckets.some((bucket) => bucket.id === id && Date.parse(bucket.created_at) === createdAt),
    );
    if (!isSame || rows.length === 0) {
      throw new Problem(
        `SUPABASE_URL (${this.#access.url}) and the database URL belong to different projects. Correct one of them.`,
      );
    }
  }

  /** Returns the file's contents, or undefined if the file doesn't exist. */
  async download(file: FileName): Promise<Uint8Array | undefined> {
    const response = await this.#request("GET", encodeObjectPath(file));
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    // Some versions of Storage send status 400 and say 404 in the body.
    const text = await response.clone().text();
    if (response.status === 404 || /"statusCode":\s*"404"/.test(text)) return undefined;
    throw await this.#createProblem(response, `download ${file.bucket}/${file.key}`);
  }

  async upload(file: BackupFile, content: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await this.#request("POST", encodeObjectPath(file), content, {
      "Content-Type": file.contentType,
      "Cache-Control": file.cacheControl,
      // An interrupted restore may already have stored the file.
      "x-upsert": "true",
    });
    if (!response.ok) throw await this.#createProblem(response, `store ${file.bucket}/${file.key}`);
    await response.body?.cancel();
  }

  /** Deletes files. Files that don't exist count as deleted. */
  async remove(bucket: string, keys: readonly string[]): Promise<void> {
    // Sends the same request as supabase-js, because the embedded Storage supports only that form.
    const body = new TextEncoder().encode(JSON.stringify({ prefixes: keys }));
    const response = await this.#request("DELETE", `object/${bucket}`, body, {
      "Content-Type": "application/json",
    });
    if (!response.ok) throw await this.#createProblem(response, `delete files in ${bucket}`);
    await response.body?.cancel();
  }

  /** Retries while Storage can't be reached or asks us to come back later. */
  async #request(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { url, secretKey } = this.#access;
    const keyHeaders = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
    for (let attempt = 1; ; attempt++) {
      const isLastAttempt = attempt === MAX_ATTEMPTS;
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const response = await fetch(`${url}/storage/v1/${path}`, {
          method,
          headers: { ...keyHeaders, ...headers },
          signal,
          ...(body ? { body } : {}),
        });
        if (isLastAttempt || (response.status !== 429 && response.status < 500)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLastAttempt)
          throw new Problem(`Storage at ${url} can't be reached (${describeErrorCause(error)}).`);
      }
      await wait(500 * 2 ** attempt);
    }
  }

  async #createProblem(response: Response, task: string): Promise<Problem> {
    const text = (await response.text()).slice(0, 300);
    const isKeyRefused = response.status === 401 || response.status === 403;
    const advice = isKeyRefused ? " Check SUPABASE_SECRET_KEY." : "";
    return new Problem(`Storage couldn't ${task} (${response.status}: ${text}).${advice}`);
  }
}

const describeErrorCause = (error: unknown): string =>
  error instanceof Error && error.cause ? getErrorMessage(error.cause) : getErrorMessage(error);

/** Encodes only characters that a path can't contain, as supabase-js does: the embedded Storage doesn't decode `%2B`. */
const encodeObjectPath = ({ bucket, key }: FileName): string =>
  encodeURI(`object/${bucket}/${key}`).replace(/[?#]/g, encodeURIComponent);
