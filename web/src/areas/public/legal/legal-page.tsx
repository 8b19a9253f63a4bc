import type { ReactNode } from "react";
import { useLegalContent, type LegalContentKey } from "../../../data/legal-content/queries.ts";
import { useHome } from "../../../data/home/queries.ts";
import { LongDate } from "../../../lib/dates.tsx";
import { useNow } from "../../../lib/now.ts";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { SectionBoundary } from "../../../ui/section-boundary.tsx";
import { StaleNotice } from "../../../ui/stale-notice.tsx";
import { Loading, Skeleton } from "../../../ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { withFallbacks, type ContactInfo } from "../../../data/home/organization.ts";
import { PublicLayout } from "../public-layout.tsx";
import { SafeHtml } from "../../../ui/safe-html.tsx";

export interface LegalPageProps {
  readonly title: string;
  readonly description: string;
  readonly path: string;
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

export const LegalPage = ({
  title,
  description,
  path,
  contentKey,
  renderDefault,
}: LegalPageProps) => {
  const home = useHome();
  const legal = useLegalContent(contentKey);
  const today = useNow().toISOString();
  const contact = withFallbacks(home.data?.contactInfo);
  const builtIn = <div className="prose-text leading-relaxed">{renderDefault(contact)}</div>;

  return (
    <PublicLayout>
      <PageHead title={title} description={description} path={path} />
      <StaleNotice of={[legal]} />
      <article className="shell max-w-3xl py-10 sm:py-14">
        <h1 className="font-display text-heading font-semibold">{title}</h1>
        <p className="quiet mt-2 mb-8">
          Last updated: <LongDate moment={legal.data?.updatedAt ?? today} />
        </p>
        {legal.isError && !legal.data && (
          <div className="mb-8">
            <RetryNotice title="The current text could not be loaded" query={legal}>
              This is our standard text.
            </RetryNotice>
          </div>
        )}
        {legal.isPending && (
          <>
            <TextSkeleton />
            <noscript>{builtIn}</noscript>
          </>
        )}
        {legal.data?.content.trim() ? (
          <SectionBoundary fallback={builtIn}>
            <SafeHtml html={legal.data.content} />
          </SectionBoundary>
        ) : (
          !legal.isPending && builtIn
        )}
      </article>
    </PublicLayout>
  );
};
