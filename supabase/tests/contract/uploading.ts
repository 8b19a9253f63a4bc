import { setTimeout as delay } from "node:timers/promises";
import type { UploadFile } from "../pictures.ts";
import { facts, request, sql } from "./stack.ts";

/** Sends the raw file to the signed URL as a browser does, without keys or tokens. */
export const sendFile = (uploadURL: string, { bytes, type }: UploadFile): Promise<Response> =>
  fetch(uploadURL, { method: "PUT", headers: { "Content-Type": type }, body: bytes });

/** Requests an upload URL, sends the file there and returns the URL and its key. */
export async function upload(path: string, file: UploadFile, token?: string) {
  const { json, status } = await request("POST", path, { token });
  if (status !== 200) throw new Error(`No upload URL: ${status}`);
  const { uploadURL } = json as { uploadURL: string };
  const response = await sendFile(uploadURL, file);
  if (!response.ok) throw new Error(`Upload refused: ${response.status} ${await response.text()}`);
  return { uploadURL, key: toUploadKey(uploadURL) };
}

/** Lists the files that visitors can see or reviewers can publish. */
export const listFilesOutsideQuarantine = () => sql`
  select bucket_id, name from storage.objects
  where bucket_id = 'images' or name like 'waiting/%'
  order by 1, 2`;

/** Reads a file of the private bucket `uploads` with the secret key. */
async function readPrivateFile(name: string) {
  const response = await fetch(`${facts.apiUrl}/storage/v1/object/uploads/${name}`, {
    headers: { apikey: facts.secretKey, Authorization: `Bearer ${facts.secretKey}` },
  });
  if (!response.ok) return undefined;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, type: response.headers.get("content-type") };
}

export const readWaitingFile = (key: string) => readPrivateFile(`waiting/${key}`);

/** Reads the file at an upload's path, which is replaced by a placeholder once the upload has been used. */
export const readQuarantinedText = async (key: string) =>
  (await readPrivateFile(key))?.bytes.toString("latin1");
export const USED_MARKER = "\0taken\0";

/** Retries while another file is being checked, as the site's pages do. */
async function retryWhileBusy(
  sendRequest: () => ReturnType<typeof request>,
): ReturnType<typeof request> {
  const response = await sendRequest();
  if (response.status !== 503 || response.json.code !== "busy") return response;
  await delay(100);
  return retryWhileBusy(sendRequest);
}

export const saveStoryPictureOnce = (testimonialImageURL: string) =>
  request("PUT", "/api/testimonials/image", { body: { testimonialImageURL } });

export const saveStoryPicture = (testimonialImageURL: string) =>
  retryWhileBusy(() => saveStoryPictureOnce(testimonialImageURL));

export const normalizeOnce = (url: string, token: string | undefined) =>
  request("POST", "/api/normalize-object-path", { body: { url }, token });

export const normalize = (url: string, token: string | undefined) =>
  retryWhileBusy(() => normalizeOnce(url, token));

/** Loads a picture as a page does, through the CDN. */
export const fetchPublicFile = (objectPath: string) => fetch(`${facts.webUrl}${objectPath}`);

const isPublic = async (path: string) => (await fetchPublicFile(path)).ok;
const isWaiting = async (path: string) =>
  (await readWaitingFile(path.replace("/images/", ""))) !== undefined;
/** Returns whether a picture is public and whether it is waiting for review. */
export const readVisibility = async (path: string) => [await isPublic(path), await isWaiting(path)];
export const PUBLIC_ONLY = [true, false];
export const WAITING_ONLY = [false, true];

/** A site picture from the demo content. */
export const DEMO_PICTURE = "/images/site/5ce4e000-0000-4000-8000-000000000031/720x932";

export const toUploadKey = (uploadURL: string) =>
  new URL(uploadURL).pathname.split("/uploads/")[1] ?? "";

/** Returns the URLs at which a visitor or a volunteer can read the file. */
export async function findReadableUrls(key: string, volunteerToken: string): Promise<string[]> {
  const storageUrl = `${facts.apiUrl}/storage/v1/object`;
  const paths = [`images/${key}`, `uploads/${key}`, `uploads/waiting/${key}`];
  const readAttempts: readonly (readonly [url: string, token?: string])[] = [
    [`${facts.webUrl}/images/${key}`],
    ...paths.flatMap((path) => [
      [`${storageUrl}/public/${path}`] as const,
      [`${storageUrl}/authenticated/${path}`, volunteerToken] as const,
      [`${storageUrl}/${path}`, volunteerToken] as const,
    ]),
  ];
  const responses = await Promise.all(
    readAttempts.map(([url, token]) =>
      fetch(url, {
        headers: {
          apikey: facts.publishableKey,
          ...(token && { Authorization: `Bearer ${token}` }),
        },
      }),
    ),
  );
  return readAttempts.flatMap(([url], index) => (responses[index]?.ok ? [url] : []));
}
