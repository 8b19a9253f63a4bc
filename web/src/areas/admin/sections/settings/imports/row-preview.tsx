import type { DONATION_METHODS, ImportKind } from "#contracts/choices.ts";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import { readImportRow, type ImportRow } from "#rules/imports/read-row.ts";
import type { ImportedFile } from "#rules/imports/row-cells.ts";
import { moneyWithCents, shortDate, shortDay } from "#lib/format.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { cx } from "#ui/class-names.ts";

const PREVIEW_ROW_COUNT = 20;

const getText = (fields: ImportRow["fields"], name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

const moneyPart = (amount: string, label: string) =>
  Number(amount) > 0 ? [`${moneyWithCents(Number(amount))} ${label}`] : [];

/** Everything that would be stored, except the name. */
function listDetails({ fields }: ImportRow, timeZone: string): readonly string[] {
  const text = (name: string) => getText(fields, name);
  const withLabel = (label: string, value: string) => (value === "" ? [] : [`${label} ${value}`]);
  const [at, day] = [text("receivedAt"), text("receivedOn")];
  const method = text("method") as (typeof DONATION_METHODS)[number] | "";
  const { tags } = fields;
  return [
    at === ""
      ? day && [shortDay(day), text("clock")].filter(Boolean).join(" ")
      : shortDate(at, timeZone),
    text("amount") && moneyWithCents(Number(text("amount"))),
    ...moneyPart(text("refunded"), "refunded"),
    ...moneyPart(text("feeCovered"), "fee covered"),
    method && DONATION_METHOD[method],
    ...withLabel("No.", text("reference")),
    ...withLabel("to", text("addressee")),
    ...withLabel("Dear", text("salutation")),
    text("email"),
    text("phone"),
    text("address").replaceAll("\n", ", "),
    [text("city"), text("state")].filter(Boolean).join(", "),
    ...withLabel("hours:", text("hours")),
    ...withLabel(fields["isMemorial"] === true ? "in memory of" : "in honor of", text("inHonorOf")),
    ...moneyPart(text("refundAmount"), "refunded"),
    ...moneyPart(text("matchAmount"), `from ${text("employer")}`),
    ...withLabel(
      "credits",
      [text("creditedFirstName"), text("creditedLastName")].filter(Boolean).join(" "),
    ),
    ...withLabel("source", text("origin")),
    ...withLabel("note:", text("note")),
    ...withLabel("ID", text("sourceId")),
    fields["isAnonymous"] === true ? "anonymous on the website" : "",
    Array.isArray(tags) ? tags.join(", ") : "",
  ].filter(Boolean);
}

const PreviewRow = ({
  row,
  rowNumber,
}: {
  readonly row: ImportRow;
  readonly rowNumber: number;
}) => {
  const timeZone = useTimeZone();
  const name = [getText(row.fields, "firstName"), getText(row.fields, "lastName")].join(" ").trim();
  const remarks = row.skipped === null ? row.problems : [`Left out. ${row.skipped}`];
  return (
    <li className="flex gap-3 py-2">
      <span className="quiet w-5 text-right text-sm tabular-nums">{rowNumber}</span>
      <div className="min-w-0 flex-1">
        {row.skipped === null && <p className="font-semibold wrap-anywhere">{name || "No name"}</p>}
        {row.skipped === null && (
          <p className="quiet text-sm wrap-anywhere">{listDetails(row, timeZone).join(" · ")}</p>
        )}
        {remarks.map((remark) => (
          <p
            key={remark}
            className={cx("text-sm wrap-anywhere", row.skipped === null ? "text-error" : "quiet")}
          >
            {remark}
          </p>
        ))}
      </div>
    </li>
  );
};

export interface RowPreviewProps {
  readonly kind: ImportKind;
  readonly file: ImportedFile;
  readonly rows: readonly (readonly string[])[];
}

/** Shows how the first rows would be stored, using the same rules as the server. */
export const RowPreview = ({ kind, file, rows }: RowPreviewProps) => (
  <section aria-label="Preview">
    <p className="text-sm font-semibold">
      {rows.length > PREVIEW_ROW_COUNT
        ? `How your first ${PREVIEW_ROW_COUNT} rows will look`
        : "How your rows will look"}
    </p>
    <ol className="divide-base-300 divide-y">
      {rows
        .slice(0, PREVIEW_ROW_COUNT)
        .map((cells, index) => ({ rowNumber: index + 1, row: readImportRow(kind, file, cells) }))
        .map(({ rowNumber, row }) => (
          <PreviewRow key={rowNumber} rowNumber={rowNumber} row={row} />
        ))}
    </ol>
  </section>
);
