import { number } from "#lib/format.ts";

export interface SendProgressProps {
  readonly sentRowCount: number;
  readonly rowCount: number;
}

export const SendProgress = ({ sentRowCount, rowCount }: SendProgressProps) => (
  <div>
    <p className="quiet text-sm">
      Sending… {number(sentRowCount)} of {number(rowCount)} rows. Keep this page open.
    </p>
    <progress
      aria-label="Sending the file"
      className="progress progress-primary mt-1.5 w-full"
      max={rowCount}
      value={sentRowCount}
    />
  </div>
);
