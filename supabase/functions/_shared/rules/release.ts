import type { DeliveryRegion } from "../contracts/choices.ts";
import { OVERSEAS } from "../contracts/limits.ts";

/**
 * What the public may know of where deployed people are (design §4). The database asks the same in
 * `private.is_military_mail` and `private.released_deliveries`; tests hold the two together.
 */
export const RELEASE_DAYS = 14;
export const SMALLEST_GROUP = 20;

const POST_OFFICE = /\b[afd]\.?p\.?o\b/i;
const STATE_AND_ZIP = /\b(?:aa|ae|ap)[ ,]+\d{5}/i;
const ZIP_AT_THE_END = /\b(?:09[0-8]|340|96[2-6])\d{2}(?:-\d{4})?\s*$/;
const MILITARY_ZIP = /^\s*(?:09[0-8]|340|96[2-6])/;
const MILITARY_STATE = /^\s*(?:aa|ae|ap|armed forces.*)\s*$/i;

/** Text that names a military post office, or ends in a military ZIP code. */
export const mentionsMilitaryMail = (words: string): boolean =>
  [POST_OFFICE, STATE_AND_ZIP, ZIP_AT_THE_END].some((pattern) => pattern.test(words));

export interface PostalPlace {
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zipCode?: string | null;
}

/** APO, FPO or DPO, a state of the armed forces or a military ZIP code: where deployed people are. */
export const isMilitaryMail = ({ city, state, zipCode }: PostalPlace): boolean =>
  mentionsMilitaryMail(city ?? "") ||
  MILITARY_STATE.test(state ?? "") ||
  MILITARY_ZIP.test(zipCode ?? "");

export interface ArrivedDelivery {
  /** YYYY-MM-DD */
  readonly deliveredOn: string;
  readonly city: string;
  readonly state: string;
  /** Null inside the states. */
  readonly region: DeliveryRegion | null;
  readonly packages: number;
}

/** From this day on, in the organisation's time zone, public figures hold the delivery. */
export function releaseDay({
  deliveredOn,
  region,
}: Pick<ArrivedDelivery, "deliveredOn" | "region">): string {
  const day = new Date(`${deliveredOn}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + (region === null ? 0 : RELEASE_DAYS));
  return day.toISOString().slice(0, 10);
}

export type PublicPlace =
  | { readonly city: string; readonly state: string; readonly region: null }
  | {
      readonly city: null;
      readonly state: null;
      readonly region: DeliveryRegion | typeof OVERSEAS;
    };

/** The deliveries that are public on a day, each with the place that may be told. */
export function releasedDeliveries<Delivery extends ArrivedDelivery>(
  deliveries: readonly Delivery[],
  today: string,
): readonly { readonly delivery: Delivery; readonly place: PublicPlace }[] {
  const released = deliveries.filter((delivery) => releaseDay(delivery) <= today);
  const groupOf = ({ region, deliveredOn }: Delivery) => `${region} ${deliveredOn.slice(0, 7)}`;
  const sizes = new Map<string, number>();
  for (const delivery of released) {
    const group = groupOf(delivery);
    sizes.set(group, (sizes.get(group) ?? 0) + delivery.packages);
  }
  return released.map((delivery) => {
    const { city, state, region } = delivery;
    if (region === null) return { delivery, place: { city, state, region } };
    const isNamed = (sizes.get(groupOf(delivery)) ?? 0) >= SMALLEST_GROUP;
    return { delivery, place: { city: null, state: null, region: isNamed ? region : OVERSEAS } };
  });
}
