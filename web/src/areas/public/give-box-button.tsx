import type { DonationFrequency } from "#contracts/choices.ts";
import type { ChosenDonation } from "#checkout/chosen-donation.ts";
import { useGivingTerms } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton, type LinkButtonProps } from "#ui/button.tsx";

export interface GiveBoxButtonProps extends Omit<LinkButtonProps, "to"> {
  readonly frequency?: DonationFrequency;
  /** Opens checkout. Not set if there is no payment provider. */
  readonly onGive: ((donation: ChosenDonation) => void) | null | undefined;
}

/** Opens checkout in place for the price of one box. Without `onGive`, links to the donation card (HOME-32). */
export const GiveBoxButton = ({ frequency = "one-time", onGive, ...rest }: GiveBoxButtonProps) => {
  const { packagePrice } = useGivingTerms();
  return (
    <LinkButton
      {...rest}
      to={paths.home("home")}
      onClick={(event) => {
        if (!onGive) return;
        event.preventDefault();
        onGive({ amount: Math.ceil(packagePrice), frequency });
      }}
    />
  );
};
