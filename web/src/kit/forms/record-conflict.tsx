import { useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import type { Conflict } from "./edited-version.ts";
import { RecordDifferences } from "./record-differences.tsx";
import { isEqual } from "./format-stored-value.ts";

export interface RecordConflictProps extends Conflict {
  readonly onResolve: (shouldKeepOwnChanges: boolean) => void;
}

/** Shows what someone else saved in the meantime and asks which version to keep. */
export const RecordConflict = (props: RecordConflictProps) => {
  const { noun, savedBy, changedFields, current, formatValue, note, onResolve } = props;
  const { getValues } = useFormContext();
  const panelRef = useRef<HTMLElement>(null);
  useEffect(() => panelRef.current?.focus(), []);
  const ownValues = getValues();
  const savedAt: unknown = current["updatedAt"];
  const fields = changedFields.filter(
    ({ name }) => name in ownValues && !isEqual(current[name], ownValues[name]),
  );
  return (
    <section
      ref={panelRef}
      tabIndex={-1}
      role="alert"
      aria-label="Saved by someone else"
      className="border-warning bg-warning/10 grid gap-4 rounded-xl border p-4 outline-none sm:col-span-2"
    >
      <div>
        <p className="font-semibold">
          {savedBy} saved {noun ? `this ${noun}` : "changes"}
          {typeof savedAt === "string" && (
            <>
              {" on "}
              <ShortMoment moment={savedAt} />
            </>
          )}
          .
        </p>
        <p className="text-sm">
          Your changes weren't saved, but nothing is lost. {note}
          {fields.length > 0 && "Crossed-out text is the saved version. Underlined text is yours."}
        </p>
      </div>
      <RecordDifferences
        fields={fields}
        before={current}
        after={ownValues}
        formatValue={formatValue}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={() => onResolve(true)}>
          Keep mine
        </Button>
        <Button variant="outline" size="sm" onClick={() => onResolve(false)}>
          Use theirs
        </Button>
      </div>
    </section>
  );
};
