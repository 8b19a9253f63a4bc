import { uploadEndpoints } from "../../_shared/contracts/uploads.ts";
import type { Caller } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { checkAlone } from "../../_shared/http/file-checks.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { enforceRateLimit } from "../../_shared/http/rate-limit.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import { openWaitingPicture } from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import { type CleanPicture, storeSitePicture } from "../../_shared/http/site-pictures.ts";
import { NotAPicture } from "../../_shared/images/bytes.ts";
import { cleanImage, requireImage } from "../../_shared/images/clean-image.ts";
import { listOrphanedFiles, noteSweep, readMissingPictures } from "../queries/uploads.ts";
import {
  highlightFolder,
  imagePath,
  uploadedKey,
  waitingKey,
} from "../../_shared/rules/upload-places.ts";

/** Caches between us and visitors may show a picture so long after its story or highlight was unpublished. */
const WITHDRAWN_AFTER_SECONDS = 60;

export const uploadHandlers = implement(uploadEndpoints, {
  createTestimonialUpload: ({ services }) => handOutUpload(services, "stories"),
  saveTestimonialImage: ({ services, address, body }) =>
    acceptUpload(services, { address: body.testimonialImageURL, folder: "stories", from: address }),
  createUpload: ({ services, caller }) => handOutUpload(services, folderOf(caller)),
  normalizeObjectPath: ({ services, caller, body }) =>
    acceptFrom(caller, services, body.url, body.smaller),
  saveMissionImage: ({ services, body }) =>
    publishUpload(services, body.missionImageURL, body.smaller ?? []),
  // Of which type it is the picture itself says; as a file of any type no browser runs it.
  getWaitingPicture: async ({ services, query: { path } }) =>
    fileAnswer(found(await openWaitingPicture(services, path)), {
      type: "application/octet-stream",
      filename: "picture",
    }),
  getMissingPictures: ({ services, caller }) => services.database.as(caller, readMissingPictures),
  sweepUploads: async ({ services: { database, storage }, caller }) => {
    const orphans = await database.as(caller, listOrphanedFiles);
    let removed = 0;
    for (const bucket of ["uploads", "images", "reports"] as const) {
      const keys = orphans.flatMap((file) => (file.bucketId === bucket ? [file.name] : []));
      removed += await storage.remove(bucket, keys);
    }
    await database.as(caller, noteSweep);
    return { removed };
  },
});

function folderOf(caller: Caller): string {
  if (caller.kind === "admin") return "site";
  if (caller.kind === "volunteer") return highlightFolder(caller.userId);
  throw new AppError("forbidden");
}

async function handOutUpload({ storage }: Services, folder: string) {
  return { uploadURL: await storage.signUpload("uploads", `${folder}/${crypto.randomUUID()}`) };
}

/** Only what administrators upload is public at once, and lies there in several sizes. */
function acceptFrom(
  caller: Caller,
  services: Services,
  address: string,
  smaller: readonly string[] = [],
) {
  if (caller.kind === "admin") return publishUpload(services, address, smaller);
  if (smaller.length === 0 && caller.kind === "volunteer") {
    return acceptUpload(services, { address, folder: folderOf(caller), from: caller.userId });
  }
  throw new AppError("validation_failed", {
    issues: [{ path: "smaller", message: "Only pictures of the site have smaller ones" }],
  });
}

function requireKey({ environment }: Services, address: string, folder: string): string {
  const key = uploadedKey(address, environment.PUBLIC_SUPABASE_URL, folder);
  if (key === undefined) throw new AppError("upload_not_found");
  return key;
}

interface ReviewedUpload {
  readonly address: string;
  readonly folder: string;
  /** By whom checks are counted: the visitor's address, or the volunteer. */
  readonly from: string;
}

const REVIEWED_CHECKS = {
  max: 5,
  windowSeconds: 3600,
  sentence:
    "You have added 5 pictures within an hour, which is all we take. Please try again later.",
} as const;

/** It waits under its final name, until somebody has looked at it. */
async function acceptUpload(services: Services, { address, folder, from }: ReviewedUpload) {
  const key = requireKey(services, address, folder);
  const picture = await checkAlone(async () => {
    await enforceRateLimit(services, "picture-checks", from, REVIEWED_CHECKS);
    return accepted(await takeUpload(services, key), { maxDepth: 8 });
  });
  const isNew = await services.storage.save("uploads", waitingKey(key), {
    ...picture,
    maxAgeSeconds: WITHDRAWN_AFTER_SECONDS,
  });
  if (!isNew) throw new AppError("upload_not_found");
  return { objectPath: imagePath(key) };
}

/** Smaller ones that are none, or of another picture, are left out: the picture is good without them. */
async function publishUpload(services: Services, address: string, addresses: readonly string[]) {
  const [key, ...smallerKeys] = [address, ...addresses].map((each) =>
    requireKey(services, each, "site"),
  );
  const { whole, smaller } = await checkAlone(async () => {
    const checked = await accepted(await takeUpload(services, key!));
    const offered: CleanPicture[] = [];
    for (const each of smallerKeys) {
      const upload = await services.storage.take("uploads", each);
      const picture = upload && (await cleanImage(upload));
      if (picture !== undefined) offered.push(picture);
    }
    return { whole: checked, smaller: offered };
  });
  const objectPath = await storeSitePicture(services, whole, smaller, key);
  if (objectPath === undefined) throw new AppError("upload_not_found");
  return { objectPath };
}

/** Out of quarantine, once. */
async function takeUpload({ storage }: Services, key: string) {
  const upload = await storage.take("uploads", key);
  if (upload === undefined) throw new AppError("upload_not_found");
  return upload;
}

/** What shows the picture, or the reason why there is none. */
async function accepted(...[bytes, options]: Parameters<typeof requireImage>) {
  try {
    return await requireImage(bytes, options);
  } catch (cause) {
    if (!(cause instanceof NotAPicture)) throw cause;
    const { sentence } = cause;
    throw new AppError("image_not_accepted", {
      cause,
      ...(sentence === undefined ? {} : { message: sentence }),
    });
  }
}
