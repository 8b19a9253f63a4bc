import { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { AppError } from "../../_shared/errors.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
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

const DELETED_RESPONSE = { message: "Highlight deleted" };

export default implement(volunteerHighlightEndpoints, {
  listHighlights: ({ asCaller, query }) => asCaller((sql) => listHighlights(sql, query)),

  listAllHighlights: ({ asAdminReader, query }) =>
    asAdminReader((sql) => listAllHighlights(sql, query)),

  publishHighlight: async ({ asCaller, services, params: { id }, body }) => {
    const { imageUrl, updatedAt } = requireFound(
      await asCaller((sql) => findReviewedHighlight(sql, id, body.updatedAt)),
      "highlight",
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

  deleteHighlight: async ({ asCaller, services, params: { id } }) => {
    const { imageUrl } = requireFound(
      await asCaller((sql) => highlightWrites.remove(sql, id)),
      "highlight",
    );
    hidePictureInBackground(services, imageUrl);
    return DELETED_RESPONSE;
  },

  listOwnHighlights: ({ asCaller, params: { volunteerId } }) =>
    asCaller((sql) => listOwnHighlights(sql, volunteerId)),

  // An `<img>` detects the format from the picture's bytes; a generic type keeps browsers from running the file.
  getOwnHighlightPicture: async ({ asCaller, services, params }) => {
    const highlight = await asCaller((sql) => findOwnHighlight(sql, params));
    const path = requireFound(highlight?.imageUrl ?? undefined, "picture");
    const [smallestWidth] = listSmallerPaths(path).map((smaller) =>
      Number(smaller.split("/").at(-1)),
    );
    return createFileResponse(
      requireFound(await openWaitingPicture(services, path, smallestWidth), "picture"),
      { type: "application/octet-stream", filename: "picture" },
    );
  },

  createOwnHighlight: async ({ asCaller, services, params: { volunteerId }, body, once }) => {
    await requirePicture(services, volunteerId, body.imageUrl);
    return asCaller((sql) => once(sql, () => highlightWrites.insert(sql, body)));
  },

  updateOwnHighlight: async ({ asCaller, services, params, body }) => {
    const { imageUrl } = requireFound(
      await asCaller((sql) => findOwnHighlight(sql, params)),
      "highlight",
    );
    if (body.imageUrl !== imageUrl) {
      await requirePicture(services, params.volunteerId, body.imageUrl);
    }
    const highlight = requireFound(
      await asCaller((sql) => highlightWrites.update(sql, params.highlightId, body)),
      "highlight",
    );
    if (imageUrl !== null && !highlight.isPublished) await hidePicture(services, imageUrl);
    return highlight;
  },

  deleteOwnHighlight: async ({ asCaller, services, params }) => {
    requireFound(await asCaller((sql) => findOwnHighlight(sql, params)), "highlight");
    const { imageUrl } = requireFound(
      await asCaller((sql) => highlightWrites.remove(sql, params.highlightId)),
      "highlight",
    );
    hidePictureInBackground(services, imageUrl);
    return DELETED_RESPONSE;
  },
});

/** Volunteers upload into their own folders and can't use anyone else's. */
async function requirePicture(
  services: Services,
  volunteerId: string,
  path: string | null | undefined,
): Promise<void> {
  if (path) await requireWaitingPicture(services, path, getHighlightFolder(volunteerId));
}
