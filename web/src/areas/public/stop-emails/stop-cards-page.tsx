import { useOptOutOfCards } from "#data/tributes/mutations.ts";
import { isUuid } from "#rules/uuid.ts";
import { StopPage } from "./stop-page.tsx";

const StopCardsPage = () => (
  <StopPage
    title="Stop cards"
    intro="Donors can ask us to send a card about their gift. If you don't want any more cards, press the button."
    buttonLabel="Don't email me again"
    doneText="We won't email you any more cards. You can close this page."
    failureText="We couldn't save your choice to stop getting cards. Please try again."
    incompleteText="Open the link in the card again, or reply to the email and we'll stop sending you cards."
    isCompleteToken={isUuid}
    optOut={useOptOutOfCards()}
  />
);

export default StopCardsPage;
