import { useRef, useState } from "react";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { donationEndpoints } from "#contracts/donations.ts";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import { formatFullName } from "#rules/names.ts";
import { useDeposit } from "#data/deposits/resource.ts";
import { type AdminDonation, recordedDonations } from "#data/donations/resource.ts";
import { FormConfirm } from "#kit/forms/form-confirm.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { moneyWithCents, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useToday } from "#lib/time/use-today.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { BackLink } from "#admin/back-link.tsx";
import { LateReasonField } from "./late-reason-field.tsx";
import {
  NO_DONOR_OR_SOFT_CREDIT,
  RecordedDonationFields,
  type RecordedDonationInput,
} from "./recorded-donation-fields.tsx";

const SCHEMA = donationEndpoints.recordDonation.body;

const EMPTY_DONATION = {
  ...NO_DONOR_OR_SOFT_CREDIT,
  amount: "",
  method: "check",
  reference: null,
  receivedOn: "",
  inHonorOf: null,
  isMemorial: false,
  tribute: null,
  note: null,
  isAnonymous: false,
  source: null,
  isWired: false,
  sendsReceipt: true,
  confirmsDuplicate: false,
  depositId: null,
  lateReason: null,
};

type SavedEntry = Pick<RecordedDonationInput, "method" | "receivedOn"> & {
  readonly donation: AdminDonation;
};

const SAVE_LABEL = "Save";
const NEXT_LABEL = "Save and add another";

interface EntryFormProps {
  /** The next check in a stack usually has the same method and date. */
  readonly defaults: Pick<RecordedDonationInput, "method" | "receivedOn" | "depositId">;
  /** Someone who enters a stack continues with Enter. */
  readonly isStack: boolean;
  /** Called with the donation if another one follows, and otherwise without. */
  readonly onSaved: (entry?: SavedEntry) => void;
  readonly onCancel: () => void;
}

const EntryForm = ({ defaults, isStack, onSaved, onCancel }: EntryFormProps) => {
  const savedEntry = useRef<SavedEntry>(null);
  return (
    <RecordEditor
      noun="donation"
      resource={recordedDonations}
      schemas={{ create: SCHEMA, update: SCHEMA }}
      record={null}
      emptyValues={{ ...EMPTY_DONATION, ...defaults }}
      texts={{
        submitButtons: [
          { label: SAVE_LABEL, values: {} },
          { label: NEXT_LABEL, values: {}, isDefault: isStack },
        ],
        success: (values, response) => {
          const { method, receivedOn } = values as RecordedDonationInput;
          const donation = response as AdminDonation;
          savedEntry.current = { donation, method, receivedOn };
          return `${moneyWithCents(donation.amount)} from ${formatFullName(donation)} was added`;
        },
      }}
      onDone={(pressedLabel) =>
        onSaved((pressedLabel === NEXT_LABEL && savedEntry.current) || undefined)
      }
      onCancel={onCancel}
    >
      <RecordedDonationFields
        receiptLabel="Email a receipt, if we have an address"
        receiptHint="Also a corrected statement if the statement for the year of the gift was sent."
      />
      <LateReasonField dayField="receivedOn" />
      <FormConfirm<RecordedDonationInput>
        name="confirmsDuplicate"
        label="This is a different donation. Add it anyway."
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
          <Link className="link link-hover font-semibold" to={donationPath(donation.id)}>
            {formatFullName(donation)}
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

/** Shows how much of the slip's total has been entered. */
const DepositStatus = ({ id }: { readonly id: string }) => {
  const { data: deposit } = useDeposit(id);
  if (!deposit) return null;
  return (
    <p className="mb-4">
      For the deposit on {shortDay(deposit.depositedOn)}: {moneyWithCents(deposit.deposited)} of{" "}
      {moneyWithCents(deposit.slipTotal)}.
    </p>
  );
};

/**
 * For one donation, or a stack of checks: for the next one, the form keeps the method, date and deposit.
 */
const DonationEntry = () => {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const today = useToday();
  const [entries, setEntries] = useState<readonly SavedEntry[]>([]);
  const { method = "check", receivedOn = today } = entries[0] ?? {};
  const depositId = params.get("deposit") ?? "";
  const origin =
    depositId === ""
      ? { to: paths.dashboard("donations"), label: "All donations" }
      : { to: paths.dashboard("donations", "deposits", depositId), label: "Back to the deposit" };
  const leave = () => void navigate(origin.to);
  return (
    <>
      <BackLink to={origin.to}>{origin.label}</BackLink>
      <h1 className="font-display text-heading mt-3 mb-5 font-semibold">Add a donation</h1>
      {depositId === "" ? (
        <p className="mb-4">
          Did someone give shares or goods?{" "}
          <Link className="link" to={paths.dashboard("donations", "noncash")}>
            Add them here
          </Link>
        </p>
      ) : (
        <DepositStatus id={depositId} />
      )}
      <section className="card-box max-w-3xl p-5 sm:p-6" aria-label="New donation">
        <EntryForm
          key={entries.length}
          defaults={{ method, receivedOn, depositId: depositId || null }}
          isStack={depositId !== "" || entries.length > 0}
          onSaved={(entry) => (entry ? setEntries((current) => [entry, ...current]) : leave())}
          onCancel={leave}
        />
      </section>
      {entries.length > 0 && <Entries donations={entries.map(({ donation }) => donation)} />}
    </>
  );
};

/**
 * Opens the form at `/dashboard/donations/new`. If the path ends in an id, it redirects to that donation in the list.
 */
export const DonationEntryPage = () => {
  const { "*": path = "" } = useParams();
  const [, id = ""] = path.split("/");
  if (id === NEW_RECORD_ID) return <DonationEntry />;
  return <Navigate to={donationPath(id)} replace />;
};
