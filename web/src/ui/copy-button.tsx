import Copy from "lucide-react/icons/copy";
import { Button } from "./button.tsx";
import { showToast } from "./toast.ts";

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: "Copied", variant: "success" });
    } catch {
      showToast({ title: "This could not be copied", description: "Please select it instead." });
    }
  };
  return (
    <Button look="outline" size="sm" onClick={() => void copy()}>
      <Copy aria-hidden="true" size={16} />
      {label}
    </Button>
  );
};
