import type { z } from "zod";
import { KEEP_DAYS_MAX } from "#contracts/limits.ts";
import { retentionRuleEndpoints } from "#contracts/retention-rules.ts";
import {
  readDueCount,
  type RetentionRule,
  useDueCount,
  useRetentionRules,
  useUpdateRetentionRule,
} from "#data/retention-rules/mutations.ts";
import { FormCheck } from "#kit/forms/form-fields.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import type { FormValues } from "#kit/forms/record-form.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import type { FormQuestion } from "#kit/forms/use-question.ts";
import { logError } from "#lib/log.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { SingleRecordForm } from "#kit/forms/single-record-form.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { dueText, dueVerb, RETENTION_TEXTS } from "./retention-texts.ts";

const SCHEMA = retentionRuleEndpoints.updateRetentionRule.body
  .pick({ isOn: true, keepDays: true })
  .required();
type RuleInput = z.input<typeof SCHEMA>;

const TYPING_PAUSE_MS = 300;

/** Returns the typed number of days, or null if it isn't allowed in a rule. */
const parseDays = (value: unknown): number | null =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= KEEP_DAYS_MAX
    ? Number(value)
    : null;

/** Shows how many records the rule would empty or delete right away with the number of days that was typed. */
const DueNote = ({ rule }: { readonly rule: RetentionRule }) => {
  const { keepDays, isOn } = useFormValues<RuleInput>();
  const days = useDebounced(parseDays(keepDays), TYPING_PAUSE_MS);
  const due = useDueCount(rule.id, days);
  const isKnown = due.data !== undefined && days !== null;
  return (
    <output className="quiet block text-sm sm:col-span-2">
      {isKnown &&
        (due.data.count === 0
          ? `Nothing is that old right now.`
          : `Right now, ${dueText(rule.name, due.data)} ${dueVerb(rule.name, due.data.count, isOn === true && rule.isOn)}.`)}
    </output>
  );
};

/**
 * Returns a confirmation question for a change that causes more records to be emptied or deleted; null for other
 * changes.
 */
const getConfirmation = async (
  rule: RetentionRule,
  { isOn = rule.isOn, keepDays = rule.keepDays }: FormValues,
): Promise<FormQuestion | null> => {
  const affectsMoreRecords = isOn === true && (!rule.isOn || Number(keepDays) < rule.keepDays);
  if (!affectsMoreRecords) return null;
  const due = await readDueCount(rule.id, Number(keepDays)).catch((error: unknown) => {
    logError("The records that a retention rule would affect could not be counted", error);
    return null;
  });
  if (due?.count === 0) return null;
  const amount = due === null ? "Everything that old" : dueText(rule.name, due);
  return {
    title: rule.isOn ? "Shorten the time?" : "Turn on this rule?",
    body: `${amount.charAt(0).toUpperCase()}${amount.slice(1)} will be ${RETENTION_TEXTS[rule.name].verb} within the hour. You can't undo this.`,
    confirmLabel: rule.isOn ? "Shorten the time" : "Turn on",
  };
};

const LastRun = ({
  rule: { isOn, ranAt, affectedAt, affectedCount, totalCount, name },
}: RuleProps) => (
  <p className="quiet text-sm">
    {isOn && ranAt === null && "Runs every hour. "}
    {isOn && ranAt !== null && (
      <>
        Runs every hour, last on <ShortMoment moment={ranAt} />.{" "}
      </>
    )}
    {affectedAt !== null && (
      <>
        On <ShortMoment moment={affectedAt} />,{" "}
        {dueText(name, { count: affectedCount, hasMore: false })}{" "}
        {affectedCount === 1 ? "was" : "were"} {RETENTION_TEXTS[name].verb} ({totalCount} in all).
      </>
    )}
  </p>
);

interface RuleProps {
  readonly rule: RetentionRule;
}

/** One rule: its switch, its number of days, and how many records it would empty or delete now. */
const RetentionRuleForm = ({ rule }: RuleProps) => {
  const update = useUpdateRetentionRule();
  const { label, description, daysLabel } = RETENTION_TEXTS[rule.name];
  return (
    <div className="py-3">
      <SingleRecordForm
        label={`Save “${label}”`}
        formName={`retention-${rule.name}`}
        schema={SCHEMA}
        values={{ isOn: rule.isOn, keepDays: rule.keepDays }}
        version={{
          noun: "rule",
          name: "updatedAt",
          value: rule.updatedAt,
          labels: { isOn: label, keepDays: daysLabel },
        }}
        submitButtons={[{ label: "Save", values: {} }]}
        failure={{
          title: "The rule wasn't saved",
          fallback: "We couldn't save the rule. Please try again.",
        }}
        questionOf={(changes) => getConfirmation(rule, changes)}
        onSave={(changes) => update.mutateAsync({ id: rule.id, changes })}
        success="The rule was saved"
      >
        <FormCheck<RuleInput>
          name="isOn"
          label={label}
          description={description}
          className="sm:col-span-2"
        />
        <FormNumber<RuleInput> name="keepDays" label={daysLabel} />
        <DueNote rule={rule} />
      </SingleRecordForm>
      <LastRun rule={rule} />
    </div>
  );
};

/** Lists the rules for how long personal data is kept. */
export const RetentionRules = () => (
  <SettingsCard
    title="Retention"
    intro="These rules delete personal data once it's old enough. What a rule deletes can't be restored. Uploaded import files are always deleted after a day, and merges become permanent after 30 days."
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
