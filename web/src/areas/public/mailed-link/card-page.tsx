import type { ReactNode } from "react";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";

export interface CardPageProps {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}

/** A page with a single card, hidden from search engines. */
export const CardPage = ({ title, intro, children }: CardPageProps) => (
  <PublicLayout>
    <PageHead title={title} />
    <div className="shell flex justify-center py-10 sm:py-16">
      <div className="w-full max-w-md">
        <h1 className="font-display text-heading font-semibold">{title}</h1>
        <p className="quiet mt-3">{intro}</p>
        <div className="card-box mt-7 rounded-3xl p-5 sm:p-7">{children}</div>
      </div>
    </div>
  </PublicLayout>
);
