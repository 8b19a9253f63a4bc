import type { FoundRecord } from "#data/people/queries.ts";
import { CheckField } from "#ui/fields/check-field.tsx";
import { groupRecords, recordKey, getRecordTitle } from "./record-kinds.ts";

export interface FoundRecordsProps {
  readonly records: readonly FoundRecord[];
  readonly isChosen: (record: FoundRecord) => boolean;
  readonly onChoose: (record: FoundRecord, isChosen: boolean) => void;
}

/** Lists records by kind, so that the administrator can choose the ones about the same person. */
export const FoundRecords = ({ records, isChosen, onChoose }: FoundRecordsProps) => (
  <div className="grid gap-4">
    {groupRecords(records).map((group) => (
      <fieldset key={group.label}>
        <legend className="text-sm font-semibold">{group.label}</legend>
        {group.records.map((record) => (
          <CheckField
            key={recordKey(record)}
            className="py-1 wrap-anywhere"
            label={
              <>
                {getRecordTitle(record)}{" "}
                {record.name !== "" && record.email !== null && (
                  <span className="quiet font-normal">· {record.email}</span>
                )}
              </>
            }
            description={record.details}
            checked={isChosen(record)}
            onValue={(isChecked) => onChoose(record, isChecked)}
          />
        ))}
      </fieldset>
    ))}
  </div>
);
