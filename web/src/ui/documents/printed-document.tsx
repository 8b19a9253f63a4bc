import type { ReactNode } from "react";
import { EmailAddress } from "../email-address.tsx";

interface Row {
  readonly id: string;
  readonly date: string;
  readonly note: string;
  readonly amount: string;
}

export interface PrintedDocumentProps {
  readonly title: string;
  /** The sender's name, followed by its details. */
  readonly organization: readonly string[];
  readonly issuedLine: string;
  /** The recipient's name, followed by their details. */
  readonly recipient: readonly string[];
  readonly columns: readonly [date: string, amount: string];
  readonly rows: readonly Row[];
  readonly total: string;
  readonly sentences: readonly string[];
  readonly children?: ReactNode;
}

const DocumentHeader = ({
  lines,
  issuedLine,
}: {
  readonly lines: readonly string[];
  readonly issuedLine: string;
}) => {
  const [name, ...details] = lines;
  return (
    <header className="flex flex-wrap justify-between gap-x-6 gap-y-2">
      <div>
        {name && <p className="font-display text-xl font-semibold">{name}</p>}
        {details.map((line) => (
          <p key={line} className="text-sm">
            {line}
          </p>
        ))}
      </div>
      <p className="text-sm">{issuedLine}</p>
    </header>
  );
};

const DocumentRow = ({ date, note, amount }: Row) => (
  <tr className="border-base-300 break-inside-avoid border-b align-top">
    <td className="py-2 pr-4">
      {date}
      <span className="quiet block text-sm">{note}</span>
    </td>
    <td className="py-2 text-right tabular-nums">{amount}</td>
  </tr>
);

/** A sheet of paper to print. It stays light in dark mode. */
export const PrintedDocument = ({
  recipient: [name, ...details],
  columns,
  ...document
}: PrintedDocumentProps) => (
  <article
    data-theme="paper"
    className="bg-base-100 text-base-content border-base-300 rounded-box border p-5 sm:p-10 print:border-0 print:p-0"
  >
    <DocumentHeader lines={document.organization} issuedLine={document.issuedLine} />
    <h1 className="font-display text-heading mt-8 font-semibold">{document.title}</h1>
    <p className="mt-4 font-semibold">{name}</p>
    {details.map((line) => (
      <p key={line}>
        <EmailAddress email={line} />
      </p>
    ))}
    <table className="mt-6 w-full text-left">
      <thead>
        <tr className="border-base-300 border-b text-sm">
          <th scope="col" className="py-2 font-semibold">
            {columns[0]}
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {document.rows.map((row) => (
          <DocumentRow key={row.id} {...row} />
        ))}
      </tbody>
      <tfoot className="table-row-group">
        <tr>
          <th scope="row" className="py-3 font-semibold">
            Total
          </th>
          <td className="py-3 text-right text-lg font-semibold tabular-nums">{document.total}</td>
        </tr>
      </tfoot>
    </table>
    <div className="prose-text mt-6 text-sm">
      {document.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
    {document.children}
  </article>
);
