import { useInviteVolunteer, type VolunteerRecord, volunteers } from "#data/volunteers/resource.ts";
import { useUpdateRecord } from "#data/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Fact } from "#admin/fact.tsx";
import { PersonStatusButton } from "#admin/person-status-button.tsx";
import { ResendButton } from "../resend-button.tsx";

const LOGIN_STATE: StatusLooks<VolunteerRecord["login"]["state"]> = {
  open: { label: "Active" },
  closed: { label: "Disabled", tone: "attention" },
  invited: { label: "Not set up yet" },
  none: { label: "No login" },
};

interface VolunteerProps {
  readonly volunteer: VolunteerRecord;
}

/** Auth didn't respond when the address was changed, so the person still logs in with the old one. */
const OutdatedEmailNotice = ({ volunteer }: VolunteerProps) => {
  const update = useUpdateRecord(volunteers);
  const finish = async () => {
    try {
      const saved = await update.mutateAsync({
        id: volunteer.id,
        changes: { email: volunteer.email ?? undefined },
      });
      if ((saved as VolunteerRecord).login.outdatedEmail === null) {
        showSuccess(`${volunteer.name} now logs in with ${volunteer.email}`);
        return;
      }
      throw new Error("Auth still has the old email address");
    } catch (error) {
      showFailure("A login's email could not be changed", error, {
        title: "They still log in with the old email",
        fallback: "Please try again in a few minutes.",
      });
    }
  };
  return (
    <Notice tone="error" title="The email change isn't finished">
      <p>
        {volunteer.name} still logs in with {volunteer.login.outdatedEmail}.
      </p>
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        busy={update.isPending}
        onClick={() => void finish()}
      >
        Finish the change
      </Button>
    </Notice>
  );
};

const InviteButton = ({ volunteer }: VolunteerProps) => {
  const invite = useInviteVolunteer();
  const send = async () => {
    try {
      await invite.mutateAsync(volunteer.id);
      showSuccess({
        title: "The email will go out within a minute",
        description: `${volunteer.name} has 7 days to set up a login. The link works only once.`,
      });
    } catch (error) {
      showFailure("A link to set up a login could not be sent", error, {
        title: "We couldn't send the link",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <Button variant="outline" size="sm" busy={invite.isPending} onClick={() => void send()}>
      Send a link to set up a login
    </Button>
  );
};

const getNote = ({
  login,
  isImported,
  email,
  contactEmail,
}: VolunteerRecord): string | undefined => {
  if (contactEmail !== null)
    return "They share someone else's mailbox. To let them log in, add an email address of their own.";
  if (email === null) return "To let them log in, add their email address first.";
  if (login.state === "invited") return "The link to set up the account hasn't been used.";
  return login.state === "none" && isImported ? "Imported from another system." : undefined;
};

/** Shows whether the volunteer can log in, with the actions that change this. */
export const VolunteerLoginCard = ({ volunteer }: VolunteerProps) => {
  const { id, login, accountId, name, email, isActive } = volunteer;
  const note = getNote(volunteer);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="login-title">
      <SectionHeading id="login-title">Login</SectionHeading>
      {login.outdatedEmail !== null && <OutdatedEmailNotice volunteer={volunteer} />}
      <dl className="divide-base-300 divide-y">
        <Fact name="Status">
          <StatusBadge looks={LOGIN_STATE} status={login.state} />
        </Fact>
        {accountId !== null && (
          <Fact name="Last login">
            {login.lastLoginAt === null ? "Never" : <ShortMoment moment={login.lastLoginAt} />}
          </Fact>
        )}
      </dl>
      {note && <p className="quiet text-sm">{note}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {login.waitingApplicationId !== null && email !== null && (
          <ResendButton
            application={{
              id: login.waitingApplicationId,
              firstName: volunteer.firstName,
              lastName: volunteer.lastName,
              email,
            }}
          />
        )}
        {login.state === "none" && accountId === null && email !== null && isActive && (
          <InviteButton volunteer={volunteer} />
        )}
        <PersonStatusButton
          id={accountId ?? id}
          hasLogin={accountId !== null}
          name={name}
          isActive={accountId === null ? isActive : login.state !== "closed"}
        />
      </div>
    </section>
  );
};
