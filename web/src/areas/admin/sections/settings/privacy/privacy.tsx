import { useRef } from "react";
import { Erasures } from "./erasures.tsx";
import { LedgerYears } from "./ledger-years.tsx";
import { PersonSearch } from "./person-search.tsx";
import { RetentionRules } from "./retention-rules.tsx";

/** What people may ask of us about their data, and how long it stays. For owners. */
export const Privacy = () => {
  const erasuresRef = useRef<HTMLDivElement>(null);
  return (
    <div className="grid max-w-4xl gap-6">
      <PersonSearch onErased={() => erasuresRef.current?.focus()} />
      <Erasures ref={erasuresRef} />
      <RetentionRules />
      <LedgerYears />
    </div>
  );
};
