import { Button } from "#ui/button.tsx";

export interface ShowAllProps {
  /** The total, and how many of them are listed at first. */
  readonly count: number;
  readonly atFirst: number;
  readonly isShown: boolean;
  readonly onShown: (isShown: boolean) => void;
}

/** Keeps its place when toggled, so it keeps the focus. */
export const ShowAll = ({ count, atFirst, isShown, onShown }: ShowAllProps) =>
  count > atFirst && (
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
