import { useEffect, useRef } from "react";
import { findDrafts, readDraft } from "#lib/drafts/drafts.ts";
import { paths } from "#lib/paths.ts";
import type { LostAccessNotice } from "#lib/session/lost-access.ts";
import { adminDraftOwner, type LoginRequest } from "#lib/session/session.ts";
import { LinkButton } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";

const LOGIN_REQUEST: LoginRequest = { openLogin: "admin" };

/** Returns, as text, everything that was typed in this tab but not saved. */
const readTypedText = (username: string): string =>
  findDrafts(adminDraftOwner({ username }), "")
    .map((key) =>
      Object.entries(readDraft(key) ?? {})
        .filter(([name, value]) => !VERSION_FIELDS.has(name) && typeof value === "string")
        .map(([, value]) => value)
        .join("\n")
        .trim(),
    )
    .filter((text) => text !== "")
    .join("\n\n");

/** Draft fields that no one typed: they store the version that the draft is based on. */
const VERSION_FIELDS: ReadonlySet<string> = new Set(["updatedAt", "version"]);

export interface LostAccessPageProps {
  readonly lostAccess: LostAccessNotice;
  readonly username: string;
}

/** Says that an owner ended the session and what to do next, and offers to copy what was typed. */
export const LostAccessPage = ({
  lostAccess: { isRemoved, message },
  username,
}: LostAccessPageProps) => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  const text = readTypedText(username);
  return (
    <main
      id="content"
      className="shell flex min-h-dvh flex-col items-center justify-center gap-4 text-center"
    >
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="font-display text-heading font-semibold outline-none"
      >
        {isRemoved ? "You're not an administrator anymore" : "Your access has changed"}
      </h1>
      <p className="max-w-xl">{message}</p>
      {text !== "" && (
        <>
          <p className="quiet max-w-xl">
            What you typed wasn't saved, but it isn't lost. You can copy it here.
            {!isRemoved &&
              " If you still have access to the page you were on, you'll find your text in the form there."}
          </p>
          <CopyButton text={text} label="Copy what I typed" />
        </>
      )}
      {isRemoved ? (
        <LinkButton to={paths.home()} replace>
          Go to the home page
        </LinkButton>
      ) : (
        <LinkButton to={paths.home()} state={LOGIN_REQUEST} replace>
          Log in again
        </LinkButton>
      )}
    </main>
  );
};
