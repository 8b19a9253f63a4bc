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

export const copyText = async (text: string): Promise<void> => {
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

export const CopyButton = ({ text, label, size = "sm" }: CopyButtonProps) => (
  <Button variant="outline" size={size} onClick={() => void copyText(text)}>
    <Copy aria-hidden="true" size={16} />
    {label}
  </Button>
);
