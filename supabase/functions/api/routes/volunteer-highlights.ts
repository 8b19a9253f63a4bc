import { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { AppError } from "../../_shared/errors.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { inBackground } from "../../_shared/http/in-background.ts";
import {
  hidePicture,
  requireWaitingPicture,
  showPicture,
} from "../../_shared/http/reviewed-pictures.ts";
import type { Services } from "../../_shared/http/services.ts";
import { highlightFolder } from "../../_shared/rules/upload-places.ts";
import {
  findHighlight,
  findOwnHighlight,
  highlightWrites,
  listAllHighlights,
  listHighlights,
  listOwnHighlights,
  publishHighlight,
} from "../queries/volunteer-highlights.ts";

export const volunteerHighlightHandlers = implement(volunteerHighlightEndpoints, {
  listHighlights: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listHighlights(sql, query)),

  listAllHighlights: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listAllHighlights(sql, query)),

  publishHighlight: async ({ services, caller, params: { id }, body }) => {
    const { database } = services;
    const { imageUrl, updatedAt } = found(
      await database.as(caller, (sql) => findHighlight(sql, id)),
    );
    // What its author changes in between has been read by nobody.
    const version = body.updatedAt ?? updatedAt;
    if (body.isPublished && imageUrl !== null) await showPicture(services, imageUrl);
    const isChanged = await database.as(caller, (sql) =>
      publishHighlight(sql, { id, isPublished: body.isPublished, version }),
    );
    const isHidden = !isChanged || !body.isPublished;
    if (isHidden && imageUrl !== null) await hidePicture(services, imageUrl);
    if (!isChanged) throw new AppError("conflict");
    return { message: body.isPublished ? "Highlight published" : "Highlight unpublished" };
  },

  deleteHighlight: async ({ services, caller, params: { id } }) => {
    const { imageUrl } = found(
      await services.database.as(caller, (sql) => highlightWrites.remove(sql, id)),
    );
    return deleted(services, imageUrl);
  },

  listOwnHighlights: ({ services, caller, params: { volunteerId } }) =>
    services.database.as(caller, (sql) => listOwnHighlights(sql, volunteerId)),

  createOwnHighlight: async ({ services, caller, params: { volunteerId }, body }) => {
    await requirePicture(services, volunteerId, body.imageUrl);
    return services.database.as(caller, (sql) => highlightWrites.insert(sql, body));
  },

  updateOwnHighlight: async ({ services, caller, params, body }) => {
    const { database } = services;
    const { imageUrl } = found(await database.as(caller, (sql) => findOwnHighlight(sql, params)));
    if (body.imageUrl !== imageUrl) {
      await requirePicture(services, params.volunteerId, body.imageUrl);
    }
    const changed = found(
      await database.as(caller, (sql) => highlightWrites.update(sql, params.highlightId, body)),
    );
    if (imageUrl !== null && !changed.isPublished) await hidePicture(services, imageUrl);
    return changed;
  },

  deleteOwnHighlight: async ({ services, caller, params }) => {
    const { database } = services;
    found(await database.as(caller, (sql) => findOwnHighlight(sql, params)));
    const { imageUrl } = found(
      await database.as(caller, (sql) => highlightWrites.remove(sql, params.highlightId)),
    );
    return deleted(services, imageUrl);
  },
});

/** Each volunteer uploads into a folder of her own, and takes from no other. */
async function requirePicture(
  services: Services,
  volunteerId: string,
  path: string | null | undefined,
): Promise<void> {
  if (path) await requireWaitingPicture(services, path, highlightFolder(volunteerId));
}

/** The highlight is gone, whatever becomes of its picture; the sweep takes what stays behind. */
function deleted(services: Services, imageUrl: string | null) {
  if (imageUrl !== null) {
    inBackground("hide the picture of a highlight", () => hidePicture(services, imageUrl));
  }
  return { message: "Highlight deleted" };
}
