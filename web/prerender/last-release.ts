import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/**
 * Pages of the last release stay open during an upgrade, and load more of its files when someone uses them. Each build
 * therefore publishes a list of its files, and the next build takes over those that it doesn't have itself. It takes
 * them from the site as it is online, because a CDN builds from a fresh clone.
 */
export const ASSET_LIST_PATH = "/asset-list.json";

const READ_TIMEOUT_MS = 30_000;
const MAX_FILE_COUNT = 2000;
const DOWNLOAD_COUNT = 8;

/** The digests of files in the folder `assets`, by name. Only types that run or show nothing by themselves are allowed. */
const digests = z
  .record(
    z.string().regex(/^[\w-][\w.-]*\.(avif|css|jpg|js|png|svg|webp|woff2)$/),
    z.base64().length(44),
  )
  .refine((files) => Object.keys(files).length <= MAX_FILE_COUNT);
const assetList = z.object({
  /** The files that belong to the release itself. */
  release: digests,
  /** The files that were taken over from the release before it. */
  lastRelease: digests,
});
type Digests = z.infer<typeof digests>;
type AssetList = z.infer<typeof assetList>;

const computeDigest = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("base64");

const writeList = (site: string, list: AssetList): Promise<void> =>
  writeFile(path.join(site, ASSET_LIST_PATH), JSON.stringify(list));

/** Writes the list of the files that the site was built with. */
export const writeAssetList = async (site: string): Promise<void> => {
  const names = (await readdir(path.join(site, "assets"))).toSorted();
  const readDigest = async (name: string) =>
    [name, computeDigest(await readFile(path.join(site, "assets", name)))] as const;
  const release = Object.fromEntries(await Promise.all(names.map(readDigest)));
  await writeList(site, { release, lastRelease: {} });
};

/** Requests a file of the site. Throws an error that says what is wrong with the response. */
const download = async (url: URL): Promise<Response> => {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  const response = await fetch(url, { signal, redirect: "error" }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`no response (${cause})`);
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response;
};

const readOnlineList = async (siteUrl: string): Promise<AssetList> => {
  const url = new URL(ASSET_LIST_PATH, siteUrl);
  if (url.protocol !== "https:" && !/^(localhost|127\.0\.0\.1)$/.test(url.hostname))
    throw new Error("the URL doesn't start with https");
  const response = await download(url);
  const type = response.headers.get("Content-Type") ?? "none";
  if (!type.startsWith("application/json")) throw new Error(`content type ${type}`);
  const { success, data } = assetList.safeParse(await response.json().catch(() => undefined));
  if (!success) throw new Error("not a list of files");
  return data;
};

const haveSameFiles = (one: Digests, other: Digests): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, digest]) => other[name] === digest);

/**
 * Returns the files to take over. A site is also rebuilt when its content changes. Such a build has the files of the
 * release that is online, and must keep those of the release before it.
 */
const chooseFiles = (own: AssetList, online: AssetList): Digests => {
  const files = haveSameFiles(own.release, online.release) ? online.lastRelease : online.release;
  return Object.fromEntries(Object.entries(files).filter(([name]) => !(name in own.release)));
};

/** Saves a file if its content matches the list. Returns why it was refused, if it was. */
const takeOver = async (
  { site, siteUrl }: LastReleaseOptions,
  name: string,
  digest: string,
): Promise<string | undefined> => {
  try {
    const response = await download(new URL(`/assets/${name}`, siteUrl));
    const content = new Uint8Array(await response.arrayBuffer());
    if (computeDigest(content) !== digest) return "its content isn't what the list says";
    await writeFile(path.join(site, "assets", name), content);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

export interface LastReleaseOptions {
  /** The folder that a CDN publishes. */
  readonly site: string;
  /** The site's public URL. */
  readonly siteUrl: string;
}

/** Takes over the files of the release that is online. A build never fails because of them. Returns what to print. */
export const takeOverLastRelease = async (
  options: LastReleaseOptions,
): Promise<readonly string[]> => {
  const { site, siteUrl } = options;
  const skip = (reason: string) => [
    `Took over no files of the last release: ${reason}. Pages that are open now reload after the upgrade.`,
  ];
  if (siteUrl === "") return skip("VITE_SITE_URL isn't set");
  const own = JSON.parse(await readFile(path.join(site, ASSET_LIST_PATH), "utf8")) as AssetList;
  let files: [name: string, digest: string][];
  try {
    files = Object.entries(chooseFiles(own, await readOnlineList(siteUrl)));
  } catch (error) {
    return skip(`${ASSET_LIST_PATH} of ${siteUrl}: ${(error as Error).message}`);
  }
  const lastRelease: Record<string, string> = {};
  const refusals: string[] = [];
  const queue = [...files];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, digest] = next;
      const reason = await takeOver(options, name, digest);
      if (reason === undefined) lastRelease[name] = digest;
      else refusals.push(`Refused ${name} of the last release: ${reason}.`);
    }
  };
  await Promise.all(Array.from({ length: DOWNLOAD_COUNT }, work));
  await writeList(site, { release: own.release, lastRelease });
  const count = Object.keys(lastRelease).length;
  return [
    `Took over ${count} ${count === 1 ? "file" : "files"} of the last release, for pages that are open now.`,
    ...refusals,
  ];
};
