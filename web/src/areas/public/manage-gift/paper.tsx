import type { PaperText } from "#rules/gift-papers.ts";

const Head = ({
  lines,
  issued,
}: {
  readonly lines: readonly string[];
  readonly issued: string;
}) => {
  const [name, ...details] = lines;
  return (
    <header className="flex flex-wrap justify-between gap-x-6 gap-y-2">
      <div>
        <p className="font-display text-xl font-semibold">{name}</p>
        {details.map((line) => (
          <p key={line} className="text-sm">
            {line}
          </p>
        ))}
      </div>
      <p className="text-sm">{issued}</p>
    </header>
  );
};

const Gift = ({ date, note, amount }: PaperText["rows"][number]) => (
  <tr className="border-base-300 break-inside-avoid border-b align-top">
    <td className="py-2 pr-4">
      {date}
      <span className="quiet block text-sm">{note}</span>
    </td>
    <td className="py-2 text-right tabular-nums">{amount}</td>
  </tr>
);

/** A sheet of paper, light in dark rooms, too: what is on it goes to the printer. */
export const Paper = ({ text }: { readonly text: PaperText }) => (
  <article
    data-theme="paper"
    className="bg-base-100 text-base-content border-base-300 rounded-box border p-5 sm:p-10 print:border-0 print:p-0"
  >
    <Head lines={text.organization} issued={text.issued} />
    <h1 className="font-display text-heading mt-8 font-semibold">{text.title}</h1>
    <p className="mt-4 font-semibold">{text.donor[0]}</p>
    <p className="break-all">{text.donor[1]}</p>
    <table className="mt-6 w-full text-left">
      <thead>
        <tr className="border-base-300 border-b text-sm">
          <th scope="col" className="py-2 font-semibold">
            Date of the charge
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {text.rows.map((row) => (
          <Gift key={row.id} {...row} />
        ))}
      </tbody>
      <tfoot className="table-row-group">
        <tr>
          <th scope="row" className="py-3 font-semibold">
            Total
          </th>
          <td className="py-3 text-right text-lg font-semibold tabular-nums">{text.total}</td>
        </tr>
      </tfoot>
    </table>
    <div className="prose-text mt-6 text-sm">
      {text.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  </article>
);
