import { useState } from "react";
import { LongDate } from "#lib/time/dates.tsx";
import type { VolunteerAuthRecord } from "#lib/session/session.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import type { ChangePasswordDialogProps } from "./change-password-dialog.tsx";
import { LazyChangePasswordDialog } from "./dialogs.ts";
import { EmailAddress } from "#ui/email-address.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

export const ChangeOwnPassword = ({
  volunteerId,
  email,
}: Pick<ChangePasswordDialogProps, "volunteerId" | "email">) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={LazyChangePasswordDialog.preload}
      >
        Change Password
      </Button>
      <LazyChangePasswordDialog
        open={isOpen}
        volunteerId={volunteerId}
        email={email}
        onClose={() => setOpen(false)}
      />
    </>
  );
};

export const ProfileCard = ({ volunteer }: { readonly volunteer: VolunteerAuthRecord }) => (
  <section className="card-box p-5 sm:p-6 lg:col-span-2" aria-labelledby="profile-title">
    <SectionHeading id="profile-title">Profile</SectionHeading>
    <div className="mt-3 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <div>
          <dt className="quiet text-sm">Name</dt>
          <dd className="font-semibold">
            {volunteer.firstName} {volunteer.lastName}
          </dd>
        </div>
        <div>
          <dt className="quiet text-sm">Email</dt>
          <dd>
            <EmailAddress email={volunteer.email} />
          </dd>
        </div>
        {volunteer.lastLoginAt && (
          <div>
            <dt className="quiet text-sm">Last login</dt>
            <dd>
              <LongDate moment={volunteer.lastLoginAt} />
            </dd>
          </div>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <LinkButton variant="outline" size="sm" to={paths.volunteerDashboard("details")}>
          Edit your details
        </LinkButton>
        <ChangeOwnPassword volunteerId={volunteer.id} email={volunteer.email} />
      </div>
    </div>
  </section>
);
