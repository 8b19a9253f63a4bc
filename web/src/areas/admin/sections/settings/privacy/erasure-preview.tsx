import type { ErasurePreview } from "#data/erasures/mutations.ts";
import { countWithNoun, number } from "#lib/format.ts";
import { formatFieldLabel } from "#rules/audit-changes.ts";
import { Notice } from "#ui/messages/notice.tsx";

const ACTION_TITLES = {
  delete: "Deleted",
  empty: "Kept without the person's details",
  keep: "Kept as is",
} as const satisfies Record<ErasurePreview["tables"][number]["action"], string>;

const TableGroup = ({
  title,
  tables,
}: {
  readonly title: string;
  readonly tables: ErasurePreview["tables"];
}) => (
  <section aria-label={title}>
    <h3 className="font-semibold">{title}</h3>
    <ul className="divide-base-300 divide-y">
      {tables.map(({ table, count, reason }) => (
        <li key={table} className="py-2">
          <p>
            {formatFieldLabel(table)}: {number(count)}
          </p>
          <p className="quiet text-sm">{reason}</p>
        </li>
      ))}
    </ul>
  </section>
);

const filesText = ({ fileCount, loginCount }: ErasurePreview): string =>
  [
    fileCount > 0 && countWithNoun(fileCount, "picture or file", "pictures and files"),
    loginCount > 0 && countWithNoun(loginCount, "login", "logins"),
  ]
    .filter((part) => part !== false)
    .join(" and ");

/** Shows which data is erased, which is kept, and why. */
export const ErasurePreviewDetails = ({ preview }: { readonly preview: ErasurePreview }) => {
  const { tables, elsewhere, obstacles } = preview;
  const files = filesText(preview);
  return (
    <div className="grid gap-4">
      {obstacles.length > 0 && (
        <Notice tone="error" title="This person can't be erased yet">
          {obstacles.map((obstacle) => (
            <p key={obstacle}>{obstacle}</p>
          ))}
        </Notice>
      )}
      {(["delete", "empty", "keep"] as const).map((action) => {
        const affectedTables = tables.filter((table) => table.action === action && table.count > 0);
        return (
          affectedTables.length > 0 && (
            <TableGroup key={action} title={ACTION_TITLES[action]} tables={affectedTables} />
          )
        );
      })}
      {files !== "" && <p>Also deleted: {files}.</p>}
      {elsewhere.length > 0 && (
        <section aria-label="Outside this site">
          <h3 className="font-semibold">Outside this site</h3>
          {elsewhere.map((sentence) => (
            <p key={sentence} className="text-sm">
              {sentence}
            </p>
          ))}
        </section>
      )}
    </div>
  );
};
