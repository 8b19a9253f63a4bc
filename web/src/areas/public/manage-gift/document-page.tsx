import { useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { createDocumentText, nameStatement } from "#rules/donation-documents.ts";
import {
  type DocumentReference,
  useAnnualStatement,
  useDonationReceipt,
} from "#data/my-donations/queries.ts";
import { paths } from "#lib/paths.ts";
import { useToday } from "#lib/time/use-today.ts";
import { DocumentFrame } from "#ui/documents/document-frame.tsx";
import { PrintedDocument } from "#ui/documents/printed-document.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { PdfButton } from "./pdf-button.tsx";

interface SessionProps {
  readonly giftSession: string;
}

interface FrameProps extends SessionProps {
  readonly title: string;
  readonly reference: DocumentReference;
  readonly query: ReturnType<typeof useDonationReceipt>;
}

/** Prints the page once if a PDF button opened it, which happens when the PDF's fonts lack a character. */
const PrintOnce = () => {
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const isPrintRequested = typeof state === "object" && state !== null && "print" in state;
  useEffect(() => {
    if (!isPrintRequested) return;
    // Keeps a reload from printing again.
    void navigate(pathname, { replace: true, state: null });
    print();
  }, [isPrintRequested, navigate, pathname]);
  return null;
};

const DonationDocument = ({ giftSession, title, reference, query }: FrameProps) => (
  <PublicLayout>
    <PageHead title={title} />
    <div className="shell max-w-3xl py-8 sm:py-12 print:p-0">
      <DocumentFrame
        title={title}
        backLink={{ to: paths.manageGift(), label: "Back to your gifts" }}
        query={query}
        actions={<PdfButton giftSession={giftSession} reference={reference} />}
      >
        {(document) => {
          const { donor, ...text } = createDocumentText(
            document,
            "year" in reference ? Number(reference.year) : undefined,
          );
          return (
            <>
              <PrintOnce />
              <PrintedDocument {...text} recipient={donor} columns={["Date", "Amount"]} />
            </>
          );
        }}
      </DocumentFrame>
    </div>
  </PublicLayout>
);

const Receipt = ({ giftSession, donationId }: SessionProps & { readonly donationId: string }) => (
  <DonationDocument
    giftSession={giftSession}
    title="Gift receipt"
    reference={{ donationId }}
    query={useDonationReceipt(giftSession, donationId)}
  />
);

const Statement = ({ giftSession, year }: SessionProps & { readonly year: string }) => (
  <DonationDocument
    giftSession={giftSession}
    title={nameStatement(Number(year), useToday())}
    reference={{ year }}
    query={useAnnualStatement(giftSession, year)}
  />
);

const DocumentPage = ({ giftSession }: SessionProps) => {
  const { donationId, year = "" } = useParams();
  return donationId === undefined ? (
    <Statement giftSession={giftSession} year={year} />
  ) : (
    <Receipt giftSession={giftSession} donationId={donationId} />
  );
};

export default DocumentPage;
