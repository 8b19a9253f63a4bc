import { useChooseOwnShiftEmails, useOwnShiftEmails } from "#data/shift-emails/mutations.ts";
import { CheckField } from "#ui/fields/check-field.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SettingsCard } from "./settings-card.tsx";

/** Turns the administrator's own emails about shifts on or off. */
export const OwnShiftEmails = () => {
  const emails = useOwnShiftEmails();
  const choose = useChooseOwnShiftEmails();
  const save = async (wantsEmails: boolean) => {
    try {
      await choose.mutateAsync(wantsEmails);
      showSuccess(
        wantsEmails ? "You'll get emails about shifts" : "You won't get emails about shifts",
      );
    } catch (error) {
      showFailure("The choice could not be saved", error, {
        title: "We couldn't save your choice",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <SettingsCard
      title="Emails to you"
      intro="Right away if someone leaves a shift in the next 24 hours, once a day for shifts in the next 7 days, and when you need to call someone who has no email address."
    >
      <QueryStates query={emails} subject="your emails">
        {({ wantsShiftEmails }) => (
          <CheckField
            label="Email me about shifts"
            checked={choose.isPending ? choose.variables : wantsShiftEmails}
            onValue={(value) => void save(value)}
          />
        )}
      </QueryStates>
    </SettingsCard>
  );
};
