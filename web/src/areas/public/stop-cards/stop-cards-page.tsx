import { useLocation } from "react-router-dom";
import { useOptOutOfCards } from "#data/tributes/mutations.ts";
import { serverMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";

const FAILURE_MESSAGE = "We couldn't stop the cards. Please try again.";

const HomeLink = () => (
  <LinkButton variant="outline" to={paths.home()}>
    Go to our home page
  </LinkButton>
);

/** Waits for a press, because mail scanners open links but don't press buttons. */
const StopCards = ({ token }: { readonly token: string }) => {
  const optOut = useOptOutOfCards();
  if (optOut.isSuccess) {
    return (
      <Outcome
        tone="success"
        heading="h2"
        title="Done"
        text="We won’t email you any more cards. You can close this page."
      >
        <HomeLink />
      </Outcome>
    );
  }
  const stop = () =>
    optOut.mutate(token, {
      onError: (error) => logError("Cards could not be stopped", error),
    });
  return (
    <div className="flex flex-col gap-5">
      {optOut.isError && (
        <Notice tone="error">{serverMessage(optOut.error) ?? FAILURE_MESSAGE}</Notice>
      )}
      <Button size="lg" wide busy={optOut.isPending} onClick={stop}>
        Don’t email me again
      </Button>
    </div>
  );
};

const StopCardsPage = () => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  return (
    <CardPage
      title="Stop cards"
      intro="Donors can ask us to send a card about their gift. If you don't want any more of them, press the button."
    >
      {token ? (
        <StopCards token={token} />
      ) : (
        <Outcome
          tone="error"
          heading="h2"
          title="This link is incomplete"
          text="Open the link in the card again, or reply to the email and we’ll stop the cards."
        >
          <HomeLink />
        </Outcome>
      )}
    </CardPage>
  );
};

export default StopCardsPage;
