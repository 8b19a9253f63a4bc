import { Button } from "#ui/button.tsx";

export interface ShowAllProps {
  readonly count: number;
  /** The number of items listed before the button is clicked. */
  readonly initialCount: number;
  readonly isExpanded: boolean;
  readonly onExpandedChange: (isExpanded: boolean) => void;
}

/** Stays the same element when toggled, so it keeps the focus. */
export const ShowAll = ({ count, initialCount, isExpanded, onExpandedChange }: ShowAllProps) =>
  count > initialCount && (
    <Button
      variant="outline"
      size="sm"
      className="mt-2"
      aria-expanded={isExpanded}
      onClick={() => onExpandedChange(!isExpanded)}
    >
      {isExpanded ? "Show fewer" : `Show all ${count}`}
    </Button>
  );
