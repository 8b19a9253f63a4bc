export interface CardDelivery {
  readonly recipientName: string;
  /** True for a card that we print and mail. */
  readonly isPostal: boolean;
  /** The first day on which the card can be sent. */
  readonly day: string;
  readonly today: string;
}

const dayFormat = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Tells the donor when the card of a paid gift goes out. The days are in the organization's time zone. */
export function describeCardDelivery({
  recipientName,
  isPostal,
  day,
  today,
}: CardDelivery): string {
  const isLater = day > today;
  return isPostal
    ? `We'll print and mail ${recipientName}'s card ${isLater ? `on ${formatDay(day)} or soon after` : "soon"}.`
    : `We'll email ${recipientName}'s card ${isLater ? `on ${formatDay(day)}` : "today"}.`;
}

/** Tells the donor what happens to the card while the gift isn't paid. */
export const describePendingCard = ({
  recipientName,
  isPostal,
}: Pick<CardDelivery, "recipientName" | "isPostal">): string =>
  `Once your gift arrives, we'll ${isPostal ? "print and mail" : "email"} ${recipientName}'s card.`;
