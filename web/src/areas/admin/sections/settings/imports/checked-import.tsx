import { useState, type ReactNode } from "react";
import { useBookClosings } from "#data/book-closings/mutations.ts";
import { type Import, useStoreImport } from "#data/imports/mutations.ts";
import { longDay, moneyWithCents, number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { isPlatformSource } from "#rules/imports/row-cells.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { Fact } from "#admin/fact.tsx";
import { useHasArea } from "#admin/own-areas.ts";
import { ProblemRows } from "./problem-rows.tsx";
import {
  fillsText,
  kindCountText,
  lookalikeReason,
  lookalikesText,
  namesakesText,
  rowsText,
  unusedColumnsText,
  unusualDaysText,
} from "./texts.ts";

export interface CheckedImportProps {
  readonly record: Import;
  readonly discardButton: ReactNode;
}

type Counts = NonNullable<Import["counts"]>;

const Findings = ({ record, counts }: { readonly record: Import; readonly counts: Counts }) => {
  const { kind } = record;
  const unusedColumns = unusedColumnsText(record);
  return (
    <dl className="divide-base-300 divide-y">
      <Fact name="Ready to import">
        {kindCountText(kind, counts.ready + counts.matches)}
        {kind === "donations" && `, ${moneyWithCents(counts.readyAmount)}`}
      </Fact>
      {counts.matches > 0 && (
        <Fact name="Employers' matches among them">{number(counts.matches)}</Fact>
      )}
      {kind === "donations" && <Fact name="New donors">{number(counts.newPeople)}</Fact>}
      {fillsText(kind, counts.fills) && (
        <Fact name="What is blank now">{fillsText(kind, counts.fills)}</Fact>
      )}
      {counts.duplicate > 0 && <Fact name="Already here">{rowsText(counts.duplicate)}</Fact>}
      {counts.skipped > 0 && (
        <Fact name="Left out, because they weren't paid or are totals">
          {rowsText(counts.skipped)}
        </Fact>
      )}
      {unusedColumns && <Fact name="Columns that aren't imported">{unusedColumns}</Fact>}
    </dl>
  );
};

interface LateReasonProps {
  /** The number of rows that would change closed months. */
  readonly lateCount: number;
  readonly isOwner: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Says how many rows change closed months, and asks owners why. Everyone else is told to ask an owner. */
const LateReason = ({ lateCount, isOwner, ...props }: LateReasonProps) => {
  const { data: closings } = useBookClosings();
  const closedThrough = closings?.[0]?.closedThrough;
  if (closedThrough === undefined) return null;
  const notice = `The books are closed through ${longDay(closedThrough)}, and ${rowsText(lateCount)} of this file ${lateCount === 1 ? "is" : "are"} in closed months.`;
  return isOwner ? (
    <TextField
      {...props}
      label="Why this changes closed books"
      description={`${notice} ${lateCount === 1 ? "It counts" : "They count"} in the current month.`}
      maxLength={500}
      required
      autoComplete="off"
    />
  ) : (
    <Notice tone="info">{notice}</Notice>
  );
};

/** Shows the results of the check. Nothing is stored until the button is pressed. */
export const CheckedImport = ({ record, discardButton }: CheckedImportProps) => {
  const { id, kind, source, counts } = record;
  const storeImport = useStoreImport();
  const [leavesOutProblems, setLeavesOutProblems] = useState(false);
  const [leavesOutLookalikes, setLeavesOutLookalikes] = useState(true);
  const [joinsNamesakes, setJoinsNamesakes] = useState(false);
  const [receipts, setReceipts] = useState<"" | "sent" | "owed">("");
  const [lateReason, setLateReason] = useState("");
  const isOwner = useHasArea("owner");
  if (counts === null) return null;
  const chosenCount = counts.ready + counts.matches + (leavesOutLookalikes ? 0 : counts.lookalike);
  const lateCount = counts.lateReady + (leavesOutLookalikes ? 0 : counts.lateLookalike);
  // A platform has sent its own receipts.
  const asksAboutReceipts = kind === "donations" && chosenCount > 0 && !isPlatformSource(source);
  const reason =
    chosenCount === 0 && fillsText(kind, counts.fills) === ""
      ? "There's nothing new in this file."
      : counts.problem > 0 && !leavesOutProblems
        ? "Fix those rows in your file and choose the file again, or leave them out."
        : lateCount > 0 && !isOwner
          ? "Ask an owner to import this file, or take those rows out of it and choose it again."
          : asksAboutReceipts && receipts === ""
            ? "Say whether these donors already got receipts."
            : lateCount > 0 && lateReason.trim() === ""
              ? "Say why this changes closed books."
              : null;
  const submit = async () => {
    try {
      await storeImport.mutateAsync({
        id,
        choices: {
          leavesOutProblems,
          leavesOutLookalikes,
          joinsNamesakes,
          owesReceipts: receipts === "owed",
          ...(lateCount > 0 && { lateReason }),
        },
      });
    } catch (error) {
      showFailure("An import could not begin", error, {
        title: "Import Failed",
        fallback: "Nothing was stored. Please try again.",
      });
    }
  };
  return (
    <>
      <Findings record={record} counts={counts} />
      {counts.unusualDays > 0 && (
        <Notice tone="info">
          {unusualDaysText(counts)} If you import them, they keep these dates.
        </Notice>
      )}
      {counts.problem > 0 && (
        <>
          <ProblemRows record={record} outcome="problem" />
          <CheckField
            label={`Leave out ${rowsText(counts.problem)} with problems`}
            description="You can fix them in the downloaded file and import that file afterward."
            checked={leavesOutProblems}
            onValue={setLeavesOutProblems}
          />
        </>
      )}
      {counts.lookalike > 0 && (
        <>
          <ProblemRows record={record} outcome="lookalike" />
          <CheckField
            label={`Leave out ${lookalikesText(kind, counts.lookalike)}`}
            description={lookalikeReason(kind)}
            checked={leavesOutLookalikes}
            onValue={setLeavesOutLookalikes}
          />
        </>
      )}
      {counts.namesakes > 0 && (
        <CheckField
          label={namesakesText(counts.namesakes)}
          description="We know nothing but the name of these donors, and someone with that name has donated before. If you leave this unchecked, they're listed under possible duplicates."
          checked={joinsNamesakes}
          onValue={setJoinsNamesakes}
        />
      )}
      {asksAboutReceipts && (
        <SelectField
          label="Did these donors already get receipts?"
          description="Nobody gets an email from this import. If they didn't, the donations get receipt numbers in 24 hours, when the import can't be undone anymore."
          value={receipts}
          onValue={(value) => setReceipts(value as typeof receipts)}
        >
          {receipts === "" && <option value="">Choose an answer</option>}
          <option value="sent">Yes</option>
          <option value="owed">No</option>
        </SelectField>
      )}
      {lateCount > 0 && (
        <LateReason
          lateCount={lateCount}
          isOwner={isOwner}
          value={lateReason}
          onValue={setLateReason}
        />
      )}
      {reason && <p className="quiet text-sm">{reason}</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={storeImport.isPending}
          disabled={reason !== null}
          onClick={() => void submit()}
        >
          Import {kindCountText(kind, chosenCount)}
        </Button>
        {discardButton}
      </div>
    </>
  );
};
