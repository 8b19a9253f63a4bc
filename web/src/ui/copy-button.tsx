import Copy from "lucide-react/icons/copy";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { showSuccess } from "./messages/show-success.ts";
import { showToast } from "./messages/toast.ts";

export interface CopyButtonProps {
  readonly text: string;
  readonly label: ReactNode;
  readonly size?: ButtonProps["size"];
}

export const CopyButton = ({ text, label, size = "sm" }: CopyButtonProps) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSuccess("Copied");
    } catch {
      showToast({
        title: "We couldn't copy this",
        description: "Please select the text and copy it yourself.",
      });
    }
  };
  return (
    <Button variant="outline" size={size} onClick={() => void copy()}>
      <Copy aria-hidden="true" size={16} />
      {label}
    </Button>
  );
};
