import { LEGAL_DEFAULTS } from "#rules/legal-defaults.ts";
import { type LegalContentKey, useLegalContent } from "#data/legal-content/queries.ts";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { LongDate } from "#lib/time/dates.tsx";
import { useNow } from "#lib/time/now.ts";
import { RetryNotice } from "#ui/messages/retry-notice.tsx";
import { StaleNotice } from "#ui/messages/stale-notice.tsx";
import { Loading, Skeleton } from "#ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { SafeHtml } from "#ui/safe-html.tsx";

export interface LegalPageProps {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly contentKey: LegalContentKey;
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

export const LegalPage = ({ title, description, path, contentKey }: LegalPageProps) => {
  const home = useHome();
  const legalContent = useLegalContent(contentKey);
  const today = useNow().toISOString();
  // Shown if no text is stored or it can't be loaded.
  const builtInHtml = LEGAL_DEFAULTS[contentKey](addFallbacks(home.data?.contactInfo));

  return (
    <PublicLayout>
      <PageHead title={title} description={description} path={path} />
      <StaleNotice queries={[legalContent]} />
      <article className="shell max-w-3xl py-10 sm:py-14 print:p-0">
        <h1 className="font-display text-heading font-semibold">{title}</h1>
        <p className="quiet mt-2 mb-8">
          Last updated: <LongDate moment={legalContent.data?.updatedAt ?? today} />
        </p>
        {legalContent.isError && !legalContent.data && (
          <div className="mb-8">
            <RetryNotice title="We couldn't load the current text" query={legalContent}>
              What you see below is our standard version.
            </RetryNotice>
          </div>
        )}
        {legalContent.isPending && (
          <>
            <TextSkeleton />
            <noscript>
              <SafeHtml html={builtInHtml} />
            </noscript>
          </>
        )}
        {!legalContent.isPending && (
          <SafeHtml html={legalContent.data?.content.trim() || builtInHtml} />
        )}
      </article>
    </PublicLayout>
  );
};
