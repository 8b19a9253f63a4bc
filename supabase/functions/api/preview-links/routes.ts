import { markdown } from "../../_shared/contracts/fields.ts";
import { POST_MAX_LENGTH } from "../../_shared/contracts/limits.ts";
import { previewLinkEndpoints } from "../../_shared/contracts/preview-links.ts";
import { AppError } from "../../_shared/errors.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { verifySignedId } from "../../_shared/http/signed-id.ts";
import { createSignedLinkUrl } from "../../_shared/http/signed-link.ts";
import {
  deletePreviewLink,
  findPreviewLink,
  createPreviewLink,
  readPreviewLink,
  type PreviewLink,
} from "./queries.ts";

const addUrl = async (
  { environment }: Pick<Services, "environment">,
  { id, createdAt }: PreviewLink,
) => ({ url: await createSignedLinkUrl(environment, "preview-link", id), createdAt });

/** Of a draft, everything is stored. What takes long to parse is shown nowhere. */
function requireShowable(content: string): void {
  const issues = markdown(POST_MAX_LENGTH, 0).safeParse(content).error?.issues ?? [];
  if (issues.length > 0)
    throw new AppError("validation_failed", {
      issues: issues.map(({ message }) => ({ path: "content", message })),
    });
}

export default implement(previewLinkEndpoints, {
  getPreviewLink: async ({ asCaller, services, params }) => {
    const link = await asCaller((sql) => findPreviewLink(sql, params.id));
    return link ? addUrl(services, link) : null;
  },

  createPreviewLink: async ({ asCaller, services, params }) =>
    addUrl(
      services,
      requireFound(await asCaller((sql) => createPreviewLink(sql, params.id)), "draft"),
    ),

  deletePreviewLink: async ({ asCaller, params }) => {
    await asCaller((sql) => deletePreviewLink(sql, params.id));
    return { message: "Preview link turned off" };
  },

  readPreviewLink: async ({ asService, services, body }) => {
    const linkId = await verifySignedId(
      services.environment.HASH_SECRET,
      "preview-link",
      body.token,
    );
    if (linkId === undefined) throw new AppError("not_found");
    const preview = requireFound(await asService((sql) => readPreviewLink(sql, linkId)));
    requireShowable(preview.draft?.content ?? "");
    return preview;
  },
});
