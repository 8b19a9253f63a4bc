import { useEffect, useRef, useState } from "react";
import { Erasures } from "./erasures.tsx";
import { LedgerYears } from "./ledger-years.tsx";
import { PersonSearch } from "./person-search.tsx";
import { RetentionRules } from "./retention-rules.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

/** Lets owners handle people's requests about their data, and choose how long data is kept. */
export const Privacy = () => {
  const erasuresRef = useRef<HTMLDivElement>(null);
  const [erasedCount, setErasedCount] = useState(0);
  useEffect(() => {
    // Waits until the dialog has closed, because nothing outside an open dialog can receive the focus.
    if (erasedCount > 0) erasuresRef.current?.focus();
  }, [erasedCount]);
  return (
    <div className="grid max-w-4xl gap-6">
      <SectionHeading>Privacy</SectionHeading>
      <PersonSearch onErased={() => setErasedCount(erasedCount + 1)} />
      <Erasures ref={erasuresRef} />
      <RetentionRules />
      <LedgerYears />
    </div>
  );
};
