import Download from "lucide-react/icons/download";
import { useSavePaper, type PaperOf } from "../../../data/my-gifts/mutations.ts";
import { Button } from "../../../ui/button.tsx";
import { tellFailure } from "../../../ui/tell-failure.ts";

export interface PdfButtonProps {
  readonly giftSession: string;
  readonly of: PaperOf;
  /** Says which one, where there are several. */
  readonly label?: string;
}

export const PdfButton = ({ giftSession, of, label }: PdfButtonProps) => {
  const save = useSavePaper(giftSession);
  const download = () =>
    save.mutate(of, {
      onError: (error) =>
        tellFailure("A receipt could not be downloaded", error, {
          title: "Download Failed",
          fallback: "The file did not arrive. Please try again.",
        }),
    });
  return (
    <Button look="ghost" size="sm" aria-label={label} busy={save.isPending} onClick={download}>
      <Download aria-hidden="true" size={16} />
      PDF
    </Button>
  );
};
