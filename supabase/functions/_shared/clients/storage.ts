import type { Environment } from "../env.ts";
import { type AppError, providerFailure } from "../errors.ts";
import { fetchInTime } from "./outgoing.ts";

export type Bucket = "uploads" | "images" | "reports";

/** The files of Supabase Storage, with the server's own key: what may be done is decided before it is asked. */
export interface StorageClient {
  /** An address that takes one PUT of a file under that key within two hours. */
  signUpload(bucket: Bucket, key: string): Promise<string>;
  /**
   * Reads a file once and leaves a mark in its place until the sweep, so that its signed address, which lives for two
   * hours, takes no second PUT. Undefined where there is none, or it was taken.
   */
  take(bucket: Bucket, key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The file as it comes from Storage; undefined where there is none. */
  open(bucket: Bucket, key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(bucket: Bucket, key: string): Promise<boolean>;
  /** False where the key is taken: a file is never replaced. */
  save(bucket: Bucket, key: string, file: StoredFile): Promise<boolean>;
  /** Into another bucket. False where there is no such file, or the new key is taken. */
  move(from: Place, to: Place): Promise<boolean>;
  /** How many of them there were. */
  remove(bucket: Bucket, keys: readonly string[]): Promise<number>;
}

export interface Place {
  readonly bucket: Bucket;
  readonly key: string;
}

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Where it may be withdrawn: for how long caches may go on showing it. Otherwise for a year. */
  readonly maxAgeSeconds?: number;
}

const YEAR_IN_SECONDS = 31_536_000;

/** supabase-js is loaded on first use, so that plain reads start without it. */
export function createStorageClient(
  environment: Pick<Environment, "PUBLIC_SUPABASE_URL" | "SUPABASE_URL" | "secretKeys">,
): StorageClient {
  const files = async (bucket: Bucket) => {
    const { createClient } = await import("@supabase/supabase-js");
    return createClient(environment.SUPABASE_URL, environment.secretKeys[0], {
      global: { fetch: fetchInTime },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    }).storage.from(bucket);
  };

  return {
    signUpload: async (bucket, key) => {
      const { data, error } = await (await files(bucket)).createSignedUploadUrl(key);
      if (error !== null) throw failure(error);
      const { PUBLIC_SUPABASE_URL, SUPABASE_URL } = environment;
      return data.signedUrl.replace(withoutSlash(SUPABASE_URL), withoutSlash(PUBLIC_SUPABASE_URL));
    },
    take: async (bucket, key) => {
      const storage = await files(bucket);
      const { data, error } = await storage.download(key);
      if (error !== null) {
        if (isAnswer(error, "404")) return undefined;
        throw failure(error);
      }
      const bytes = new Uint8Array(await data.arrayBuffer());
      if (isMark(bytes)) return undefined;
      const marked = await storage.upload(key, MARK, { contentType: MARK_TYPE, upsert: true });
      if (marked.error !== null) throw failure(marked.error);
      return bytes;
    },
    open: async (bucket, key) => {
      const { data, error } = await (await files(bucket)).download(key).asStream();
      if (error === null) return data;
      if (isAnswer(error, "404")) return undefined;
      throw failure(error);
    },
    has: async (bucket, key) => {
      const { error } = await (await files(bucket)).info(key);
      if (error === null) return true;
      if (isAnswer(error, "404")) return false;
      throw failure(error);
    },
    save: async (bucket, key, { bytes, type, maxAgeSeconds = YEAR_IN_SECONDS }) => {
      const { error } = await (
        await files(bucket)
      ).upload(key, bytes, {
        contentType: type,
        cacheControl: String(maxAgeSeconds),
        upsert: false,
      });
      if (error === null) return true;
      if (isAnswer(error, "409")) return false;
      throw failure(error);
    },
    move: async (from, to) => {
      const { error } = await (
        await files(from.bucket)
      ).move(from.key, to.key, { destinationBucket: to.bucket });
      if (error === null) return true;
      if (isAnswer(error, "404") || isAnswer(error, "409")) return false;
      throw failure(error);
    },
    remove: async (bucket, keys) => {
      if (keys.length === 0) return 0;
      const { data, error } = await (await files(bucket)).remove([...keys]);
      if (error !== null) throw failure(error);
      return data.length;
    },
  };
}

const MARK = new TextEncoder().encode("\0taken\0");
/** One that the bucket takes. */
const MARK_TYPE = "image/png";

const isMark = (bytes: Uint8Array): boolean =>
  bytes.length === MARK.length && MARK.every((byte, index) => bytes[index] === byte);

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** Storage answers 400 to nearly everything and says in the body what it means. */
const isAnswer = (error: Error, status: "404" | "409"): boolean =>
  ("statusCode" in error && error.statusCode === status) ||
  ("status" in error && error.status === Number(status));

const failure = (cause: Error): AppError =>
  providerFailure("status" in cause ? Number(cause.status) : undefined, cause);
