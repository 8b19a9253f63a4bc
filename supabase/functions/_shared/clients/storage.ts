import type { Environment } from "../env.ts";
import { type AppError, createProviderError } from "../errors.ts";
import { isStorageError } from "../rules/own-errors.ts";
import { fetchWithTimeout, requireOwnResponse } from "./outgoing.ts";
import { createKeyedSender } from "./secret-keys.ts";

export type Bucket = "uploads" | "images" | "reports";

/** Files in Supabase Storage, accessed with the secret key. Callers check permissions first. */
export interface StorageClient {
  /** Returns a URL that accepts one PUT to the key within two hours. */
  signUpload(bucket: Bucket, key: string): Promise<string>;
  /**
   * Reads a file once and leaves a marker in its place until the sweep, because the signed URL stays valid for two
   * hours and must not accept a second PUT. Returns undefined if the file doesn't exist or was already taken.
   */
  take(bucket: Bucket, key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Streams a file. Returns undefined if it doesn't exist. */
  open(bucket: Bucket, key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(bucket: Bucket, key: string): Promise<boolean>;
  /** Returns false if the key is taken; files are never replaced. */
  save(bucket: Bucket, key: string, file: StoredFile): Promise<boolean>;
  /** Moves a file to another bucket. Returns false if it doesn't exist or the new key is taken. */
  move(from: StorageLocation, to: StorageLocation): Promise<boolean>;
  /** Returns how many of the files existed. */
  remove(bucket: Bucket, keys: readonly string[]): Promise<number>;
}

export interface StorageLocation {
  readonly bucket: Bucket;
  readonly key: string;
}

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** How long caches may serve the file. Defaults to a year, which is too long for files that can be withdrawn. */
  readonly maxAgeSeconds?: number;
}

const YEAR_IN_SECONDS = 31_536_000;

type Connection = Pick<Environment, "PUBLIC_SUPABASE_URL" | "SUPABASE_URL" | "secretKeys">;

export function createStorageClient(connection: Connection): StorageClient {
  const openBucket = createBucketOpener(connection);
  return {
    ...createUploadCalls(openBucket, connection),
    ...createReadCalls(openBucket),
    ...createWriteCalls(openBucket),
  };
}

/** Loads supabase-js on first use, because most requests don't need it. */
function createBucketOpener(connection: Connection) {
  let clientPromise: ReturnType<typeof loadClient> | undefined;
  return async (bucket: Bucket) =>
    (await (clientPromise ??= loadClient(connection))).storage.from(bucket);
}
type OpenBucket = ReturnType<typeof createBucketOpener>;

async function loadClient({ SUPABASE_URL, secretKeys }: Connection) {
  const { createClient } = await import("@supabase/supabase-js");
  const sendWithKey = createKeyedSender(secretKeys);
  const fetchWithKey: typeof fetch = async (input, init) => {
    const response = await sendWithKey((key) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", key);
      headers.set("Authorization", `Bearer ${key}`);
      return fetchWithTimeout(input, { ...init, headers });
    });
    return requireOwnResponse(response, isStorageError);
  };
  return createClient(SUPABASE_URL, secretKeys[0], {
    global: { fetch: fetchWithKey },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

const createUploadCalls = (
  openBucket: OpenBucket,
  { PUBLIC_SUPABASE_URL, SUPABASE_URL }: Connection,
): Pick<StorageClient, "signUpload" | "take"> => ({
  signUpload: async (bucket, key) => {
    const { data, error } = await (await openBucket(bucket)).createSignedUploadUrl(key);
    if (error !== null) throw convertStorageError(error);
    return data.signedUrl.replace(trimSlash(SUPABASE_URL), trimSlash(PUBLIC_SUPABASE_URL));
  },
  take: async (bucket, key) => {
    const storage = await openBucket(bucket);
    const { data, error } = await storage.download(key);
    if (error !== null) {
      if (hasStatus(error, "404")) return undefined;
      throw convertStorageError(error);
    }
    const bytes = new Uint8Array(await data.arrayBuffer());
    if (isMarker(bytes)) return undefined;
    const result = await storage.upload(key, MARKER, { contentType: MARKER_TYPE, upsert: true });
    if (result.error !== null) throw convertStorageError(result.error);
    return bytes;
  },
});

const createReadCalls = (openBucket: OpenBucket): Pick<StorageClient, "open" | "has"> => ({
  open: async (bucket, key) => {
    const { data, error } = await (await openBucket(bucket)).download(key).asStream();
    if (error === null) return data;
    if (hasStatus(error, "404")) return undefined;
    throw convertStorageError(error);
  },
  has: async (bucket, key) => {
    const { error } = await (await openBucket(bucket)).info(key);
    if (error === null) return true;
    if (hasStatus(error, "404")) return false;
    throw convertStorageError(error);
  },
});

const createWriteCalls = (
  openBucket: OpenBucket,
): Pick<StorageClient, "save" | "move" | "remove"> => ({
  save: async (bucket, key, { bytes, type, maxAgeSeconds = YEAR_IN_SECONDS }) => {
    const { error } = await (
      await openBucket(bucket)
    ).upload(key, bytes, {
      contentType: type,
      cacheControl: String(maxAgeSeconds),
      upsert: false,
    });
    if (error === null) return true;
    if (hasStatus(error, "409")) return false;
    throw convertStorageError(error);
  },
  move: async (from, to) => {
    const { error } = await (
      await openBucket(from.bucket)
    ).move(from.key, to.key, { destinationBucket: to.bucket });
    if (error === null) return true;
    if (hasStatus(error, "404") || hasStatus(error, "409")) return false;
    throw convertStorageError(error);
  },
  remove: async (bucket, keys) => {
    if (keys.length === 0) return 0;
    const { data, error } = await (await openBucket(bucket)).remove([...keys]);
    if (error !== null) throw convertStorageError(error);
    return data.length;
  },
});

const MARKER = new TextEncoder().encode("\0taken\0");
/** The bucket accepts only image types. */
const MARKER_TYPE = "image/png";

const isMarker = (bytes: Uint8Array): boolean =>
  bytes.length === MARKER.length && MARKER.every((byte, index) => bytes[index] === byte);

const trimSlash = (url: string): string => url.replace(/\/$/, "");

/** Storage returns 400 for most errors and puts the real status in the body. */
const hasStatus = (error: Error, status: "404" | "409"): boolean =>
  ("statusCode" in error && error.statusCode === status) ||
  ("status" in error && error.status === Number(status));

/**
 * If there was no response of Storage's own, supabase-js puts the reason into `originalError`. A failure of Storage's
 * database can also have its 500 in the body only.
 */
const convertStorageError = (
  error: Error & { readonly originalError?: unknown; readonly statusCode?: string },
): AppError => {
  const status = "status" in error ? Number(error.status) : undefined;
  const bodyStatus = Number(error.statusCode);
  return createProviderError(bodyStatus >= 500 ? bodyStatus : status, error.originalError ?? error);
};
