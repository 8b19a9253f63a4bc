import { useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { paperText } from "#rules/gift-papers.ts";
import type { PaperOf } from "../../../data/my-gifts/mutations.ts";
import { useGiftReceipt, useGiftStatement } from "../../../data/my-gifts/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { PaperFrame } from "../../../ui/paper-frame.tsx";
import { Paper } from "../../../ui/paper.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { PdfButton } from "./pdf-button.tsx";

interface OpenedProps {
  readonly giftSession: string;
}

interface FrameProps extends OpenedProps {
  readonly title: string;
  readonly of: PaperOf;
  readonly query: ReturnType<typeof useGiftReceipt>;
}

/** Prints once when a PDF button led here because the PDF's fonts lack a character. */
const PrintOnce = () => {
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const isWanted = typeof state === "object" && state !== null && "print" in state;
  useEffect(() => {
    if (!isWanted) return;
    // Keeps a reload from printing again.
    void navigate(pathname, { replace: true, state: null });
    print();
  }, [isWanted, navigate, pathname]);
  return null;
};

const GiftPaper = ({ giftSession, title, of, query }: FrameProps) => (
  <PublicLayout>
    <PageHead title={title} />
    <div className="shell max-w-3xl py-8 sm:py-12 print:p-0">
      <PaperFrame
        title={title}
        back={{ to: paths.manageGift(), label: "Back to your gifts" }}
        query={query}
        actions={<PdfButton giftSession={giftSession} of={of} />}
      >
        {(paper) => {
          const { donor, ...text } = paperText(paper, "year" in of ? Number(of.year) : undefined);
          return (
            <>
              <PrintOnce />
              <Paper {...text} recipient={donor} columns={["Date charged", "Amount"]} />
            </>
          );
        }}
      </PaperFrame>
    </div>
  </PublicLayout>
);

const Receipt = ({ giftSession, gift }: OpenedProps & { readonly gift: string }) => (
  <GiftPaper
    giftSession={giftSession}
    title="Gift receipt"
    of={{ gift }}
    query={useGiftReceipt(giftSession, gift)}
  />
);

const Statement = ({ giftSession, year }: OpenedProps & { readonly year: string }) => (
  <GiftPaper
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
