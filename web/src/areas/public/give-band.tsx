import { useGivingTerms } from "#data/home/queries.ts";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { QuiltPattern } from "./art/quilt-pattern.tsx";

/** The last section of a page: what one gift provides, and a link to give. */
export const GiveBand = ({ replace }: { readonly replace?: boolean }) => {
  const { packagePrice } = useGivingTerms();
  return (
    <aside
      aria-label="Give"
      className="bg-neutral text-neutral-content rounded-box relative isolate flex border border-white/10 flex-wrap print:hidden items-center justify-between gap-x-8 gap-y-4 overflow-hidden p-6 sm:px-8"
    >
      <QuiltPattern className="absolute inset-0 -z-10 text-[#5d7299] opacity-[0.12]" size={72} />
      <p className="font-display text-title font-semibold">
        {money(packagePrice)} packs and mails one box.
      </p>
      <LinkButton
        variant="action"
        to={paths.donate({ amount: Math.ceil(packagePrice) })}
        replace={replace}
      >
        Send a box
      </LinkButton>
    </aside>
  );
};
