import { Button } from "#ui/button.tsx";

export interface ShowAllProps {
  readonly count: number;
  /** The number of items listed before the button is clicked. */
  readonly initialCount: number;
  readonly isShown: boolean;
  readonly onShown: (isShown: boolean) => void;
}

/** Stays the same element when toggled, so it keeps the focus. */
export const ShowAll = ({ count, initialCount, isShown, onShown }: ShowAllProps) =>
  count > initialCount && (
    <Button
      variant="outline"
      size="sm"
      className="mt-2"
      aria-expanded={isShown}
      onClick={() => onShown(!isShown)}
    >
      {isShown ? "Show fewer" : `Show all ${count}`}
    </Button>
  );
