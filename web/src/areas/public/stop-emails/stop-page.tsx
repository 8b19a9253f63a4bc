import type { UseMutationResult } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";

export interface StopPageProps {
  readonly title: string;
  readonly intro: string;
  readonly buttonLabel: string;
  readonly doneText: string;
  readonly failureText: string;
  readonly incompleteText: string;
  /** Returns true if the token is complete. People may copy only part of a link. */
  readonly isCompleteToken: (token: string) => boolean;
  /** Stops the emails to the person who got the token. */
  readonly optOut: UseMutationResult<unknown, Error, string>;
}

const HomeLink = () => (
  <LinkButton variant="outline" to={paths.home()}>
    Go to our home page
  </LinkButton>
);

type StopStepProps = Pick<StopPageProps, "buttonLabel" | "doneText" | "failureText" | "optOut"> & {
  readonly token: string;
};

/** Waits for a click, because mail scanners open links but don't click buttons. */
const StopStep = ({ token, buttonLabel, doneText, failureText, optOut }: StopStepProps) => {
  if (optOut.isSuccess) {
    return (
      <Outcome tone="success" heading="h2" title="Done" text={doneText}>
        <HomeLink />
      </Outcome>
    );
  }
  const stop = () =>
    optOut.mutate(token, { onError: (error) => logError("Emails could not be stopped", error) });
  return (
    <div className="flex flex-col gap-5">
      {optOut.isError && (
        <Notice tone="error">{getServerMessage(optOut.error) ?? failureText}</Notice>
      )}
      <Button size="lg" wide busy={optOut.isPending} onClick={stop}>
        {buttonLabel}
      </Button>
    </div>
  );
};

/** The page behind an email's opt-out link. */
export const StopPage = ({
  title,
  intro,
  incompleteText,
  isCompleteToken,
  ...stopProps
}: StopPageProps) => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  return (
    <CardPage title={title} intro={intro}>
      {token !== null && isCompleteToken(token) ? (
        <StopStep token={token} {...stopProps} />
      ) : (
        <Outcome tone="error" heading="h2" title="This link is incomplete" text={incompleteText}>
          <HomeLink />
        </Outcome>
      )}
    </CardPage>
  );
};
