import { setTimeout as delay } from "node:timers/promises";
import type { SentFile } from "../pictures.ts";
import { facts, request, sql } from "./stack.ts";

/** Sends the raw file to the signed URL as a browser does, without keys or tokens. */
export const putFile = (uploadURL: string, { bytes, type }: SentFile): Promise<Response> =>
  fetch(uploadURL, { method: "PUT", headers: { "Content-Type": type }, body: bytes });

/** Requests an upload URL, sends the file there and returns the URL and its key. */
export async function upload(path: string, file: SentFile, token?: string) {
  const { json, status } = await request("POST", path, { token });
  if (status !== 200) throw new Error(`No upload URL: ${status}`);
  const { uploadURL } = json as { uploadURL: string };
  const response = await putFile(uploadURL, file);
  if (!response.ok) throw new Error(`Upload refused: ${response.status} ${await response.text()}`);
  return { uploadURL, key: new URL(uploadURL).pathname.split("/uploads/")[1] ?? "" };
}

/** Lists the files that visitors can see or reviewers can publish. */
export const listPublishedFiles = () => sql`
  select bucket_id, name from storage.objects
  where bucket_id = 'images' or name like 'waiting/%'
  order by 1, 2`;

/** Reads a file in quarantine with the secret key. */
async function readQuarantined(name: string) {
  const response = await fetch(`${facts.apiUrl}/storage/v1/object/uploads/${name}`, {
    headers: { apikey: facts.secretKey, Authorization: `Bearer ${facts.secretKey}` },
  });
  if (!response.ok) return undefined;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, type: response.headers.get("content-type") };
}

export const readWaitingFile = (key: string) => readQuarantined(`waiting/${key}`);

/** Reads the file at an upload's path, which is a placeholder after the upload was used. */
export const readQuarantinedText = async (key: string) =>
  (await readQuarantined(key))?.bytes.toString("latin1");
export const USED_UPLOAD = "\0taken\0";

/** Retries while another file is being checked, as the site's pages do. */
async function retryWhileBusy(
  attempt: () => ReturnType<typeof request>,
): ReturnType<typeof request> {
  const response = await attempt();
  if (response.status !== 503 || response.json.code !== "busy") return response;
  await delay(100);
  return retryWhileBusy(attempt);
}

export const saveStoryAtOnce = (testimonialImageURL: string) =>
  request("PUT", "/api/testimonials/image", { body: { testimonialImageURL } });

export const saveStory = (testimonialImageURL: string) =>
  retryWhileBusy(() => saveStoryAtOnce(testimonialImageURL));

export const normalizeAtOnce = (url: string, token: string | undefined) =>
  request("POST", "/api/normalize-object-path", { body: { url }, token });

export const normalize = (url: string, token: string | undefined) =>
  retryWhileBusy(() => normalizeAtOnce(url, token));

/** Loads a picture as a page does, through the CDN. */
export const fetchPublicFile = (objectPath: string) => fetch(`${facts.webUrl}${objectPath}`);

/** A site picture of the demo content. */
export const DEMO_PICTURE = "/images/site/5ce4e000-0000-4000-8000-000000000031/720x932";

export const uploadKeyOf = (uploadURL: string) =>
  new URL(uploadURL).pathname.split("/uploads/")[1] ?? "";

/** Returns the URLs at which a visitor or a volunteer can read the file. */
export async function findReadableUrls(key: string, volunteerToken: string): Promise<string[]> {
  const found: string[] = [];
  const tryToRead = async (address: string, token?: string) => {
    const { ok } = await fetch(address, {
      headers: { apikey: facts.publishableKey, ...(token && { Authorization: `Bearer ${token}` }) },
    });
    if (ok) found.push(address);
  };
  const files = `${facts.apiUrl}/storage/v1/object`;
  await tryToRead(`${facts.webUrl}/images/${key}`);
  for (const path of [`images/${key}`, `uploads/${key}`, `uploads/waiting/${key}`]) {
    await tryToRead(`${files}/public/${path}`);
    await tryToRead(`${files}/authenticated/${path}`, volunteerToken);
    await tryToRead(`${files}/${path}`, volunteerToken);
  }
  return found;
}
