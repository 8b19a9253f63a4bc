import { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { AppError } from "../../_shared/errors.ts";
import { requireNoun, implement } from "../../_shared/http/handlers.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import {
  hidePictureInBackground,
  hidePicture,
  openWaitingPicture,
  requireWaitingPicture,
  reviewWithPicture,
} from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import { listSmallerPaths } from "../../_shared/rules/pictures.ts";
import { getHighlightFolder } from "../../_shared/rules/upload-places.ts";
import {
  findReviewedHighlight,
  findOwnHighlight,
  highlightWrites,
  listAllHighlights,
  listHighlights,
  listOwnHighlights,
  publishHighlight,
} from "./queries.ts";

const requireHighlight = requireNoun("highlight");
const requirePicture = requireNoun("picture");

const DELETED_RESPONSE = { message: "Highlight deleted" };

export default implement(volunteerHighlightEndpoints, {
  listHighlights: ({ asCaller, query }) => asCaller((sql) => listHighlights(sql, query)),

  listAllHighlights: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listAllHighlights(sql, query)),

  publishHighlight: async ({ asCaller, services, params: { id }, body }) => {
    const { imageUrl, updatedAt } = requireHighlight(
      await asCaller((sql) => findReviewedHighlight(sql, id, body.updatedAt)),
    );
    const { isPublished } = body;
    // Without the version, an edit that was made while the administrator was reading could be published unseen.
    const version = body.updatedAt ?? updatedAt;
    const highlight = await reviewWithPicture(services, { imageUrl, isShown: isPublished }, () =>
      asCaller((sql) => publishHighlight(sql, { id, isPublished, version })),
    );
    if (highlight === undefined) throw new AppError("conflict");
    return { message: isPublished ? "Highlight published" : "Highlight unpublished" };
  },

  deleteHighlight: async ({ asCaller, services, params: { id }, query: { version } }) => {
    const removed = await asCaller((sql) => highlightWrites.remove(sql, id, version));
    const { imageUrl } = requireHighlight(removed);
    hidePictureInBackground(services, imageUrl);
    return DELETED_RESPONSE;
  },

  listOwnHighlights: ({ asCaller, params: { volunteerId } }) =>
    asCaller((sql) => listOwnHighlights(sql, volunteerId)),

  // An `<img>` detects the format from the picture's bytes; a generic type keeps browsers from running the file.
  getOwnHighlightPicture: async ({ asCaller, services, params }) => {
    const highlight = await asCaller((sql) => findOwnHighlight(sql, params));
    const path = requirePicture(highlight?.imageUrl ?? undefined);
    const [smallestWidth] = listSmallerPaths(path).map((smaller) =>
      Number(smaller.split("/").at(-1)),
    );
    return createFileResponse(
      requirePicture(await openWaitingPicture(services, path, smallestWidth)),
      { type: "application/octet-stream", filename: "picture" },
    );
  },

  createOwnHighlight: async ({ asCaller, services, params: { volunteerId }, body, once }) => {
    await requireOwnPicture(services, volunteerId, body.imageUrl);
    return asCaller((sql) => once(sql, () => highlightWrites.insert(sql, body)));
  },

  updateOwnHighlight: async ({ asCaller, services, params, body }) => {
    const { imageUrl } = requireHighlight(await asCaller((sql) => findOwnHighlight(sql, params)));
    if (body.imageUrl !== imageUrl) {
      await requireOwnPicture(services, params.volunteerId, body.imageUrl);
    }
    const highlight = requireHighlight(
      await asCaller((sql) => highlightWrites.update(sql, params.highlightId, body)),
    );
    if (imageUrl !== null && !highlight.isPublished) await hidePicture(services, imageUrl);
    return highlight;
  },

  deleteOwnHighlight: async ({ asCaller, services, params }) => {
    requireHighlight(await asCaller((sql) => findOwnHighlight(sql, params)));
    const { imageUrl } = requireHighlight(
      await asCaller((sql) => highlightWrites.remove(sql, params.highlightId)),
    );
    hidePictureInBackground(services, imageUrl);
    return DELETED_RESPONSE;
  },
});

/** Volunteers upload into their own folders and can't use anyone else's. */
async function requireOwnPicture(
  services: Services,
  volunteerId: string,
  path: string | null | undefined,
): Promise<void> {
  if (path) await requireWaitingPicture(services, path, getHighlightFolder(volunteerId));
}
