import { RetentionRules } from "./retention-rules.tsx";

/** What people may ask of us about their data, and how long it stays. For owners. */
export const Privacy = () => (
  <div className="grid max-w-4xl gap-6">
    <RetentionRules />
  </div>
);
