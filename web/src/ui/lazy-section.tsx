import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";
import { cx } from "./class-names.ts";
import { SectionBoundary } from "./messages/section-boundary.tsx";
import { ErrorState, Loading, Skeleton } from "./states.tsx";

const ROOT_MARGIN = "700px 0px";

export interface LazySectionOptions {
  /** The accessible name of the loading state. */
  readonly label: string;
  /** Reserves about as much height as the section will need, to avoid layout shifts. */
  readonly className: string;
}

// React caches a failed import, so the only way to retry is to reload the page.
const loadFailure = (
  <ErrorState title="We couldn't load this part of the page">
    Please check your connection and reload the page.
  </ErrorState>
);

/** Loads a section's code when it comes near the screen. */
export const lazySection = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { label, className }: LazySectionOptions,
) => {
  const Section = lazy(async () => ({ default: await load() }));

  return (props: Props) => {
    const ref = useRef<HTMLDivElement>(null);
    const [isNear, setNear] = useState(false);

    useEffect(() => {
      const element = ref.current;
      if (isNear || !element) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setNear(true);
        },
        { rootMargin: ROOT_MARGIN },
      );
      observer.observe(element);
      return () => observer.disconnect();
    }, [isNear]);

    const placeholder = (
      <Loading label={label}>
        {isNear ? (
          <Skeleton className={cx("w-full", className)} />
        ) : (
          // Not animated, because nothing is loading yet, and an animation far from the screen would waste battery.
          <div className={cx("bg-base-200 rounded-lg", className)} />
        )}
      </Loading>
    );
    return (
      <div ref={ref}>
        <SectionBoundary fallback={loadFailure}>
          {isNear ? (
            <Suspense fallback={placeholder}>
              <Section {...props} />
            </Suspense>
          ) : (
            placeholder
          )}
        </SectionBoundary>
      </div>
    );
  };
};
