import { createHash } from "node:crypto";
import { copyFile, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/*
 * Where the embedded storage service keeps its files. @supabase/lite has such an adapter for its own
 * command line but does not export it; unlike that one, this one serves ranges correctly and refuses
 * keys that lead out of the bucket.
 */

interface ReadHeaders {
  ifNoneMatch?: string;
  ifModifiedSince?: string;
  range?: string;
}

interface ObjectMetadata {
  cacheControl: string;
  contentLength: number;
  size: number;
  mimetype: string;
  lastModified: Date;
  eTag: string;
  contentRange?: string;
}

type Body = ReadableStream<Uint8Array> | Uint8Array;

async function readAll(body: Body): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());
}

function parseRange(header: string | undefined, size: number): [number, number] | undefined {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? "");
  if (!match) return undefined;
  const start = Number(match[1]);
  const end = Math.min(match[2] ? Number(match[2]) : size - 1, size - 1);
  return start <= end ? [start, end] : undefined;
}

export class StorageFiles {
  readonly driver = "files";
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  #file(bucket: string, key: string): string {
    const file = path.resolve(this.#folder, bucket, key);
    if (!file.startsWith(this.#folder + path.sep)) throw new Error("Key outside of the bucket");
    return file;
  }

  async #describe(file: string): Promise<ObjectMetadata> {
    const { size, mtime, mtimeMs } = await stat(file);
    const eTag = `"${createHash("md5").update(`${file}:${mtimeMs}:${size}`).digest("hex")}"`;
    // The content type and cache time that count are the ones in storage.objects.
    const rest = { cacheControl: "no-cache", mimetype: "application/octet-stream" };
    return { ...rest, contentLength: size, size, lastModified: mtime, eTag };
  }

  async getObject(bucket: string, key: string, _version: unknown, headers?: ReadHeaders) {
    const file = this.#file(bucket, key);
    const metadata = await this.#describe(file);
    if (headers?.ifNoneMatch === metadata.eTag) return { httpStatusCode: 304, metadata };
    const range = parseRange(headers?.range, metadata.size);
    if (!range) return { httpStatusCode: 200, metadata, body: new Uint8Array(await readFile(file)) };
    const [start, end] = range;
    const body = new Uint8Array(end - start + 1);
    const handle = await open(file);
    await handle.read(body, 0, body.length, start).finally(() => handle.close());
    const contentRange = `bytes ${start}-${end}/${metadata.size}`;
    return {
      httpStatusCode: 206,
      metadata: { ...metadata, contentLength: body.length, contentRange },
      body,
    };
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: unknown,
    body: Body,
    mimetype: string,
    cacheControl: string,
  ): Promise<ObjectMetadata> {
    const file = this.#file(bucket, key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await readAll(body));
    return { ...(await this.#describe(file)), mimetype, cacheControl };
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#file(bucket, key), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)));
  }

  async copyObject(
    fromBucket: string,
    fromKey: string,
    _fromVersion: unknown,
    toBucket: string,
    toKey: string,
  ) {
    const target = this.#file(toBucket, toKey);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(this.#file(fromBucket, fromKey), target);
    const { eTag, lastModified } = await this.#describe(target);
    return { httpStatusCode: 200, eTag, lastModified };
  }

  headObject(bucket: string, key: string): Promise<ObjectMetadata> {
    return this.#describe(this.#file(bucket, key));
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.#file(bucket, key)}`;
  }
}
