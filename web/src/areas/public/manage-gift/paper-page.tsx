import Printer from "lucide-react/icons/printer";
import { useParams } from "react-router-dom";
import { paperText } from "#rules/gift-papers.ts";
import type { PaperOf } from "../../../data/my-gifts/mutations.ts";
import { useGiftReceipt, useGiftStatement } from "../../../data/my-gifts/queries.ts";
import { serverMessage } from "../../../lib/api-error.ts";
import { paths } from "../../../lib/paths.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { ErrorState, Loading, Skeleton } from "../../../ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { Paper } from "./paper.tsx";
import { PdfButton } from "./pdf-button.tsx";

interface OpenedProps {
  readonly giftSession: string;
}

interface FrameProps extends OpenedProps {
  readonly title: string;
  readonly of: PaperOf;
  readonly query: ReturnType<typeof useGiftReceipt>;
}

const PaperFrame = ({ giftSession, title, of, query }: FrameProps) => (
  <PublicLayout>
    <PageHead title={title} />
    <div className="shell max-w-3xl py-8 sm:py-12 print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <LinkButton look="ghost" size="sm" to={paths.manageGift()}>
          Back to your gifts
        </LinkButton>
        {query.data && (
          <div className="flex flex-wrap gap-2">
            <Button look="outline" size="sm" onClick={() => print()}>
              <Printer aria-hidden="true" size={16} />
              Print
            </Button>
            <PdfButton giftSession={giftSession} of={of} />
          </div>
        )}
      </div>
      {query.isPending && (
        <Loading label={`Loading: ${title}`}>
          <Skeleton className="h-96" />
        </Loading>
      )}
      {query.isError && (
        <ErrorState
          title="This page could not be loaded"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          {serverMessage(query.error)}
        </ErrorState>
      )}
      {query.data && (
        <Paper text={paperText(query.data, "year" in of ? Number(of.year) : undefined)} />
      )}
    </div>
  </PublicLayout>
);

const Receipt = ({ giftSession, gift }: OpenedProps & { readonly gift: string }) => (
  <PaperFrame
    giftSession={giftSession}
    title="Gift receipt"
    of={{ gift }}
    query={useGiftReceipt(giftSession, gift)}
  />
);

const Statement = ({ giftSession, year }: OpenedProps & { readonly year: string }) => (
  <PaperFrame
    giftSession={giftSession}
    title={`Annual giving statement ${year}`}
    of={{ year }}
    query={useGiftStatement(giftSession, year)}
  />
);

const PaperPage = ({ giftSession }: OpenedProps) => {
  const { gift, year = "" } = useParams();
  return gift === undefined ? (
    <Statement giftSession={giftSession} year={year} />
  ) : (
    <Receipt giftSession={giftSession} gift={gift} />
  );
};

export default PaperPage;
