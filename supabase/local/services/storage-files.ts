import { createHash } from "node:crypto";
import { copyFile, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/*
 * File storage for the embedded storage service. @supabase/lite has such an adapter in its CLI but doesn't export it.
 * This one also keeps the content type and cache time, serves ranges correctly and refuses keys outside of the bucket.
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

interface StoredObject {
  httpStatusCode: number;
  metadata?: ObjectMetadata;
  body?: Uint8Array<ArrayBuffer>;
}

type Description = Pick<ObjectMetadata, "cacheControl" | "mimetype">;
type Body = ReadableStream<Uint8Array> | Uint8Array;

async function readAll(body: Body): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());
}

function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

async function writeFileAndFolder(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
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

  /** Resolves a path. Contents and descriptions are in separate trees, so that no key can address a description. */
  #resolvePath(tree: "contents" | "descriptions", bucket: string, key: string): string {
    const root = path.join(this.#folder, tree, bucket);
    const file = path.resolve(root, key);
    if (!file.startsWith(root + path.sep)) throw new Error("Key outside of the bucket");
    return file;
  }

  #contentPath(bucket: string, key: string): string {
    return this.#resolvePath("contents", bucket, key);
  }

  async #describe(bucket: string, key: string): Promise<ObjectMetadata> {
    const file = this.#contentPath(bucket, key);
    const { size, mtime, mtimeMs } = await stat(file);
    const eTag = `"${createHash("md5").update(`${file}:${mtimeMs}:${size}`).digest("hex")}"`;
    const descriptionText = await readFile(this.#resolvePath("descriptions", bucket, key), "utf8");
    const description = JSON.parse(descriptionText) as Description;
    return { ...description, contentLength: size, size, lastModified: mtime, eTag };
  }

  /** Returns a 404 for a missing file instead of throwing, because lite passes the 404 on, as hosted Storage does. */
  async getObject(bucket: string, key: string, _version: unknown, headers?: ReadHeaders) {
    const storedObject = await this.#read(bucket, key, headers).catch(ignoreMissingFile);
    return storedObject ?? { httpStatusCode: 404 };
  }

  async #read(bucket: string, key: string, headers?: ReadHeaders): Promise<StoredObject> {
    const file = this.#contentPath(bucket, key);
    const metadata = await this.#describe(bucket, key);
    if (headers?.ifNoneMatch === metadata.eTag) return { httpStatusCode: 304, metadata };
    const range = parseRange(headers?.range, metadata.size);
    if (!range)
      return { httpStatusCode: 200, metadata, body: new Uint8Array(await readFile(file)) };
    const [start, end] = range;
    const body = new Uint8Array(end - start + 1);
    const handle = await open(file);
    try {
      await handle.read(body, 0, body.length, start);
    } finally {
      await handle.close();
    }
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
    const content = await readAll(body);
    await writeFileAndFolder(this.#contentPath(bucket, key), content);
    const description = JSON.stringify({ mimetype, cacheControl } satisfies Description);
    await writeFileAndFolder(this.#resolvePath("descriptions", bucket, key), description);
    return this.#describe(bucket, key);
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#contentPath(bucket, key), { force: true });
    await rm(this.#resolvePath("descriptions", bucket, key), { force: true });
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
    for (const tree of ["contents", "descriptions"] as const) {
      const target = this.#resolvePath(tree, toBucket, toKey);
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(this.#resolvePath(tree, fromBucket, fromKey), target);
    }
    const { eTag, lastModified } = await this.#describe(toBucket, toKey);
    return { httpStatusCode: 200, eTag, lastModified };
  }

  headObject(bucket: string, key: string): Promise<ObjectMetadata> {
    return this.#describe(bucket, key);
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.#contentPath(bucket, key)}`;
  }
}
