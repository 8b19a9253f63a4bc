import { UUID_SOURCE } from "../contracts/limits.ts";

/**
 * Where uploads are stored. A key is `<folder>/<uuid>`, where the folder shows the purpose: `stories` for visitors,
 * `site` for administrators, `highlights/<user id>` for volunteers. Clients never choose it.
 */

/** Returns the key from a signed upload URL for that folder, or undefined for any other URL. */
export function readUploadedKey(
  signedUrl: string,
  supabaseUrl: string,
  folder: string,
): string | undefined {
  const url = URL.parse(signedUrl);
  const { origin, pathname } = new URL(supabaseUrl);
  if (url === null || url.origin !== origin || url.username !== "" || url.hash !== "") {
    return undefined;
  }
  // Compare the raw string: the parser resolves `..`, so the path must be exactly what was sent.
  const prefix = `${pathname.replace(/\/$/, "")}/storage/v1/object/upload/sign/uploads/`;
  const key = new RegExp(`^${prefix}(${folder}/${UUID_SOURCE})$`).exec(url.pathname)?.[1];
  return key !== undefined && signedUrl.startsWith(`${url.origin}${prefix}${key}`)
    ? key
    : undefined;
}

/** Each volunteer has a folder, so they can't use another volunteer's upload. */
export const getHighlightFolder = (volunteerId: string): string =>
  `highlights/${volunteerId.toLowerCase()}`;

/** Returns the public path of a key's picture, which the CDN serves from the `images` bucket. */
export const toImagePath = (key: string): string => `/images/${key}`;

export const toImageKey = (path: string): string => path.replace(/^\/images\//, "");

/** Returns where a checked picture waits for approval, in the private `uploads` bucket. */
export const toWaitingKey = (key: string): string => `waiting/${key}`;
