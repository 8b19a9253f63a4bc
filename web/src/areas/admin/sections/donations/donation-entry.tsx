import { useRef, useState } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router-dom";
import type { z } from "zod";
import { donationEndpoints } from "#contracts/donations.ts";
import { fullName } from "#rules/names.ts";
import { recordedDonations, type AdminDonation } from "#data/donations/resource.ts";
import { FormArea, FormCheck, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormConfirm } from "#kit/forms/form-confirm.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { dayAt } from "#lib/time/day-and-time.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { BackLink } from "#admin/back-link.tsx";
import { DONATION_METHOD } from "./donation-status.tsx";
import { DonorField } from "./donor-field.tsx";

const SCHEMA = donationEndpoints.recordDonation.body;
export type RecordedDonationInput = z.input<typeof SCHEMA>;

const { online: _online, other_platform: _imported, ...METHOD_OPTIONS } = DONATION_METHOD;

const EMPTY_DONATION = {
  donorId: null,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  amount: "",
  method: "check",
  reference: null,
  receivedOn: "",
  inHonorOf: null,
  note: null,
  isAnonymous: false,
  sendsReceipt: true,
  confirmsDuplicate: false,
};

const ReferenceField = () => {
  const { method } = useFormValues<RecordedDonationInput>();
  return (
    <FormText<RecordedDonationInput>
      name="reference"
      label={method === "check" ? "Check number" : "Reference"}
    />
  );
};

type SavedEntry = Pick<RecordedDonationInput, "method" | "receivedOn"> & {
  readonly donation: AdminDonation;
};

interface EntryFormProps {
  /** The next check of a stack usually has the same method and date. */
  readonly defaults: Pick<RecordedDonationInput, "method" | "receivedOn">;
  readonly onSaved: (entry: SavedEntry) => void;
  readonly onCancel: () => void;
}

const EntryForm = ({ defaults, onSaved, onCancel }: EntryFormProps) => {
  const savedEntry = useRef<SavedEntry>(null);
  return (
    <RecordEditor
      noun="donation"
      resource={recordedDonations}
      schemas={{ create: SCHEMA, update: SCHEMA }}
      record={null}
      emptyValues={{ ...EMPTY_DONATION, ...defaults }}
      texts={{
        submitButtons: [{ label: "Save and next", values: {} }],
        success: (values, response) => {
          const { method, receivedOn } = values as RecordedDonationInput;
          const donation = response as AdminDonation;
          savedEntry.current = { donation, method, receivedOn };
          return `${moneyWithCents(donation.amount)} from ${fullName(donation)} was added`;
        },
      }}
      onDone={() => savedEntry.current && onSaved(savedEntry.current)}
      onCancel={onCancel}
    >
      <DonorField />
      <FormMoney<RecordedDonationInput> name="amount" label="Amount" />
      <ReferenceField />
      <FormSelect<RecordedDonationInput> name="method" label="Method" options={METHOD_OPTIONS} />
      <FormText<RecordedDonationInput> name="receivedOn" label="Date received" type="date" />
      <FormText<RecordedDonationInput> name="inHonorOf" label="In honor of" />
      <FormArea<RecordedDonationInput>
        name="note"
        label="Note"
        rows={2}
        description="Such as what the money is for. Only administrators see it."
      />
      <FormCheck<RecordedDonationInput> name="isAnonymous" label="Anonymous on the website" />
      <FormCheck<RecordedDonationInput>
        name="sendsReceipt"
        label="Email a receipt, if we have an address"
      />
      <FormConfirm<RecordedDonationInput>
        name="confirmsDuplicate"
        label="This is another donation. Add it anyway."
      />
    </RecordEditor>
  );
};

const Entries = ({ donations }: { readonly donations: readonly AdminDonation[] }) => (
  <section className="card-box mt-6 p-5 sm:p-6" aria-labelledby="entries-title">
    <SectionHeading id="entries-title" className="mb-2">
      {donations.length} added,{" "}
      {moneyWithCents(
        donations.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
      )}{" "}
      in all
    </SectionHeading>
    <ul className="divide-base-300 divide-y">
      {donations.map((donation) => (
        <li key={donation.id} className="flex flex-wrap justify-between gap-x-4 py-2">
          <Link
            className="link link-hover font-semibold"
            to={`${paths.dashboard("donations")}?donation=${donation.id}`}
          >
            {fullName(donation)}
          </Link>
          <span className="tabular-nums">
            <span className="quiet text-sm">
              {DONATION_METHOD[donation.method]} {donation.reference}
            </span>{" "}
            {moneyWithCents(donation.amount)}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

/** For a stack of checks: after each donation, the next one starts with the same method and date. */
const DonationEntry = () => {
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const [today] = useState(() => dayAt(Date.now(), timeZone));
  const [entries, setEntries] = useState<readonly SavedEntry[]>([]);
  const { method = "check", receivedOn = today } = entries[0] ?? {};
  const leave = () => void navigate(paths.dashboard("donations"));
  return (
    <>
      <BackLink to={paths.dashboard("donations")}>All donations</BackLink>
      <h1 className="font-display text-heading mt-3 mb-5 font-semibold">Add a donation</h1>
      <section className="card-box max-w-3xl p-5 sm:p-6" aria-label="New donation">
        <EntryForm
          key={entries.length}
          defaults={{ method, receivedOn }}
          onSaved={(entry) => setEntries((current) => [entry, ...current])}
          onCancel={leave}
        />
      </section>
      {entries.length > 0 && <Entries donations={entries.map(({ donation }) => donation)} />}
    </>
  );
};

/** `/dashboard/donations/new` adds donations; with an id, the path leads to that donation in the list. */
export const DonationEntryPage = () => {
  const { "*": path = "" } = useParams();
  const [, id = ""] = path.split("/");
  if (id === NEW_RECORD_ID) return <DonationEntry />;
  return <Navigate to={`${paths.dashboard("donations")}?donation=${id}`} replace />;
};
