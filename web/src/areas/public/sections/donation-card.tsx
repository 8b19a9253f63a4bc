import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { computeMonthProgress } from "#rules/care-packages.ts";
import { DonationFields } from "#checkout/donation-fields.tsx";
import {
  findAmountProblem,
  chosenDonation,
  formatDonation,
  parseDonationForm,
  getHeroLevels,
  createDefaultDonationForm,
  type ChosenDonation,
} from "#checkout/chosen-donation.ts";
import { TaxNote } from "#checkout/tax-note.tsx";
import { isPaymentPending } from "#checkout/attempt-draft.ts";
import { addFallbacks, type HomeData, useGivingTerms } from "#data/home/queries.ts";
import { countWithNoun, number } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { keepIfEqual, usePreservedForm } from "#lib/drafts/use-preserved-form.ts";
import { Button } from "#ui/button.tsx";
import { LazyDonationDialog } from "../dialogs/dialogs.ts";
import { GiveWithoutScript } from "../donate/give-without-script.tsx";

/** Leaves out the year of `November 2026`, since it's the current month. */
const MonthGoal = ({ progress }: { readonly progress: HomeData["monthlyProgress"] }) => {
  const { packagePrice } = useGivingTerms();
  const { goal, remaining, percent } = computeMonthProgress(
    progress.total,
    progress.monthlyGoal,
    packagePrice,
  );
  const [month] = progress.monthName.split(" ");
  return (
    <>
      <p className="text-sm font-semibold">
        {remaining > 0
          ? `${countWithNoun(remaining, "box", "boxes")} to go in ${month}`
          : `We reached ${month}'s goal: ${number(goal)} boxes`}
      </p>
      <progress
        aria-hidden="true"
        className="progress bg-base-300 text-accent mt-1.5 block h-1.5 w-full"
        max={100}
        value={percent}
      />
    </>
  );
};

export interface DonationCardProps {
  /** Undefined until the query has loaded. */
  readonly home: HomeData | undefined;
  /** Chosen with a button further down the page (HOME-32). */
  readonly preset?: ChosenDonation | undefined;
  /** Opens checkout. */
  readonly onGive: (donation: ChosenDonation) => void;
}

/** The hero's donation card: this month's goal, the choice of a gift, the button to give it, and the EIN. */
export const DonationCard = ({ home, preset, onGive }: DonationCardProps) => {
  const provider = home?.paymentProvider;
  const contact = addFallbacks(home?.contactInfo);
  const terms = useGivingTerms();
  const levels = getHeroLevels(terms);
  const [form, setForm] = useState(() => createDefaultDonationForm(levels));
  const formRef = usePreservedForm((domValues) => {
    const enteredForm = parseDonationForm(domValues, levels);
    setForm((current) => keepIfEqual(current, enteredForm));
    // Reopens checkout after a reload during a payment, to find out how it ended.
    if (isPaymentPending()) onGive(chosenDonation(enteredForm));
  });
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [shownPreset, setShownPreset] = useState<ChosenDonation>();
  if (preset !== undefined && preset !== shownPreset) {
    const { amount, frequency } = preset;
    const isLevel = levels.some((level) => level.amount === amount);
    setShownPreset(preset);
    setForm({ frequency, level: amount, other: isLevel ? "" : String(amount) });
  }
  useEffect(() => {
    if (preset) buttonRef.current?.focus({ preventScroll: true });
  }, [preset]);
  const donation = chosenDonation(form);
  const [wasSubmitted, setWasSubmitted] = useState(false);

  const openCheckout = (event: SubmitEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (provider !== null && !findAmountProblem(form, terms)) onGive(donation);
  };

  return (
    <section
      aria-labelledby="donation-card-title"
      className="bg-base-100 text-base-content shadow-lift rounded-3xl p-4 sm:p-6"
    >
      <h2
        id="donation-card-title"
        className="font-display text-[1.375rem] leading-tight font-semibold"
      >
        Send a care package
      </h2>
      {/* Reserves the height while the figures load. */}
      <div className="mt-1 mb-3.5 min-h-8">
        {home && <MonthGoal progress={home.monthlyProgress} />}
      </div>
      {/* Before hydration the browser submits the form to the donation page. */}
      <form ref={formRef} action={paths.donate()} noValidate onSubmit={openCheckout}>
        <DonationFields levels={levels} form={form} onChange={setForm} showProblem={wasSubmitted} />
        {provider === null ? (
          <p className="mt-4 text-center font-semibold">
            Online giving isn't set up yet. Please contact us.
          </p>
        ) : (
          <Button
            ref={buttonRef}
            type="submit"
            variant="action"
            size="lg"
            wide
            className="mt-4 text-lg"
            aria-haspopup="dialog"
            onPointerEnter={LazyDonationDialog.preload}
            onFocus={LazyDonationDialog.preload}
          >
            Donate {donation.amount > 0 && formatDonation(donation)}
          </Button>
        )}
      </form>
      <noscript>{import.meta.env.SSR && <GiveWithoutScript contact={contact} />}</noscript>
      <TaxNote taxId={home?.contactInfo?.taxId} />
    </section>
  );
};
