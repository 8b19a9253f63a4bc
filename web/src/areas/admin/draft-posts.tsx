import { Link } from "react-router-dom";
import { useBlogPostDrafts } from "#data/blog-post-drafts/mutations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { findDrafts, readDraft } from "#lib/drafts/drafts.ts";
import { paths } from "#lib/paths.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Notice } from "#ui/messages/notice.tsx";

const FORM_PREFIX = "blog post:";

/** Returns the drafts that this tab keeps because they couldn't be sent. */
const useUnsentDrafts = () => {
  const owner = useDraftOwner();
  return findDrafts(owner, FORM_PREFIX).map((key) => {
    const values = readDraft(key) ?? {};
    return {
      id: key.form.slice(FORM_PREFIX.length),
      title: typeof values["title"] === "string" ? values["title"] : "",
      isNew: !("version" in values),
      saved: null,
    };
  });
};

/** Links to all drafts, including those that only this tab has. */
export const DraftPosts = () => {
  const unsentDrafts = useUnsentDrafts();
  const savedDrafts = (useBlogPostDrafts().data?.rows ?? []).map((draft) => ({
    id: draft.id,
    title: draft.title,
    isNew: draft.postVersion === null,
    saved: {
      by: draft.savedBy,
      at: draft.updatedAt,
      isPart: unsentDrafts.some(({ id }) => id === draft.id),
    },
  }));
  const drafts = [
    ...unsentDrafts.filter(({ id }) => !savedDrafts.some((draft) => draft.id === id)),
    ...savedDrafts,
  ];
  if (drafts.length === 0) return null;
  return (
    <div className="mb-6">
      <Notice
        tone="info"
        title={drafts.length === 1 ? "You have an unfinished post" : "You have unfinished posts"}
      >
        <ul>
          {drafts.map(({ id, title, isNew, saved }) => (
            <li key={id}>
              <Link
                className="link"
                to={
                  isNew
                    ? `${paths.dashboard("blogs", "new")}?draft=${id}`
                    : paths.dashboard("blogs", id)
                }
              >
                Continue {title.trim() ? `“${title}”` : "writing"}
              </Link>{" "}
              <span className="text-sm">
                {saved ? (
                  <>
                    saved by {saved.by}, <ShortMoment moment={saved.at} />
                    {saved.isPart && <span>; your last changes are only in this tab</span>}
                  </>
                ) : (
                  "only in this tab so far"
                )}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
};
