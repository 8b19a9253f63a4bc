import type { ReactNode } from "react";
import { Skeleton } from "./states.tsx";

export interface StatCardProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
}

export const StatCard = ({ label, value, note, icon }: StatCardProps) => (
  <div className="card-box flex items-start gap-4 p-4 sm:p-5">
    <div className="min-w-0 flex-1">
      <p className="quiet text-sm font-semibold">{label}</p>
      <p className="font-display mt-1.5 text-[clamp(1.375rem,6.5vw,1.875rem)] leading-tight font-semibold tabular-nums">
        {value ?? <Skeleton className="my-1 h-7 w-24" />}
      </p>
      {note && <p className="quiet mt-1 text-sm">{note}</p>}
    </div>
    {icon && (
      <span className="bg-base-200 text-primary rounded-xl p-2.5 max-sm:hidden" aria-hidden="true">
        {icon}
      </span>
    )}
  </div>
);
