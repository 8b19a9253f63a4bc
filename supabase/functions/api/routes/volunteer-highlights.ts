import { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { AppError } from "../../_shared/errors.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  hidePictureInBackground,
  hidePicture,
  requireWaitingPicture,
  reviewWithPicture,
} from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import { highlightFolder } from "../../_shared/rules/upload-places.ts";
import {
  findReviewedHighlight,
  findOwnHighlight,
  highlightWrites,
  listAllHighlights,
  listHighlights,
  listOwnHighlights,
  publishHighlight,
} from "../queries/volunteer-highlights.ts";

const DELETED = { message: "Highlight deleted" };

export const volunteerHighlightHandlers = implement(volunteerHighlightEndpoints, {
  listHighlights: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listHighlights(sql, query)),

  listAllHighlights: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listAllHighlights(sql, query)),

  publishHighlight: async ({ services, caller, params: { id }, body }) => {
    const { database } = services;
    const { imageUrl, updatedAt } = requireFound(
      await database.as(caller, (sql) => findReviewedHighlight(sql, id, body.updatedAt)),
      "highlight",
    );
    const { isPublished } = body;
    // Keeps an edit made in between from being published unseen.
    const version = body.updatedAt ?? updatedAt;
    const changed = await reviewWithPicture(services, { imageUrl, isShown: isPublished }, () =>
      database.as(caller, (sql) => publishHighlight(sql, { id, isPublished, version })),
    );
    if (changed === undefined) throw new AppError("conflict");
    return { message: isPublished ? "Highlight published" : "Highlight unpublished" };
  },

  deleteHighlight: async ({ services, caller, params: { id } }) => {
    const { imageUrl } = requireFound(
      await services.database.as(caller, (sql) => highlightWrites.remove(sql, id)),
      "highlight",
    );
    hidePictureInBackground(services, imageUrl);
    return DELETED;
  },

  listOwnHighlights: ({ services, caller, params: { volunteerId } }) =>
    services.database.as(caller, (sql) => listOwnHighlights(sql, volunteerId)),

  createOwnHighlight: async ({ services, caller, params: { volunteerId }, body, once }) => {
    await requirePicture(services, volunteerId, body.imageUrl);
    return services.database.as(caller, (sql) =>
      once(sql, () => highlightWrites.insert(sql, body)),
    );
  },

  updateOwnHighlight: async ({ services, caller, params, body }) => {
    const { database } = services;
    const { imageUrl } = requireFound(
      await database.as(caller, (sql) => findOwnHighlight(sql, params)),
      "highlight",
    );
    if (body.imageUrl !== imageUrl) {
      await requirePicture(services, params.volunteerId, body.imageUrl);
    }
    const changed = requireFound(
      await database.as(caller, (sql) => highlightWrites.update(sql, params.highlightId, body)),
      "highlight",
    );
    if (imageUrl !== null && !changed.isPublished) await hidePicture(services, imageUrl);
    return changed;
  },

  deleteOwnHighlight: async ({ services, caller, params }) => {
    const { database } = services;
    requireFound(await database.as(caller, (sql) => findOwnHighlight(sql, params)), "highlight");
    const { imageUrl } = requireFound(
      await database.as(caller, (sql) => highlightWrites.remove(sql, params.highlightId)),
      "highlight",
    );
    hidePictureInBackground(services, imageUrl);
    return DELETED;
  },
});

/** Each volunteer uploads into their own folder and can't use any other. */
async function requirePicture(
  services: Services,
  volunteerId: string,
  path: string | null | undefined,
): Promise<void> {
  if (path) await requireWaitingPicture(services, path, highlightFolder(volunteerId));
}
