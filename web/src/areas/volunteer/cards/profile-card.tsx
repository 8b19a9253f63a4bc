import { useState } from "react";
import { LongDate } from "../../../lib/dates.tsx";
import type { VolunteerRecord } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ChangePasswordDialog } from "./dialogs.ts";

const ChangePassword = ({ volunteerId }: { readonly volunteerId: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        size="sm"
        className="mt-5"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={ChangePasswordDialog.preload}
      >
        Change Password
      </Button>
      <ChangePasswordDialog
        open={isOpen}
        volunteerId={volunteerId}
        onClose={() => setOpen(false)}
      />
    </>
  );
};

export const ProfileCard = ({ volunteer }: { readonly volunteer: VolunteerRecord }) => (
  <section className="card-box p-6" aria-labelledby="profile-title">
    <h2 id="profile-title" className="font-display text-title font-semibold">
      Profile
    </h2>
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5">
      <dt className="quiet">Name</dt>
      <dd className="font-semibold">
        {volunteer.firstName} {volunteer.lastName}
      </dd>
      <dt className="quiet">Email</dt>
      <dd className="break-all">{volunteer.email}</dd>
      {volunteer.lastLoginAt && (
        <>
          <dt className="quiet">Last login</dt>
          <dd>
            <LongDate moment={volunteer.lastLoginAt} />
          </dd>
        </>
      )}
    </dl>
    <ChangePassword volunteerId={volunteer.id} />
  </section>
);
