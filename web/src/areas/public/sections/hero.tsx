import HandHeart from "lucide-react/icons/hand-heart";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState, type SubmitEvent } from "react";
import { useLocation } from "react-router-dom";
import { GiftChoice } from "../../../checkout/gift-choice.tsx";
import {
  amountProblem,
  giftOf,
  giftText,
  heldGift,
  heroLevels,
  startGift,
} from "../../../checkout/gift.ts";
import { isPaymentUnderWay } from "../../../checkout/under-way.ts";
import { useGivingTerms, type HomeData } from "../../../data/home/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { useHeldForm } from "../../../lib/use-held-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { CarePackage } from "../art/care-package.tsx";
import { QuiltPattern } from "../art/quilt-pattern.tsx";
import { ApplicationDialog, DonationDialog } from "../dialogs/dialogs.ts";
import { GiveWithoutScript } from "../donate/give-without-script.tsx";
import { FALLBACK_HERO, withFallbacks, type ContactInfo } from "../../../data/home/organization.ts";

export interface HeroProps {
  readonly home: HomeData | undefined;
  readonly isLoading: boolean;
}

interface DonationCardProps {
  readonly contact: ContactInfo;
  /** Undefined until it is known. */
  readonly provider: HomeData["paymentProvider"] | undefined;
}

const DonationCard = ({ contact, provider }: DonationCardProps) => {
  const terms = useGivingTerms();
  const levels = heroLevels(terms);
  const [form, setForm] = useState(() => startGift(levels));
  const [isOpen, setOpen] = useState(false);
  const formRef = useHeldForm((held) => {
    setForm(heldGift(held, levels));
    // A reload while the money was on its way: the checkout finds out how it ended.
    setOpen(isPaymentUnderWay());
  });
  const gift = giftOf(form);
  const [wasTried, setWasTried] = useState(false);
  const location = useLocation();
  const [seenVisit, setSeenVisit] = useState(location.key);

  // "Give monthly" further down leads here and says so.
  if (location.key !== seenVisit) {
    setSeenVisit(location.key);
    if ((location.state as { frequency?: string } | null)?.frequency === "monthly") {
      setForm({ ...form, frequency: "monthly" });
    }
  }

  const open = (event: SubmitEvent) => {
    event.preventDefault();
    setWasTried(true);
    if (provider !== null && !amountProblem(form, terms)) setOpen(true);
  };

  return (
    <section
      aria-labelledby="donation-card-title"
      className="bg-base-100 text-base-content shadow-lift rounded-3xl p-5 sm:p-7"
    >
      <h2
        id="donation-card-title"
        className="font-display mb-4 text-2xl leading-tight font-semibold"
      >
        Send a care package
      </h2>
      {/* Before the scripts are there the browser itself goes on to the donation page. */}
      <form ref={formRef} action={paths.donate()} noValidate onSubmit={open}>
        <GiftChoice levels={levels} gift={form} onGift={setForm} showProblem={wasTried} />
        {provider === null ? (
          <p className="mt-5 text-center font-semibold">
            Giving online is not set up yet. Please write to us.
          </p>
        ) : (
          <Button
            type="submit"
            look="action"
            size="lg"
            wide
            className="mt-5 text-lg"
            aria-haspopup="dialog"
            onPointerEnter={DonationDialog.preload}
            onFocus={DonationDialog.preload}
          >
            Donate {gift.amount > 0 && giftText(gift)}
          </Button>
        )}
      </form>
      <noscript>
        <GiveWithoutScript contact={contact} />
      </noscript>
      <p className="quiet mt-3 text-center text-[0.8125rem]">
        <ShieldCheck aria-hidden="true" size={16} className="mr-1.5 inline-block align-[-3px]" />
        Tax-deductible 501(c)(3) · EIN {contact.taxId}
      </p>
      <DonationDialog
        open={isOpen}
        gift={gift}
        provider={provider}
        onClose={() => setOpen(false)}
      />
    </section>
  );
};

const VolunteerCall = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        size="lg"
        className="needs-script border-current text-inherit hover:bg-white/10"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={ApplicationDialog.preload}
        onFocus={ApplicationDialog.preload}
      >
        <HandHeart aria-hidden="true" size={20} />
        Become a volunteer
      </Button>
      <ApplicationDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};

const Message = ({ hero }: { readonly hero: HomeData["hero"] | undefined }) => (
  <>
    <h1 className="font-display text-display font-semibold">
      {hero?.headline || FALLBACK_HERO.headline}
    </h1>
    <p className="text-lead mt-5 max-w-xl opacity-90">
      {hero?.coreMessage || FALLBACK_HERO.coreMessage}
    </p>
  </>
);

const HeroText = ({ home, isLoading }: HeroProps) => {
  if (isLoading) {
    return (
      <>
        <div aria-hidden="true" className="needs-script opacity-25">
          <Skeleton className="h-10 w-full max-w-xl sm:h-14" />
          <Skeleton className="mt-3 h-10 w-4/5 max-w-lg sm:h-14" />
          <Skeleton className="mt-7 h-5 w-full max-w-lg" />
          <Skeleton className="mt-3 h-5 w-3/4 max-w-md" />
        </div>
        <noscript>
          <Message hero={undefined} />
        </noscript>
      </>
    );
  }
  return <Message hero={home?.hero} />;
};

export const Hero = ({ home, isLoading }: HeroProps) => (
  <section
    id="home"
    aria-label="Welcome"
    className="bg-neutral text-neutral-content relative isolate overflow-hidden"
  >
    <QuiltPattern className="absolute inset-0 -z-10 text-[#5d7299] opacity-[0.13]" size={104} />
    <div className="absolute inset-0 -z-10 bg-linear-to-r from-neutral via-neutral/70 to-transparent" />
    <div className="shell grid gap-7 pt-10 pb-12 sm:pt-14 lg:grid-cols-[1fr_26.5rem] lg:items-center lg:gap-x-14 lg:gap-y-8 lg:py-14">
      <div>
        <p className="mb-4 text-[0.8125rem] font-bold tracking-[0.09em] text-[#dcb25c] uppercase">
          For military families, veterans and service members
        </p>
        <HeroText home={home} isLoading={isLoading} />
      </div>
      <div className="lg:row-span-2">
        <DonationCard contact={withFallbacks(home?.contactInfo)} provider={home?.paymentProvider} />
      </div>
      <div>
        <VolunteerCall />
        <CarePackage className="mt-7 hidden h-auto w-full max-w-[22rem] lg:block" />
      </div>
    </div>
  </section>
);
