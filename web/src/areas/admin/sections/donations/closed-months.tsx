import { Link } from "react-router-dom";
import type { z } from "zod";
import { bookClosingEndpoints } from "#contracts/book-closings.ts";
import {
  type BookClosing,
  type LateEntry,
  useBookClosings,
  useCloseBooks,
  useLateEntries,
} from "#data/book-closings/mutations.ts";
import type { DonationMonth } from "#data/donation-adjustments/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { longDay, moneyWithCents, monthName } from "#lib/format.ts";
import { ShortDate, ShortDay } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { useHasArea } from "#admin/own-areas.ts";

const SCHEMA = bookClosingEndpoints.closeBooks.body;
type ClosingInput = z.input<typeof SCHEMA>;

/** Returns the last day of a month such as `2026-10`. */
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

const ReasonField = ({ closedThrough }: { readonly closedThrough: string }) => {
  const { closedThrough: chosen } = useFormValues<ClosingInput>();
  if (typeof chosen !== "string" || chosen === "" || chosen >= closedThrough) return null;
  return (
    <FormText<ClosingInput>
      name="reason"
      label="Why closed months are opened again"
      required
      className="sm:col-span-2"
    />
  );
};

interface ClosingFormProps {
  readonly months: readonly DonationMonth[];
  /** Empty if no month is closed. */
  readonly closedThrough: string;
  readonly onDone: () => void;
}

const ClosingForm = ({ months, closedThrough, onDone }: ClosingFormProps) => {
  const closeBooks = useCloseBooks();
  const isOwner = useHasArea("owner");
  const draft = { owner: useDraftOwner(), form: "close books" };
  // The first month is the current one, which isn't over.
  const options = months
    .slice(1)
    .map(({ month }) => lastDayOf(month))
    .filter((day) => day !== closedThrough && (isOwner || day > closedThrough));
  return (
    <RecordForm
      label="Close months"
      schema={SCHEMA}
      values={{ closedThrough: "", reason: null }}
      draft={draft}
      takesFocus
      failure={{ title: "Closing Failed", fallback: "Failed to close the books" }}
      onSave={async (values) => {
        const closing = await closeBooks.mutateAsync({
          body: SCHEMA.parse(values),
          idempotencyKey: idempotencyKeyOf(draft),
        });
        showSuccess(`The books are closed through ${longDay(closing.closedThrough)}`);
        onDone();
      }}
      onCancel={onDone}
    >
      <FormSelect<ClosingInput>
        name="closedThrough"
        label="Closed through"
        options={Object.fromEntries(options.map((day) => [day, longDay(day)]))}
        className="sm:col-span-2"
      />
      <ReasonField closedThrough={closedThrough} />
    </RecordForm>
  );
};

const ClosingHistory = ({ closings }: { readonly closings: readonly BookClosing[] }) => (
  <details className="quiet mt-2 text-sm">
    <summary className="cursor-pointer">How the books were closed</summary>
    <ul className="mt-2 grid gap-1">
      {closings.map(({ id, closedThrough, closedBy, createdAt, reason }) => (
        <li key={id} className="wrap-anywhere">
          <ShortDate moment={createdAt} />: through <ShortDay day={closedThrough} /> by {closedBy}
          {reason !== null && `: ${reason}`}
        </li>
      ))}
    </ul>
  </details>
);

/** Says through which month the books are closed, and lets administrators of giving close them. */
export const BookClosings = ({ months }: { readonly months: readonly DonationMonth[] }) => {
  const { data: closings } = useBookClosings();
  const { id, open, close } = useOpenedRecord("closing");
  const closedThrough = closings?.[0]?.closedThrough;
  if (closings === undefined) return null;
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {closedThrough === undefined
            ? "No month is closed."
            : `The books are closed through ${longDay(closedThrough)}.`}
        </p>
        <Button variant="outline" size="sm" onClick={() => open(NEW_RECORD_ID)}>
          Close months
        </Button>
      </div>
      {closings.length > 0 && <ClosingHistory closings={closings} />}
      <Dialog
        open={id === NEW_RECORD_ID}
        onClose={close}
        isInUrl
        size="sm"
        title="Close months"
        description="Closed months stay as they are. Only owners, with a reason, can add, correct or void something in them. It counts as a change in the current month, and so does what Stripe reports late. Only owners can open closed months again."
      >
        <ClosingForm months={months} closedThrough={closedThrough ?? ""} onDone={close} />
      </Dialog>
    </div>
  );
};

const ENTRY_KIND: Readonly<Record<LateEntry["kind"], string>> = {
  donation: "Donation",
  refund: "Refund",
  dispute: "Dispute",
  return: "Returned debit",
  void: "Void",
  noncash: "Stock or goods",
  deposit: "Deposit",
};

const LINKED_KINDS: ReadonlySet<LateEntry["kind"]> = new Set([
  "donation",
  "refund",
  "dispute",
  "return",
  "void",
]);

const EntryName = ({ entry: { kind, recordId, name } }: { readonly entry: LateEntry }) =>
  name !== null && LINKED_KINDS.has(kind) ? (
    <Link className="link font-semibold" to={donationPath(recordId)}>
      {name}
    </Link>
  ) : (
    <span className="font-semibold">{name ?? ENTRY_KIND[kind]}</span>
  );

/** Lists what was entered or reported after its month was closed. */
export const LateEntries = () => {
  const { data: entries } = useLateEntries();
  if (entries === undefined || entries.length === 0) return null;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="late-title">
      <SectionHeading id="late-title" className="mb-2">
        Changes to closed months
      </SectionHeading>
      <p className="quiet mb-4">
        These arrived after their month was closed, so they count in the month in which they were
        entered or reported.
      </p>
      <ul aria-labelledby="late-title" className="divide-base-300 divide-y">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-baseline gap-4 py-3">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <EntryName entry={entry} />
              <p className="quiet text-sm">
                {ENTRY_KIND[entry.kind]} of {monthName(entry.day)},{" "}
                {entry.reason === null ? "reported" : "entered"} on{" "}
                <ShortDay day={entry.bookedOn} />
                {entry.reason !== null && ` by ${entry.enteredBy}`}
              </p>
              {entry.reason !== null && <p className="quiet text-sm">{entry.reason}</p>}
            </div>
            <p className="font-semibold tabular-nums">
              {entry.amount === 0 ? "–" : moneyWithCents(entry.amount)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
};
