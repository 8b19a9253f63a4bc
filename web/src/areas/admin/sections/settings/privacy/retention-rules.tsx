import { useRetentionRules } from "#data/retention-rules/queries.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { RetentionRuleForm } from "./retention-rule-form.tsx";

/** How long personal data stays. */
export const RetentionRules = () => (
  <SettingsCard
    title="Retention"
    intro="These rules delete personal data once it's old enough. What a rule deletes can't be restored. Rows of uploaded files are always deleted after a day, and merges become permanent after 30 days."
  >
    <QueryStates query={useRetentionRules()} subject="the rules">
      {(rules) => (
        <div className="divide-base-300 divide-y">
          {rules.map((rule) => (
            <RetentionRuleForm key={rule.id} rule={rule} />
          ))}
        </div>
      )}
    </QueryStates>
  </SettingsCard>
);
