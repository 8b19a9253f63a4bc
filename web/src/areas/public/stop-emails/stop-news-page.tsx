import { NEWS_TOKEN_PATTERN } from "#contracts/limits.ts";
import { useOptOutOfNews } from "#data/event-announcements/mutations.ts";
import { StopPage } from "./stop-page.tsx";

const StopNewsPage = () => (
  <StopPage
    title="Emails about new events"
    intro="If you don't want them anymore, press the button. You'll still get reminders and updates for shifts you signed up for."
    buttonLabel="Turn them off"
    doneText="We won't email you about new events anymore. You can turn these emails on again under Your details in your volunteer dashboard."
    failureText="We couldn't turn off these emails. Please try again."
    incompleteText="Open the link in the email again, or reply to the email and we'll turn off these emails."
    isCompleteToken={(token) => NEWS_TOKEN_PATTERN.test(token)}
    optOut={useOptOutOfNews()}
  />
);

export default StopNewsPage;
