import type { ReactNode } from "react";

export const Fact = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
    <dt className="font-semibold">{name}</dt>
    <dd className="min-w-0 break-words sm:text-right">{children}</dd>
  </div>
);
