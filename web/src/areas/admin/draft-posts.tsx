import { Link } from "react-router-dom";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { draftsOf, readDraft } from "#lib/drafts/drafts.ts";
import { paths } from "#lib/paths.ts";
import { Notice } from "#ui/messages/notice.tsx";

const FORM_PREFIX = "blog post:";

/** Links to unsaved posts from this tab's drafts. */
export const DraftPosts = ({ editedId = "" }: { readonly editedId?: string }) => {
  const owner = useDraftOwner();
  const drafts = draftsOf(owner, FORM_PREFIX)
    .map((key) => ({ id: key.form.slice(FORM_PREFIX.length), title: readDraft(key)?.["title"] }))
    .filter(({ id }) => id !== editedId);
  if (drafts.length === 0) return null;
  return (
    <div className="mb-6">
      <Notice tone="info" title="You have an unfinished post">
        <ul>
          {drafts.map(({ id, title }) => (
            <li key={id}>
              <Link className="link" to={`${paths.dashboard("blogs")}?edit=${id}`}>
                Continue {typeof title === "string" && title.trim() ? `“${title}”` : "writing"}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
};
