import ShieldCheck from "lucide-react/icons/shield-check";

/** Rendered directly below the button of a donation form. The EIN is left out until the organization has entered it. */
export const TaxNote = ({ taxId }: { readonly taxId: string | undefined }) => (
  <p className="quiet mt-2 text-center text-[0.8125rem]">
    <ShieldCheck aria-hidden="true" size={16} className="mr-1.5 inline-block align-[-3px]" />
    Tax-deductible 501(c)(3){taxId && ` · EIN ${taxId}`}
  </p>
);
