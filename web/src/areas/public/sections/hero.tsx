import HandHeart from "lucide-react/icons/hand-heart";
import { useState } from "react";
import { getPictureSizes } from "#rules/pictures.ts";
import { FALLBACK_HERO, type HomeData } from "#data/home/queries.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/states.tsx";
import { QuiltPattern } from "../art/quilt-pattern.tsx";
import { LazyApplicationDialog } from "../dialogs/dialogs.ts";
import { DonationCard, type DonationCardProps } from "./donation-card.tsx";

export interface HeroProps extends DonationCardProps {
  readonly isLoading: boolean;
}

const VolunteerButton = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        className="needs-script border-current text-inherit hover:bg-white/10"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={LazyApplicationDialog.preload}
        onFocus={LazyApplicationDialog.preload}
      >
        <HandHeart aria-hidden="true" size={20} />
        Become a volunteer
      </Button>
      <LazyApplicationDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};

const Message = ({ hero }: { readonly hero: HomeData["hero"] | undefined }) => (
  <>
    <h1 className="font-display text-display font-semibold">
      {hero?.headline || FALLBACK_HERO.headline}
    </h1>
    <p className="sm:text-lead mt-2 max-w-xl leading-normal opacity-90 lg:mt-4">
      {hero?.coreMessage || FALLBACK_HERO.coreMessage}
    </p>
  </>
);

const HeroText = ({ home, isLoading }: Pick<HeroProps, "home" | "isLoading">) => {
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

interface HeroPictureProps {
  readonly src: string;
  readonly alt: string | null;
}

/** The hero's picture: on phones, a cropped band; on large screens, the background between the text and the card. */
const HeroPicture = ({ src, alt }: HeroPictureProps) => (
  <div className="relative -z-10 aspect-29/10 overflow-hidden xl:absolute xl:inset-y-0 xl:left-[calc(50%-2.25rem)] xl:aspect-video xl:h-full xl:-translate-x-1/2">
    <img
      // The band on phones isn't tall, so a picture as wide as the screen is sharp enough.
      sizes="(min-width: 80rem) 62rem, 100vw"
      {...getPictureSizes(src)}
      src={src}
      alt={alt ?? ""}
      fetchPriority="high"
      className="absolute inset-y-0 left-1/2 h-full w-full -translate-x-1/2 object-cover object-[50%_86%] [mask-image:linear-gradient(#000_85%,transparent)] xl:[mask-image:linear-gradient(to_right,transparent,#000_30%,#000_70%,transparent)]"
    />
  </div>
);

export const Hero = ({ home, isLoading, ...card }: HeroProps) => {
  const { imageUrl, imageAlt } = home?.hero ?? {};
  return (
    <section
      id="home"
      aria-label="Welcome"
      className="bg-neutral text-neutral-content relative isolate items-center overflow-hidden xl:grid xl:min-h-[clamp(34.75rem,100svh-4.25rem,36.5rem)]"
    >
      {imageUrl ? (
        <HeroPicture src={imageUrl} alt={imageAlt ?? null} />
      ) : (
        <>
          <QuiltPattern
            className="absolute inset-0 -z-10 text-[#5d7299] opacity-[0.13]"
            size={104}
          />
          <div className="absolute inset-0 -z-10 bg-linear-to-r from-neutral via-neutral/70 to-transparent" />
        </>
      )}
      <div className="shell grid gap-x-14 gap-y-4 py-7 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr] lg:gap-y-6 lg:py-8">
        <div className={imageUrl ? "darkens-picture max-lg:-mt-5 xl:max-w-[22.5rem]" : undefined}>
          <HeroText home={home} isLoading={isLoading} />
        </div>
        <div className="lg:row-span-2">
          <DonationCard home={home} {...card} />
        </div>
        <div>
          <VolunteerButton />
        </div>
      </div>
    </section>
  );
};
