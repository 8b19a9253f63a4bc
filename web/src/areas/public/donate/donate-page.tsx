import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, useSearchParams } from "react-router-dom";
import { getDonationLinkKey } from "#checkout/donation-draft.ts";
import { addFallbacks, useGivingTerms, useHome } from "#data/home/queries.ts";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { PackageCosts } from "../sections/package-costs.tsx";
import { DonateForm } from "./donate-form.tsx";
import { GiveWithoutScript } from "./give-without-script.tsx";

const DonatePage = () => {
  const { data: home } = useHome();
  const { packagePrice } = useGivingTerms();
  const [searchParams] = useSearchParams();
  const contact = addFallbacks(home?.contactInfo);
  return (
    <PublicLayout>
      <PageHead
        title="Make a Difference Today"
        description={`${money(packagePrice)} packs and ships a care package for a service member, a veteran or a military family. Give once or monthly.`}
        path={paths.donate()}
      />
      <div className="shell py-4 sm:py-12">
        <Link
          to={paths.home()}
          className="quiet mb-2 sm:mb-6 inline-flex items-center gap-1.5 py-1 font-medium hover:underline"
        >
          <ArrowLeft aria-hidden="true" size={18} /> Back to Home
        </Link>
        <h1 className="font-display text-heading font-semibold">Make a Difference Today</h1>
        <p className="text-lead quiet mt-2 max-w-2xl">
          Your gift helps us pack and ship boxes for service members, veterans and military
          families.
        </p>
        <noscript>{import.meta.env.SSR && <GiveWithoutScript contact={contact} />}</noscript>
        {/* Keyed by the link's parameters, so a link to another gift resets the form. */}
        <DonateForm key={getDonationLinkKey(searchParams)} />
        {home && home.settings.packageCosts.length > 0 && (
          <section aria-label="What a gift pays for" className="card-box mt-7 p-5 sm:p-7">
            <PackageCosts {...home.settings} />
          </section>
        )}
      </div>
    </PublicLayout>
  );
};

export default DonatePage;
