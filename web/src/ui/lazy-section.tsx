import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";
import { lazyComponent } from "#lib/code/lazy-component.ts";
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

/**
 * Loads a section's code when it comes near the screen. Nobody asked for it, so if that fails, the page isn't reloaded
 * until someone does.
 */
export const lazySection = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { label, className }: LazySectionOptions,
) => {
  const loadModule = async () => ({ default: await load() });
  const FirstSection = lazy(loadModule);
  const RetriedSection = lazyComponent(loadModule);

  return (props: Props) => {
    const ref = useRef<HTMLDivElement>(null);
    const [isNear, setNear] = useState(false);
    const [retryCount, setRetryCount] = useState(0);
    const Section = retryCount > 0 ? RetriedSection : FirstSection;

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
        <SectionBoundary
          key={retryCount}
          fallback={
            <ErrorState
              title="We couldn't load this part of the page"
              onRetry={() => setRetryCount(retryCount + 1)}
            />
          }
        >
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
