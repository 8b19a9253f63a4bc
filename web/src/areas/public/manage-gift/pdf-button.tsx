import Download from "lucide-react/icons/download";
import { useLocation, useNavigate } from "react-router-dom";
import { type DocumentReference, useSaveDocument } from "#data/my-donations/queries.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";

export interface PdfButtonProps {
  readonly giftSession: string;
  readonly reference: DocumentReference;
  /** The accessible name, if the page has several PDF buttons. */
  readonly label?: string;
}

/** Returns whether the PDF's fonts lack a character, in which case the browser prints the page instead. */
const isMissingGlyphError = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === "pdf_lacks_letters";

export const PdfButton = ({ giftSession, reference, label }: PdfButtonProps) => {
  const save = useSaveDocument(giftSession);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const documentPath =
    "donationId" in reference
      ? paths.donationReceipt(reference.donationId)
      : paths.annualStatement(Number(reference.year));
  const download = () =>
    save.mutate(reference, {
      onError: (error) => {
        if (isMissingGlyphError(error)) {
          if (pathname === documentPath) print();
          else void navigate(documentPath, { state: { print: true } });
          return;
        }
        showFailure("A receipt could not be downloaded", error, {
          title: "Download Failed",
          fallback: "We couldn't download the file. Please try again.",
        });
      },
    });
  return (
    <Button variant="ghost" size="sm" aria-label={label} busy={save.isPending} onClick={download}>
      <Download aria-hidden="true" size={16} />
      PDF
    </Button>
  );
};
