import { useState, type SubmitEvent } from "react";
import { DonationDialog } from "#checkout/donation-dialog.tsx";
import { DonationFields } from "#checkout/donation-fields.tsx";
import {
  findAmountProblem,
  chosenDonation,
  formatDonation,
  getHeroLevels,
  createDefaultDonationForm,
} from "#checkout/chosen-donation.ts";
import { useGivingTerms, useHome } from "#data/home/queries.ts";
import type { VolunteerAuthRecord } from "#lib/session/session.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

/** The regular checkout, prefilled with the volunteer's details. */
export const SupportCard = ({ volunteer }: { readonly volunteer: VolunteerAuthRecord }) => {
  const { data: home } = useHome();
  const terms = useGivingTerms();
  const levels = getHeroLevels(terms);
  const [form, setForm] = useState(createDefaultDonationForm(levels));
  const [isOpen, setOpen] = useState(false);
  const donation = chosenDonation(form);
  const problem = findAmountProblem(form, terms);
  const { firstName, lastName, email } = volunteer;

  const openCheckout = (event: SubmitEvent) => {
    event.preventDefault();
    if (!problem) setOpen(true);
  };

  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="support-title">
      <SectionHeading id="support-title">Support Our Mission</SectionHeading>
      <p className="quiet mt-1">
        You already give your time. A gift helps fill the boxes you pack.
      </p>
      {home?.paymentProvider === null ? (
        <p className="mt-4 font-semibold">Online giving isn't set up yet. Please contact us.</p>
      ) : (
        <form noValidate onSubmit={openCheckout} aria-label="Support Our Mission" className="mt-4">
          <DonationFields levels={levels} form={form} onChange={setForm} showProblem />
          <Button type="submit" variant="action" wide className="mt-5" aria-haspopup="dialog">
            Donate {donation.amount > 0 && formatDonation(donation)}
          </Button>
        </form>
      )}
      <DonationDialog
        open={isOpen}
        donation={donation}
        provider={home?.paymentProvider}
        donor={{ firstName, lastName, email }}
        onClose={() => setOpen(false)}
      />
    </section>
  );
};
