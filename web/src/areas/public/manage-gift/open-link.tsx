import { useNavigate } from "react-router-dom";
import { useRedeemDonorLink } from "#data/donor-links/mutations.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { CardPage } from "../mailed-link/card-page.tsx";

const FAILURE_MESSAGE = "We couldn't load your gifts. Please try again.";

const DeadLink = () => (
  <Outcome
    tone="error"
    heading="h2"
    title="This link no longer works"
    text="Each link works only once and expires after 24 hours. Request a new one, and it should arrive within a minute."
  >
    <LinkButton to={paths.manageGift()} replace>
      Get a new link
    </LinkButton>
  </Outcome>
);

/**
 * Waits for a click, because the link works only once, and mail scanners open links but don't click buttons. The URL
 * keeps the token until the link is used, so that a reload doesn't lose it.
 */
export const OpenLink = ({ token }: { readonly token: string }) => {
  const redeem = useRedeemDonorLink();
  const navigate = useNavigate();
  const redeemLink = async () => {
    try {
      await redeem.mutateAsync(token);
      await navigate(paths.manageGift(), { replace: true });
    } catch (error) {
      logError("A link to a donor's gifts could not be opened", error);
    }
  };
  const isLinkDead = isUnauthorized(redeem.error);
  return (
    <CardPage
      title="Welcome back"
      intro="See the gifts made with your email address. You can view them for one hour, on this device only."
    >
      {isLinkDead ? (
        <DeadLink />
      ) : (
        <div className="flex flex-col gap-5">
          {redeem.isError && (
            <Notice tone="error">{getServerMessage(redeem.error) ?? FAILURE_MESSAGE}</Notice>
          )}
          <Button size="lg" wide busy={redeem.isPending} onClick={() => void redeemLink()}>
            Show my gifts
          </Button>
        </div>
      )}
    </CardPage>
  );
};
