import { settingsEndpoints } from "../../_shared/contracts/settings.ts";
import { AppError } from "../../_shared/errors.ts";
import { runQueuedCheck } from "../../_shared/http/file-checks.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { readUploadedKey, toSignatureKey } from "../../_shared/rules/upload-places.ts";
import { readSettings, updateSettings } from "./queries.ts";

/** The browser draws a signature at this size. A larger picture would make each paper larger. */
const SIGNATURE_MAX = { side: 1200, bytes: 200_000 };

export default implement(settingsEndpoints, {
  getSettings: ({ asCaller }) => asCaller(readSettings),
  updateSettings: ({ asCaller, body }) => asCaller((sql) => updateSettings(sql, body)),

  saveSignature: async ({ services: { storage, environment }, caller, body }) => {
    const key = readUploadedKey(body.url, environment.PUBLIC_SUPABASE_URL, "site");
    const picture = await runQueuedCheck(caller, async () => {
      const upload = key && (await storage.take("uploads", key));
      if (!upload) throw new AppError("upload_not_found");
      // This import happens only when it's needed, to keep reads fast.
      const { cleanImage } = await import("../../_shared/images/clean-image.ts");
      return cleanImage(upload);
    });
    // A PDF contains a JPEG as it is. Any other format would have to be decoded for each paper.
    if (
      picture?.type !== "image/jpeg" ||
      Math.max(picture.width, picture.height) > SIGNATURE_MAX.side ||
      picture.bytes.length > SIGNATURE_MAX.bytes
    ) {
      throw new AppError("image_not_accepted", {
        message: "Use a small JPEG of the signature, at most 1200 pixels wide.",
      });
    }
    const objectPath = `/signatures/${crypto.randomUUID()}`;
    await storage.save("uploads", toSignatureKey(objectPath), picture);
    return { objectPath };
  },

  getSignature: async ({ asCaller, services: { storage } }) => {
    const { signatureUrl } = await asCaller(readSettings);
    const file = signatureUrl && (await storage.open("uploads", toSignatureKey(signatureUrl)));
    return createFileResponse(requireFound(file || undefined, "picture"), {
      type: "image/jpeg",
      filename: "signature.jpg",
    });
  },
});
