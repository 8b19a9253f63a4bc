import { uploadEndpoints } from "../../_shared/contracts/uploads.ts";
import type { Caller } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import { openWaitingPicture } from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import { type CleanPicture, storeSitePicture } from "../../_shared/http/site-pictures.ts";
import { cleanImage } from "../../_shared/images/clean-image.ts";
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
  saveTestimonialImage: ({ services, body }) =>
    acceptUpload(services, body.testimonialImageURL, "stories"),
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
  if (smaller.length === 0) return acceptUpload(services, address, folderOf(caller));
  throw new AppError("validation_failed", {
    issues: [{ path: "smaller", message: "Only pictures of the site have smaller ones" }],
  });
}

function requireKey({ environment }: Services, address: string, folder: string): string {
  const key = uploadedKey(address, environment.PUBLIC_SUPABASE_URL, folder);
  if (key === undefined) throw new AppError("upload_not_found");
  return key;
}

/** Takes a picture out of quarantine once: what shows it is kept, the upload itself goes. */
async function takePicture({ storage }: Services, key: string) {
  const upload = await storage.take("uploads", key);
  if (upload === undefined) throw new AppError("upload_not_found");
  const picture = await cleanImage(upload);
  if (picture === undefined) throw new AppError("image_not_accepted");
  return picture;
}

/** It waits under its final name, until somebody has looked at it. */
async function acceptUpload(services: Services, address: string, folder: string) {
  const key = requireKey(services, address, folder);
  const isNew = await services.storage.save("uploads", waitingKey(key), {
    ...(await takePicture(services, key)),
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
  const whole = await takePicture(services, key!);
  const smaller: CleanPicture[] = [];
  for (const each of smallerKeys) {
    const upload = await services.storage.take("uploads", each);
    const picture = upload && (await cleanImage(upload));
    if (picture !== undefined) smaller.push(picture);
  }
  const objectPath = await storeSitePicture(services, whole, smaller, key);
  if (objectPath === undefined) throw new AppError("upload_not_found");
  return { objectPath };
}
