import { uploadEndpoints } from "../../_shared/contracts/uploads.ts";
import type { Caller } from "../../_shared/caller.ts";
import { AppError } from "../../_shared/errors.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import { openWaitingPicture } from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import { cleanImage } from "../../_shared/images/clean-image.ts";
import { listOrphanedFiles, noteSweep } from "../queries/uploads.ts";
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
    acceptUpload(services, body.url, folderOf(caller)),
  saveMissionImage: ({ services, body }) => acceptUpload(services, body.missionImageURL, "site"),
  // Of which type it is the picture itself says; as a file of any type no browser runs it.
  getWaitingPicture: async ({ services, query: { path } }) =>
    fileAnswer(found(await openWaitingPicture(services, path)), {
      type: "application/octet-stream",
      filename: "picture",
    }),
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

/**
 * Takes a picture out of quarantine once: what shows it is stored under its final name, the upload itself goes. Only
 * what administrators upload is public at once.
 */
async function acceptUpload({ storage, environment }: Services, address: string, folder: string) {
  const key = uploadedKey(address, environment.PUBLIC_SUPABASE_URL, folder);
  const upload = key === undefined ? undefined : await storage.take("uploads", key);
  if (key === undefined || upload === undefined) throw new AppError("upload_not_found");

  const picture = await cleanImage(upload);
  if (picture === undefined) throw new AppError("image_not_accepted");
  const isPublic = folder === "site";
  const isNew = await storage.save(
    isPublic ? "images" : "uploads",
    isPublic ? key : waitingKey(key),
    isPublic ? picture : { ...picture, maxAgeSeconds: WITHDRAWN_AFTER_SECONDS },
  );
  if (!isNew) throw new AppError("upload_not_found");
  return { objectPath: imagePath(key) };
}
