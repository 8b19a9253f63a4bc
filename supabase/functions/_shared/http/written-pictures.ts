import { AppError } from "../errors.ts";
import { toImagePath, toImageKey } from "../rules/upload-places.ts";
import type { Services } from "./services.ts";

/** Names of the fields for a picture and its alt text in all request bodies. */
const PICTURE_FIELDS = [
  ["imageUrl", "imageAlt"],
  ["coverUrl", "coverAlt"],
] as const;

const SITE_PREFIX = toImagePath("site/");

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * Checks that a site picture named in the body exists, and clears the alt text if the picture is removed. Pictures that
 * wait for review are checked by their own endpoints.
 */
export async function checkPictures(
  { storage }: Pick<Services, "storage">,
  body: unknown,
): Promise<unknown> {
  if (!isObject(body)) return body;
  const clearedFields: Record<string, null> = {};
  for (const [field, altField] of PICTURE_FIELDS) {
    const path = body[field];
    if (path === null) clearedFields[altField] = null;
    if (typeof path !== "string" || !path.startsWith(SITE_PREFIX)) continue;
    if (await storage.has("images", toImageKey(path))) continue;
    const message = "We couldn't find this image. Choose it again.";
    throw new AppError("validation_failed", { message, issues: [{ path: field, message }] });
  }
  return Object.keys(clearedFields).length === 0 ? body : { ...body, ...clearedFields };
}
