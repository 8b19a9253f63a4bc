import { uploadEndpoints } from "../../_shared/contracts/uploads.ts";
import type { Caller } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { runQueuedCheck } from "../../_shared/http/file-checks.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { enforceRateLimit } from "../../_shared/http/rate-limit.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { openWaitingPicture } from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import {
  type CleanPicture,
  storeSitePicture,
  storeWaitingPicture,
} from "../../_shared/http/site-pictures.ts";
import { requireImage } from "../../_shared/images/clean-image.ts";
import { NotAPictureError } from "../../_shared/images/not-a-picture.ts";
import { listOrphanedFiles, recordSweep, readMissingPictures } from "./queries.ts";
import { getHighlightFolder, readUploadedKey } from "../../_shared/rules/upload-places.ts";

export default implement(uploadEndpoints, {
  createTestimonialUpload: ({ services }) => createUploadUrl(services, "stories"),
  saveTestimonialImage: async ({ services, caller, address, body }) => {
    await services.checkCaptcha(body.captchaToken, address);
    return acceptUpload(caller, services, {
      url: body.testimonialImageURL,
      smallerUrls: body.smaller,
      folder: "stories",
      rateLimitSubject: address,
    });
  },
  createUpload: ({ services, caller }) => createUploadUrl(services, getUploadFolder(caller)),
  normalizeObjectPath: ({ services, caller, body }) =>
    acceptCallersUpload(caller, services, {
      url: body.url,
      smallerUrls: body.smaller,
      shareUrl: body.share,
    }),
  saveMissionImage: ({ services, caller, body }) =>
    publishUpload(caller, services, { url: body.missionImageURL, smallerUrls: body.smaller }),
  // An `<img>` detects the format from the picture's bytes; a generic type keeps browsers from running the file.
  getWaitingPicture: async ({ services, caller, query: { path, width } }) => {
    const area = path.startsWith("/images/stories/") ? "content" : "volunteers";
    if (caller.kind !== "admin" || !caller.areas.includes(area)) {
      throw new AppError("area_required");
    }
    return createFileResponse(
      requireFound(await openWaitingPicture(services, path, width), "picture"),
      {
        type: "application/octet-stream",
        filename: "picture",
      },
    );
  },
  getMissingPictures: ({ asCaller }) => asCaller(readMissingPictures),
  sweepUploads: async ({ asCaller, services: { storage } }) => {
    const orphans = await asCaller(listOrphanedFiles);
    let removedCount = 0;
    for (const bucket of ["uploads", "images", "reports"] as const) {
      const keys = orphans.flatMap((file) => (file.bucketId === bucket ? [file.name] : []));
      removedCount += await storage.remove(bucket, keys);
    }
    await asCaller(recordSweep);
    return { removed: removedCount };
  },
});

function getUploadFolder(caller: Caller): string {
  if (caller.kind === "admin") return "site";
  if (caller.kind === "volunteer") return getHighlightFolder(caller.userId);
  throw new AppError("forbidden");
}

async function createUploadUrl({ storage }: Services, folder: string) {
  return { uploadURL: await storage.signUpload("uploads", `${folder}/${crypto.randomUUID()}`) };
}

/** Administrators' uploads are public at once; volunteers' wait for review. */
function acceptCallersUpload(caller: Caller, services: Services, upload: PictureUpload) {
  if (caller.kind === "admin") return publishUpload(caller, services, upload);
  if (caller.kind !== "volunteer") throw new AppError("forbidden");
  return acceptUpload(caller, services, {
    url: upload.url,
    smallerUrls: upload.smallerUrls,
    folder: getUploadFolder(caller),
    rateLimitSubject: caller.userId,
  });
}

/** Returns the keys of a picture and its smaller versions, all of which must be in `folder`. */
function requireKeys(
  { environment }: Services,
  urls: readonly [string, ...string[]],
  folder: string,
): [string, ...string[]] {
  const keys = urls.map((url) => readUploadedKey(url, environment.PUBLIC_SUPABASE_URL, folder));
  if (keys.includes(undefined)) throw new AppError("upload_not_found");
  return keys as [string, ...string[]];
}

/** The upload URLs of a picture and its versions. */
interface PictureUpload {
  readonly url: string;
  readonly smallerUrls: readonly string[] | undefined;
  readonly shareUrl?: string | undefined;
}

interface UploadForReview extends Omit<PictureUpload, "shareUrl"> {
  readonly folder: string;
  /** Rate-limit key: the visitor's address or the volunteer. */
  readonly rateLimitSubject: string;
}

const PICTURE_CHECK_LIMIT = {
  max: 5,
  windowSeconds: 3600,
  userMessage:
    "You've added 5 pictures in the past hour, which is the limit. Please try again later.",
} as const;

/** Stores the picture under its final key, where it waits for review. */
async function acceptUpload(
  caller: Caller,
  services: Services,
  { url, smallerUrls = [], folder, rateLimitSubject }: UploadForReview,
) {
  const keys = requireKeys(services, [url, ...smallerUrls], folder);
  const pictures = await runQueuedCheck(caller, async () => {
    await enforceRateLimit(services, "picture-checks", rateLimitSubject, PICTURE_CHECK_LIMIT);
    return takeAndCheckPictures(services, keys, { maxDepth: 8 });
  });
  const objectPath = await storeWaitingPicture(
    services,
    pictures.fullSize,
    pictures.smaller,
    keys[0],
  );
  if (objectPath === undefined) throw new AppError("upload_not_found");
  return { objectPath };
}

async function publishUpload(
  caller: Caller,
  services: Services,
  { url, smallerUrls = [], shareUrl }: PictureUpload,
) {
  const keys = requireKeys(services, [url, ...smallerUrls], "site");
  const shareKeys = shareUrl === undefined ? [] : requireKeys(services, [shareUrl], "site");
  const { fullSize, ...versions } = await runQueuedCheck(caller, async () => ({
    ...(await takeAndCheckPictures(services, keys)),
    share: (await takeVersions(services, shareKeys))[0],
  }));
  const objectPath = await storeSitePicture(services, fullSize, versions, keys[0]);
  if (objectPath === undefined) throw new AppError("upload_not_found");
  return { objectPath };
}

type CheckOptions = Parameters<typeof requireImage>[1];

async function takeAndCheckPictures(
  services: Services,
  [key, ...smallerKeys]: readonly [string, ...string[]],
  options?: CheckOptions,
) {
  const fullSize = await requireCleanImage(await takeUpload(services, key), options);
  return { fullSize, smaller: await takeVersions(services, smallerKeys, options) };
}

/** Drops versions that are invalid, because the full size is enough. */
async function takeVersions(
  services: Services,
  keys: readonly string[],
  options?: CheckOptions,
): Promise<CleanPicture[]> {
  const pictures: CleanPicture[] = [];
  for (const key of keys) {
    const upload = await services.storage.take("uploads", key);
    const picture = upload && (await ignoreInvalidPicture(requireImage(upload, options)));
    if (picture !== undefined) pictures.push(picture);
  }
  return pictures;
}

const ignoreInvalidPicture = (picturePromise: ReturnType<typeof requireImage>) =>
  picturePromise.catch((error: unknown) => {
    if (error instanceof NotAPictureError) return undefined;
    throw error;
  });

/** Takes a file out of quarantine, once. */
async function takeUpload({ storage }: Services, key: string) {
  const upload = await storage.take("uploads", key);
  if (upload === undefined) throw new AppError("upload_not_found");
  return upload;
}

/** Returns the cleaned picture, or throws with the reason. */
async function requireCleanImage(...[bytes, options]: Parameters<typeof requireImage>) {
  try {
    return await requireImage(bytes, options);
  } catch (cause) {
    if (!(cause instanceof NotAPictureError)) throw cause;
    const { userMessage } = cause;
    throw new AppError("image_not_accepted", {
      cause,
      ...(userMessage === undefined ? {} : { message: userMessage }),
    });
  }
}
