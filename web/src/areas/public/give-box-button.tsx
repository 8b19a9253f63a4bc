import type { DonationFrequency } from "#contracts/choices.ts";
import type { ChosenDonation } from "#checkout/chosen-donation.ts";
import { useGivingTerms } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton, type LinkButtonProps } from "#ui/button.tsx";

export interface GiveBoxButtonProps extends Omit<LinkButtonProps, "to"> {
  readonly frequency?: DonationFrequency;
  /** Opens checkout or, if the button leads to the donation card, fills it in. Not set without a payment provider. */
  readonly onGive: ((donation: ChosenDonation) => void) | null | undefined;
  /** Opens checkout without leaving the section. */
  readonly isInPlace?: boolean;
}

/** Gives the price of one box, on the donation card (HOME-32) or in place. */
export const GiveBoxButton = (props: GiveBoxButtonProps) => {
  const { frequency = "one-time", onGive, isInPlace, ...rest } = props;
  const { packagePrice } = useGivingTerms();
  return (
    <LinkButton
      {...rest}
      to={paths.home("home")}
      onClick={(event) => {
        if (!onGive) return;
        if (isInPlace) event.preventDefault();
        onGive({ amount: Math.ceil(packagePrice), frequency });
      }}
    />
  );
};
