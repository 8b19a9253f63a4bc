import { Button } from "../../../ui/button.tsx";

export interface ShowAllProps {
  /** How many there are, and how many of them stand there at first. */
  readonly count: number;
  readonly atFirst: number;
  readonly isShown: boolean;
  readonly onShown: (isShown: boolean) => void;
}

/** Stays where it is, so that the focus does, too. */
export const ShowAll = ({ count, atFirst, isShown, onShown }: ShowAllProps) =>
  count > atFirst && (
    <Button
      look="outline"
      size="sm"
      className="mt-2"
      aria-expanded={isShown}
      onClick={() => onShown(!isShown)}
    >
      {isShown ? "Show fewer" : `Show all ${count}`}
    </Button>
  );
