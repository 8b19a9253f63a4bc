import { lazy, Suspense, useState, type ReactNode } from "react";
import { useLegalContent, type LegalContentKey } from "../../../data/legal-content/queries.ts";
import { useHome } from "../../../data/home/queries.ts";
import { longDate } from "../../../lib/format.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SectionBoundary } from "../../../ui/section-boundary.tsx";
import { Loading, Skeleton } from "../../../ui/states.tsx";
import { withFallbacks, type ContactInfo } from "../organization.ts";
import { PublicLayout } from "../public-layout.tsx";

const SafeHtml = lazy(async () => ({ default: (await import("./safe-html.tsx")).SafeHtml }));

export interface LegalPageProps {
  readonly title: string;
  readonly contentKey: LegalContentKey;
  /** Shown while nothing is stored, or when it cannot be loaded. */
  readonly renderDefault: (contact: ContactInfo) => ReactNode;
}

const TextSkeleton = () => (
  <Loading label="Loading the text" className="grid gap-3">
    <Skeleton className="h-5 w-full" />
    <Skeleton className="h-5 w-11/12" />
    <Skeleton className="h-5 w-10/12" />
    <Skeleton className="mt-4 h-5 w-full" />
    <Skeleton className="h-5 w-9/12" />
  </Loading>
);

export const LegalPage = ({ title, contentKey, renderDefault }: LegalPageProps) => {
  useTitle(title);
  const home = useHome();
  const legal = useLegalContent(contentKey);
  const [today] = useState(() => new Date());
  const contact = withFallbacks(home.data?.contactInfo);
  const builtIn = <div className="prose-text leading-relaxed">{renderDefault(contact)}</div>;

  return (
    <PublicLayout>
      <article className="shell max-w-3xl py-10 sm:py-14">
        <h1 className="font-display text-heading font-semibold">{title}</h1>
        <p className="quiet mt-2 mb-8">Last updated: {longDate(legal.data?.updatedAt ?? today)}</p>
        {legal.isError && (
          <div className="mb-8">
            <Notice tone="error" title="The current text could not be loaded">
              <p>This is our standard text.</p>
              <Button
                look="outline"
                size="sm"
                className="mt-2"
                busy={legal.isFetching}
                onClick={() => void legal.refetch()}
              >
                Try again
              </Button>
            </Notice>
          </div>
        )}
        {legal.isPending && <TextSkeleton />}
        {legal.data?.content.trim() ? (
          <SectionBoundary fallback={builtIn}>
            <Suspense fallback={<TextSkeleton />}>
              <SafeHtml html={legal.data.content} />
            </Suspense>
          </SectionBoundary>
        ) : (
          !legal.isPending && builtIn
        )}
      </article>
    </PublicLayout>
  );
};
