import { acknowledgment } from "#rules/gift-papers.ts";
import type { GiftPaper } from "../../../data/my-gifts/queries.ts";
import { calendarDate, moneyWithCents } from "../../../lib/format.ts";

type PaperGift = GiftPaper["gifts"][number];

const Organization = ({ of }: { readonly of: NonNullable<GiftPaper["organization"]> }) => (
  <div>
    <p className="font-display text-xl font-semibold">{of.name}</p>
    <p className="text-sm whitespace-pre-line">{of.address}</p>
    <p className="text-sm">
      {of.phone} · {of.email}
    </p>
    <p className="text-sm">EIN {of.taxId}</p>
  </div>
);

const Gift = ({ gift }: { readonly gift: PaperGift }) => (
  <tr className="border-base-300 border-b align-top">
    <td className="py-2 pr-4">
      {calendarDate(gift.date)}
      <span className="block text-sm opacity-75">
        {gift.isRecurring ? "Monthly gift" : "Gift"} by card or bank, in US dollars
        {gift.inHonorOf && `, in honor of ${gift.inHonorOf}`}
        {gift.refunded > 0 &&
          ` (${moneyWithCents(gift.amount)} less ${moneyWithCents(gift.refunded)} refunded)`}
      </span>
    </td>
    <td className="py-2 text-right tabular-nums">{moneyWithCents(gift.net)}</td>
  </tr>
);

export interface PaperProps {
  readonly title: string;
  readonly paper: GiftPaper;
}

/** A sheet of paper, light in dark rooms, too: what is on it goes to the printer. */
export const Paper = ({ title, paper }: PaperProps) => (
  <article
    data-theme="paper"
    className="bg-base-100 text-base-content border-base-300 rounded-box border p-6 sm:p-10 print:border-0 print:p-0"
  >
    <header className="flex flex-wrap justify-between gap-6">
      {paper.organization && <Organization of={paper.organization} />}
      <p className="text-sm">Issued {calendarDate(paper.issuedOn)}</p>
    </header>
    <h1 className="font-display text-heading mt-8 font-semibold">{title}</h1>
    <p className="mt-4">
      <span className="font-semibold">{paper.donor.name}</span>
      <br />
      <span className="break-all">{paper.donor.email}</span>
    </p>
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
        {paper.gifts.map((gift) => (
          <Gift key={gift.id} gift={gift} />
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-3">
            Total
          </th>
          <td className="py-3 text-right text-lg tabular-nums">{moneyWithCents(paper.total)}</td>
        </tr>
      </tfoot>
    </table>
    <div className="prose-text mt-6 text-sm">
      {acknowledgment(paper).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  </article>
);
