import LockKeyhole from "lucide-react/icons/lock-keyhole";
import LockKeyholeOpen from "lucide-react/icons/lock-keyhole-open";
import type { Administrator } from "#data/administrators/mutations.ts";
import { useSecondFactorRule, useSetSecondFactorRule } from "#data/second-factors/mutations.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SettingsCard } from "../settings-card.tsx";

const andList = new Intl.ListFormat("en-US", { type: "conjunction" });

interface RuleProps {
  readonly isRequired: boolean;
  readonly administrators: readonly Administrator[];
}

/** Returns a sentence that says who hasn't set up two-step login; empty if everyone has. */
const describeMissingSetups = (administrators: readonly Administrator[]): string => {
  const names = administrators
    .filter(({ hasSecondFactor, isRemoved }) => !hasSecondFactor && !isRemoved)
    .map(({ username }) => username);
  if (names.length === 0) return "";
  return `${andList.format(names)} ${names.length === 1 ? "hasn't" : "haven't"} set it up yet.`;
};

const RuleSwitch = ({ isRequired, administrators }: RuleProps) => {
  const setRule = useSetSecondFactorRule();
  const missing = describeMissingSetups(administrators);
  const change = async () => {
    try {
      await setRule.mutateAsync(!isRequired);
      showSuccess(
        isRequired ? "Two-step login isn't required anymore" : "Two-step login is now required",
      );
    } catch (error) {
      showFailure("The two-step login rule could not be changed", error, {
        title: "We couldn't change this",
        fallback: "Please try again.",
      });
    }
  };
  const label = isRequired ? "Stop requiring two-step login" : "Require two-step login";
  return (
    <div>
      <ConfirmButton
        variant={isRequired ? "outline" : "primary"}
        confirmation={{
          title: `${label}?`,
          body: isRequired
            ? "Administrators can then turn theirs off and log in with just a password. All owners get an email about it."
            : `${missing === "" ? "Everyone already uses it." : `${missing} Until they have, they can't see or change anything else.`} All owners get an email about it.`,
          confirmLabel: label,
        }}
        onConfirm={change}
      >
        {label}
      </ConfirmButton>
    </div>
  );
};

const Rule = ({ isRequired, administrators }: RuleProps) => {
  const Icon = isRequired ? LockKeyhole : LockKeyholeOpen;
  const hasOwnFactor = administrators.some((row) => row.isOwn && row.hasSecondFactor);
  return (
    <>
      <div>
        <p className="flex items-center gap-2 font-semibold">
          <Icon
            aria-hidden="true"
            size={20}
            className={isRequired ? "text-success shrink-0" : "text-warning shrink-0"}
          />
          {isRequired
            ? "Two-step login is required for administrators"
            : "Administrators choose whether to use two-step login"}
        </p>
        <p className="quiet mt-1 text-sm">
          {describeMissingSetups(administrators) || "Everyone has set it up."}
        </p>
      </div>
      {isRequired || hasOwnFactor ? (
        <RuleSwitch isRequired={isRequired} administrators={administrators} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm">
            To avoid locking yourself out, set it up for yourself before you require it.
          </p>
          <LinkButton to={paths.dashboard("settings")} variant="outline" size="sm">
            Open Security
          </LinkButton>
        </div>
      )}
    </>
  );
};

/** Lets owners require two-step login for all administrators. */
export const SecondFactorRule = ({ administrators }: Pick<RuleProps, "administrators">) => {
  const rule = useSecondFactorRule();
  return (
    <SettingsCard
      title="Two-step login"
      intro="If you require it, administrators can't see or change anything until they've set it up."
    >
      <QueryStates query={rule} subject="the two-step login rule">
        {({ isRequired }) => <Rule isRequired={isRequired} administrators={administrators} />}
      </QueryStates>
    </SettingsCard>
  );
};
