import { Button } from "#ui/button.tsx";

export interface ShowAllProps {
  readonly count: number;
  /** The number of items listed before the button is clicked. */
  readonly initialCount: number;
  readonly isExpanded: boolean;
  readonly onExpanded: (isExpanded: boolean) => void;
}

/** Stays the same element when toggled, so it keeps the focus. */
export const ShowAll = ({ count, initialCount, isExpanded, onExpanded }: ShowAllProps) =>
  count > initialCount && (
    <Button
      variant="outline"
      size="sm"
      className="mt-2"
      aria-expanded={isExpanded}
      onClick={() => onExpanded(!isExpanded)}
    >
      {isExpanded ? "Show fewer" : `Show all ${count}`}
    </Button>
  );
