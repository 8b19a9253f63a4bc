import { number } from "#lib/format.ts";

export interface SendProgressProps {
  readonly sentRows: number;
  readonly rowCount: number;
}

export const SendProgress = ({ sentRows, rowCount }: SendProgressProps) => (
  <div>
    <p className="quiet text-sm">
      Sending… {number(sentRows)} of {number(rowCount)} rows. Keep this page open.
    </p>
    <progress
      aria-label="Sending the file"
      className="progress progress-primary mt-1.5 w-full"
      max={rowCount}
      value={sentRows}
    />
  </div>
);
