import { useRef, useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { formatFullName } from "#rules/names.ts";
import { type DonorRecord, useDonor } from "#data/donors/resource.ts";
import { money, number } from "#lib/format.ts";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { useIsPhone } from "#kit/lists/use-is-phone.ts";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { paths } from "#lib/paths.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { useTitle } from "#lib/use-title.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StatCard } from "#ui/stat-card.tsx";
import { AllowedLink } from "#admin/allowed-link.tsx";
import { BackLink } from "#admin/back-link.tsx";
import { EmailFact, MultilineFact, PhoneFact, TagsFact } from "#admin/contact-facts.tsx";
import { Fact } from "#admin/fact.tsx";
import { PersonEmails } from "#admin/person-emails.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { DonorDonations } from "./donor-donations.tsx";
import { DonorEditor } from "./donor-editor.tsx";
import { DonorMerges } from "./donor-merges.tsx";
import { DonorNoncashDonations, DonorSoftCredits } from "./donor-other-gifts.tsx";
import { DonorRecurringDonations } from "./donor-recurring-donations.tsx";
import { DonorTasks } from "./donor-tasks.tsx";
import { DonorTributes } from "./donor-tributes.tsx";
import { DonorYears } from "./donor-years.tsx";
import { FormerDetails } from "./former-details.tsx";
import { OtherAddresses } from "./other-addresses.tsx";
import { DonorMergeDialog } from "./merge-dialog.tsx";
import { NewDonor } from "./new-donor.tsx";

interface DonorProps {
  readonly donor: DonorRecord;
}

const Figures = ({ donor }: DonorProps) => {
  const { totalAmount, donationCount, firstDonationAt, lastDonationAt } = donor;
  const renderDate = (moment: string | null) => (moment ? <ShortDate moment={moment} /> : "–");
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard label="Total given" value={money(totalAmount)} />
      <StatCard label="Donations" value={number(donationCount)} />
      <StatCard label="First donation" value={renderDate(firstDonationAt)} />
      <StatCard label="Last donation" value={renderDate(lastDonationAt)} />
    </div>
  );
};

const ContactFacts = ({ donor }: DonorProps) => {
  const { addressee, salutation, email, phone, address, notes, tags, volunteer } = donor;
  return (
    <dl className="divide-base-300 divide-y">
      {addressee && <Fact name="Addressee">{addressee}</Fact>}
      {salutation && <Fact name="Salutation">Dear {salutation}</Fact>}
      <EmailFact email={email} />
      <PhoneFact phone={phone} />
      <Fact name="Address">
        <span className="whitespace-pre-line">{address ?? "None"}</span>
      </Fact>
      <TagsFact tags={tags} />
      {volunteer && (
        <Fact name="Volunteer">
          <AllowedLink className="link" to={paths.dashboard("volunteers", "people", volunteer.id)}>
            {volunteer.name}, {number(volunteer.totalHours)} hours
          </AllowedLink>
        </Fact>
      )}
      <MultilineFact name="Notes" text={notes} />
    </dl>
  );
};

const Contact = ({ donor }: DonorProps) => {
  const [isEditing, setEditing] = useState(false);
  const sectionRef = useRef<HTMLElement>(null);
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      className="card-box p-5 sm:p-6"
      aria-labelledby="contact-title"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id="contact-title">Contact</SectionHeading>
        {!isEditing && (
          <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {isEditing ? (
        <DonorEditor donor={donor} onDone={() => setEditing(false)} />
      ) : (
        <ContactFacts donor={donor} />
      )}
      {donor.otherAddresses.length > 0 && <OtherAddresses donor={donor} />}
      {donor.formerDetails.length > 0 && (
        // Moves the focus, because the button that was pressed disappears.
        <FormerDetails donor={donor} onErased={() => sectionRef.current?.focus()} />
      )}
    </section>
  );
};

const LoadedDonor = ({ donor }: DonorProps) => {
  const name = formatFullName(donor) || "Donor";
  const merge = useOpenedRecord("merge");
  const merges = donor.merges.filter(({ undoneAt }) => undoneAt === null);
  const isPhone = useIsPhone();
  useTitle(`${name} · Admin Dashboard`);
  const history = (
    <div className="grid gap-6">
      <DonorTasks donorId={donor.id} />
      <DonorDonations donorId={donor.id} />
      {donor.softCredits.length > 0 && <DonorSoftCredits donor={donor} />}
      {donor.noncashDonations.length > 0 && <DonorNoncashDonations donor={donor} />}
      <DonorTributes donorId={donor.id} />
      <PersonEmails filter={{ donorId: donor.id }} />
    </div>
  );
  return (
    <>
      <div className="mt-3 mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-heading font-semibold wrap-anywhere">{name}</h1>
        <RowMenu name={name} size="md">
          <RowAction onClick={() => merge.open(NEW_RECORD_ID)}>Merge</RowAction>
        </RowMenu>
      </div>
      <DonorMergeDialog donor={donor} />
      <Figures donor={donor} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        {!isPhone && history}
        <div className="grid gap-6">
          <Contact donor={donor} />
          {donor.recurringDonations.length > 0 && <DonorRecurringDonations donor={donor} />}
          {donor.years.length > 0 && <DonorYears donor={donor} />}
          {merges.length > 0 && <DonorMerges merges={merges} />}
        </div>
        {isPhone && history}
      </div>
    </>
  );
};

const ExistingDonor = ({ id }: { readonly id: string }) => (
  <QueryStates query={useDonor(id)} subject="the donor">
    {(donor) =>
      donor.id === id ? (
        <LoadedDonor donor={donor} />
      ) : (
        // The link is from before this donor was merged.
        <Navigate replace to={paths.dashboard("donations", "donors", donor.id)} />
      )
    }
  </QueryStates>
);

/** Everything about one donor: who they are, what they gave, and what we sent them; or the form for a new one. */
export const DonorPage = () => {
  const { "*": path = "" } = useParams();
  const [, , id = ""] = path.split("/");
  return (
    <>
      <BackLink to={paths.dashboard("donations", "donors")}>All donors</BackLink>
      {id === NEW_RECORD_ID ? <NewDonor /> : <ExistingDonor id={id} />}
    </>
  );
};
