import { UUID_SOURCE } from "../contracts/limits.ts";

/**
 * Where uploads are stored. A key is `<folder>/<uuid>`. The folder is chosen by the server: `stories` for visitors,
 * `site` for administrators, `highlights/<user id>` for volunteers.
 */

/** Returns the key from a signed URL for uploading to that folder, or undefined for any other URL. */
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
  // Compares the raw string, because the URL parser resolves `..`. The path must be exactly the one that was sent.
  const prefix = `${pathname.replace(/\/$/, "")}/storage/v1/object/upload/sign/uploads/`;
  const key = new RegExp(`^${prefix}(${folder}/${UUID_SOURCE})$`).exec(url.pathname)?.[1];
  return key !== undefined && signedUrl.startsWith(`${url.origin}${prefix}${key}`)
    ? key
    : undefined;
}

/** Each volunteer has a folder, so they can't use another volunteer's upload. */
export const getHighlightFolder = (volunteerId: string): string =>
  `highlights/${volunteerId.toLowerCase()}`;

/** Returns the public path of the picture with this key. The CDN serves it from the `images` bucket. */
export const toImagePath = (key: string): string => `/images/${key}`;

export const toImageKey = (path: string): string => path.replace(/^\/images\//, "");

/** Returns where a checked picture is stored in the private `uploads` bucket until it's approved. */
export const toWaitingKey = (key: string): string => `waiting/${key}`;

/** Returns where the signature with this path is stored in the private `uploads` bucket. */
export const toSignatureKey = (path: string): string => path.slice(1);
