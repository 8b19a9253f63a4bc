import { AppError } from "../errors.ts";
import { imagePath, keyOfImagePath } from "../rules/upload-places.ts";
import type { Services } from "./services.ts";

/** The fields that hold a picture, and what it shows; every body has them by these names. */
const PICTURES = [
  ["imageUrl", "imageAlt"],
  ["coverUrl", "coverAlt"],
] as const;

const SITE = imagePath("site/");

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * A body as it may be written: a picture of the site that it names is there, and where it takes the picture away, what
 * the picture showed goes with it. Pictures that wait for their review are looked for by who takes them.
 */
export async function withPictures(
  { storage }: Pick<Services, "storage">,
  body: unknown,
): Promise<unknown> {
  if (!isObject(body)) return body;
  const emptied: Record<string, null> = {};
  for (const [field, alt] of PICTURES) {
    const path = body[field];
    if (path === null) emptied[alt] = null;
    if (typeof path !== "string" || !path.startsWith(SITE)) continue;
    if (await storage.has("images", keyOfImagePath(path))) continue;
    const message = "We couldn't find this image. Please choose it again.";
    throw new AppError("validation_failed", { message, issues: [{ path: field, message }] });
  }
  return Object.keys(emptied).length === 0 ? body : { ...body, ...emptied };
}
