import { UUID } from "../contracts/limits.ts";

/**
 * Where uploads lie. A key is `<folder>/<uuid>`, and the folder says what the file is for: `stories` for visitors,
 * `site` for administrators, `highlights/<user id>` for a volunteer. The client never chooses any of it.
 */

/** The key in an address that was handed out for uploads into that folder; undefined for every other address. */
export function uploadedKey(
  address: string,
  supabaseUrl: string,
  folder: string,
): string | undefined {
  const url = URL.parse(address);
  const { origin, pathname } = new URL(supabaseUrl);
  if (url === null || url.origin !== origin || url.username !== "" || url.hash !== "") {
    return undefined;
  }
  // Compared as it was written: the parser has resolved `..`, so the path has to be the one that was sent.
  const prefix = `${pathname.replace(/\/$/, "")}/storage/v1/object/upload/sign/uploads/`;
  const key = new RegExp(`^${prefix}(${folder}/${UUID})$`).exec(url.pathname)?.[1];
  return key !== undefined && address.startsWith(`${url.origin}${prefix}${key}`) ? key : undefined;
}

/** Volunteers have a folder each, so that nobody can use what another one has uploaded. */
export const highlightFolder = (volunteerId: string): string =>
  `highlights/${volunteerId.toLowerCase()}`;

/** Where pages show the picture of that key; the CDN hands it on to the public bucket `images`. */
export const imagePath = (key: string): string => `/images/${key}`;

export const keyOfImagePath = (path: string): string => path.replace(/^\/images\//, "");

/** Where a checked picture waits in the private bucket `uploads` until somebody approves it. */
export const waitingKey = (key: string): string => `waiting/${key}`;
