import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { hasMailbox, useVolunteer, type VolunteerRecord } from "#data/volunteers/resource.ts";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { countWithNoun, money, number, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useTitle } from "#lib/use-title.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StatCard } from "#ui/stat-card.tsx";
import { AllowedLink } from "#admin/allowed-link.tsx";
import { BackLink } from "#admin/back-link.tsx";
import { EmailFact, MultilineFact, PhoneFact, TagsFact } from "#admin/contact-facts.tsx";
import { Fact } from "#admin/fact.tsx";
import { PersonEmails } from "#admin/person-emails.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { VolunteerMergeDialog } from "../merges/merge-dialog.tsx";
import { VolunteerMerges } from "../merges/volunteer-merges.tsx";
import { availabilityText, placeWithZip } from "../person-cells.tsx";
import { NewVolunteer } from "./new-volunteer.tsx";
import { VolunteerApplications } from "./volunteer-applications.tsx";
import { VolunteerEditor } from "./volunteer-editor.tsx";
import { VolunteerHighlights } from "./volunteer-highlights.tsx";
import { VolunteerHours } from "./volunteer-hours.tsx";
import { VolunteerLoginCard } from "./volunteer-login.tsx";
import { VolunteerMonths } from "./volunteer-months.tsx";
import { VolunteerQualifications } from "./volunteer-qualifications.tsx";
import { VolunteerShifts } from "./volunteer-shifts.tsx";

interface VolunteerProps {
  readonly volunteer: VolunteerRecord;
}

const Figures = ({ volunteer }: VolunteerProps) => {
  const { totalHours, packagesHelped, since, months } = volunteer;
  const shiftCount = months.reduce((sum, { shifts }) => sum + shifts, 0);
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard label="Hours" value={number(totalHours)} />
      <StatCard label="Shifts" value={number(shiftCount)} />
      <StatCard label="Packed" value={number(packagesHelped)} />
      <StatCard label="Since" value={shortDay(since)} />
    </div>
  );
};

const ContactFacts = ({ volunteer }: VolunteerProps) => {
  const { emergencyContactName, emergencyContactPhone, formerEmails, donor } = volunteer;
  return (
    <dl className="divide-base-300 divide-y">
      {volunteer.email !== null && <EmailFact email={volunteer.email} />}
      {volunteer.contactEmail !== null && (
        <EmailFact name="Contact email" email={volunteer.contactEmail} />
      )}
      {!hasMailbox(volunteer) && <Fact name="Email">None</Fact>}
      {formerEmails.length > 0 && <Fact name="Former emails">{formerEmails.join(", ")}</Fact>}
      <PhoneFact phone={volunteer.phone} />
      <Fact name="Location">{placeWithZip(volunteer) || "–"}</Fact>
      <Fact name="Availability">{availabilityText(volunteer.availability)}</Fact>
      <Fact name="Emergency contact">{emergencyContactName ?? "None"}</Fact>
      {emergencyContactPhone && (
        <PhoneFact name="Emergency contact's phone" phone={emergencyContactPhone} />
      )}
      <Fact name="Emails about new events">{volunteer.wantsNews ? "Yes" : "Turned off"}</Fact>
      <TagsFact tags={volunteer.tags} />
      {donor && (
        <Fact name="Donor">
          <AllowedLink className="link" to={paths.dashboard("donations", "donors", donor.id)}>
            {money(donor.totalAmount)} in{" "}
            {countWithNoun(donor.donationCount, "donation", "donations")}
          </AllowedLink>
        </Fact>
      )}
      <MultilineFact name="Interests" text={volunteer.interests} />
      <MultilineFact name="Notes" text={volunteer.notes} />
    </dl>
  );
};

const Contact = ({ volunteer }: VolunteerProps) => {
  const [isEditing, setEditing] = useState(false);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="contact-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id="contact-title">Contact</SectionHeading>
        {!isEditing && (
          <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {isEditing ? (
        <VolunteerEditor volunteer={volunteer} onDone={() => setEditing(false)} />
      ) : (
        <ContactFacts volunteer={volunteer} />
      )}
    </section>
  );
};

const LoadedVolunteer = ({ volunteer }: VolunteerProps) => {
  const { id, name, accountId, isActive, months, openingHours } = volunteer;
  const merge = useOpenedRecord("merge");
  useTitle(`${name} · Admin Dashboard`);
  return (
    <>
      <div className="mt-3 mb-5 flex flex-wrap items-center gap-3">
        <h1 className="font-display text-heading font-semibold wrap-anywhere">{name}</h1>
        {!isActive && (
          <Badge tone="attention">{accountId === null ? "Inactive" : "Disabled"}</Badge>
        )}
        <div className="ml-auto">
          <RowMenu name={name} size="md">
            <RowAction onClick={() => merge.open(NEW_RECORD_ID)}>Merge</RowAction>
          </RowMenu>
        </div>
      </div>
      <VolunteerMergeDialog volunteer={volunteer} />
      <Figures volunteer={volunteer} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-6">
          <VolunteerShifts volunteer={volunteer} />
          <VolunteerHours personId={id} />
          <VolunteerQualifications volunteerId={id} />
          <VolunteerApplications volunteerId={id} />
          {accountId !== null && <VolunteerHighlights accountId={accountId} />}
          <PersonEmails filter={{ volunteerId: id }} />
        </div>
        <div className="grid gap-6">
          <Contact volunteer={volunteer} />
          <VolunteerLoginCard volunteer={volunteer} />
          {(months.length > 0 || openingHours > 0) && <VolunteerMonths volunteer={volunteer} />}
          <VolunteerMerges volunteerId={id} />
        </div>
      </div>
    </>
  );
};

const ExistingVolunteer = ({ id }: { readonly id: string }) => (
  <QueryStates query={useVolunteer(id)} subject="the volunteer">
    {(volunteer) =>
      volunteer.id === id ? (
        <LoadedVolunteer volunteer={volunteer} />
      ) : (
        // The link contained the account's id instead of the volunteer's.
        <Navigate replace to={paths.dashboard("volunteers", "people", volunteer.id)} />
      )
    }
  </QueryStates>
);

/** Everything about one volunteer: who they are, what they do for us, and what we sent them. */
export const VolunteerPage = () => {
  const { "*": path = "" } = useParams();
  const [, , id = ""] = path.split("/");
  return (
    <>
      <BackLink to={paths.dashboard("volunteers", "directory")}>All volunteers</BackLink>
      {id === NEW_RECORD_ID ? <NewVolunteer /> : <ExistingVolunteer id={id} />}
    </>
  );
};
