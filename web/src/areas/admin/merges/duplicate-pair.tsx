import type { ReactNode } from "react";
import { Button, LinkButton } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

/** Callbacks that report whether the pair was dismissed. */
export const DISMISSAL_CALLBACKS = {
  onSuccess: ({ message }: { readonly message: string }) => showSuccess(message),
  onError: (error: Error) =>
    showFailure("The pair could not be dismissed", error, {
      title: "Error",
      fallback: "Failed to dismiss the pair",
    }),
};

interface DuplicatePairProps {
  readonly reason: string;
  /** Both names, such as `Ann Lee and Anna Lee`. */
  readonly names: string;
  /** Path to the kept person's page, with the comparison open. */
  readonly comparePath: string;
  readonly isDismissing: boolean;
  readonly onDismiss: () => void;
  /** The summaries of the two records. */
  readonly children: ReactNode;
}

/** Shows two records that may belong to the same person, with buttons to merge them or dismiss the pair. */
export const DuplicatePair = ({
  reason,
  names,
  comparePath,
  isDismissing,
  onDismiss,
  children,
}: DuplicatePairProps) => (
  <li className="card-box p-5">
    <p className="mb-2 text-sm font-semibold">{reason}</p>
    <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    <div className="mt-4 flex flex-wrap gap-2">
      <LinkButton size="sm" to={comparePath} aria-label={`Compare and merge ${names}`}>
        Compare and merge
      </LinkButton>
      <Button
        variant="outline"
        size="sm"
        busy={isDismissing}
        aria-label={`Not the same person: ${names}`}
        onClick={onDismiss}
      >
        Not the same person
      </Button>
    </div>
  </li>
);
