import {
  createCardHeading,
  createCardSentences,
  createQuotation,
  createSalutation,
  createGiverSignature,
} from "#rules/tribute-card.ts";
import { addFallbacks, useCachedHome } from "../data/home/queries.ts";
import { cx } from "../ui/class-names.ts";

export interface PreviewedCard {
  /** Null if the donor gives anonymously. */
  readonly donorName: string | null;
  readonly honoree: string;
  readonly isMemorial: boolean;
  readonly recipientName: string;
  readonly isPostal: boolean;
  readonly message: string;
}

/** The card with the words that the recipient will read. */
export const TributePreview = (card: PreviewedCard) => {
  const { organizationName } = addFallbacks(useCachedHome()?.contactInfo);
  const { isMemorial, isPostal, message, donorName } = card;
  const quotation = createQuotation(message);
  return (
    <article
      aria-label="Preview of the card"
      className={cx("card-box bg-base-100 p-5 wrap-anywhere", !isMemorial && "border-accent")}
    >
      <h4 className="font-display text-xl font-semibold">{createCardHeading(card)}</h4>
      <p className="font-display mt-3 font-semibold">{createSalutation(card)}</p>
      {createCardSentences({ ...card, organizationName }).map((sentence) => (
        <p key={sentence} className="mt-3">
          {sentence}
        </p>
      ))}
      {quotation.length > 0 && (
        <blockquote className="border-base-300 mt-4 border-l-4 pl-4">
          <p className="whitespace-pre-line">{quotation.join("\n")}</p>
          <p className="font-semibold">{createGiverSignature(donorName)}</p>
        </blockquote>
      )}
      {!isPostal && (
        <p className="quiet mt-3 text-sm">
          You got this card because someone asked us to send it to you.{" "}
          <span className="underline">Don't email me again</span>
        </p>
      )}
    </article>
  );
};
