import type { MouseEvent } from "react";
import { Link, useNavigate } from "react-router-dom";
import { VISITOR_OWNER } from "#lib/drafts/draft-key.ts";
import { saveDraft } from "#lib/drafts/drafts.ts";
import { paths } from "#lib/paths.ts";
import { replacesDialogEntry } from "#ui/dialogs/use-close-on-back.ts";

export interface ForgotPasswordLinkProps {
  /** The email typed in the login form. It is saved as the draft of the Forgot password page. */
  readonly email?: string;
  readonly onLeave: () => void;
}

/** Closes the login dialog, unless the link is opened in another tab. */
export const ForgotPasswordLink = ({ email = "", onLeave }: ForgotPasswordLinkProps) => {
  const navigate = useNavigate();
  const openForgotPassword = (event: MouseEvent) => {
    if (email) saveDraft({ owner: VISITOR_OWNER, form: paths.forgotPassword() }, { email });
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(paths.forgotPassword(), { replace: replacesDialogEntry() });
    onLeave();
  };
  return (
    <p className="text-center text-sm">
      <Link to={paths.forgotPassword()} onClick={openForgotPassword} className="link">
        Forgot password?
      </Link>
    </p>
  );
};
