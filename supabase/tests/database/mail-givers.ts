import type { Transaction } from "./connection.ts";

const NONCASH_ID = "00000000-0000-4000-8000-00000000ab01";
const REPLACEMENT_ID = "00000000-0000-4000-8000-00000000ab02";

interface GiverValues {
  readonly recipient: { readonly email: string; readonly name: string };
  readonly cardEmail: string;
  readonly refundId: string;
  readonly word: string;
}

async function insertGiver(tx: Transaction, { recipient, cardEmail, refundId, word }: GiverValues) {
  const [settings] = await tx<[{ price: number }]>`
    update public.settings set real_payments = false returning package_price::float as price`;
  const [donor, fund] = await tx<{ id: string }[]>`
    insert into public.donors (first_name, last_name, email, addressee, salutation)
    values ('Hanna', 'Okoro', ${recipient.email}, ${recipient.name}, 'Hanna and Tim'),
      ('Yellow Brick', 'Fund', ${`fund-${word}@example.org`}, null, null)
    returning id`;
  await tx`
    insert into public.donor_emails (donor_id, email_key) values (${donor!.id}, ${recipient.email})
    on conflict do nothing`;
  // In UTC, the gift and the next charge are a day later than in the organization's time zone.
  const [subscription] = await tx<[{ id: string }]>`
    insert into public.subscriptions (
      donor_id, first_name, last_name, email, amount, status, is_demo, current_period_end
    )
    values (${donor!.id}, 'Hanna', 'Okoro', ${recipient.email}, 33.2, 'active', true, '2025-05-01T03:30:00Z')
    returning id`;
  const [donation] = await tx<[{ id: string; number: string }]>`
    insert into public.donations (
      donor_id, first_name, last_name, email, amount, fee_covered, in_honor_of, is_memorial, is_demo, status, completed_at
    )
    values (
      ${donor!.id}, 'Hanna', 'Okoro', ${recipient.email}, 61.25, 1.85, 'Sgt. Paul Yates', true, true, 'completed',
      '2025-03-08T05:30:00Z'
    )
    returning id, receipt_number as number`;
  await tx`
    insert into public.donation_adjustments (donation_id, kind, amount, status, stripe_id)
    values (${donation.id}, 'refund', 20.75, 'succeeded', ${refundId})`;
  await tx`
    insert into public.noncash_donations (id, donor_id, kind, description, received_on, is_demo)
    values (${NONCASH_ID}, ${donor!.id}, 'goods', '30 pairs of socks', '2025-03-15', true)`;
  const [card] = await tx<[{ id: string }]>`
    insert into public.tributes (donation_id, recipient_name, recipient_email, message, send_on)
    values (${donation.id}, 'Ruth Yates', ${cardEmail}, 'He packed the socks himself.', '2025-03-20')
    returning id`;
  return { settings, donor, fund, subscription, donation, card };
}

type Row = { readonly id: string } | undefined;
interface GiverRows {
  readonly donor: Row;
  readonly fund: Row;
  readonly donation: Row;
  readonly email: string;
}

/** Returns what the tests do with the gifts. */
function createGiverActions(tx: Transaction, { donor, fund, donation, email }: GiverRows) {
  const setSent = (dedupeKey: string, sentAt: string) => tx`
    update public.email_outbox set status = 'sent', sent_at = ${sentAt} where dedupe_key = ${dedupeKey}`;
  return {
    sendReceipt: async () => {
      await tx`select private.queue_receipt(${donation!.id})`;
      await setSent(`receipt:${donation!.id}`, "2025-03-08T15:00:00Z");
    },
    sendLetter: async () => {
      await tx`select private.queue_letter(${NONCASH_ID})`;
      await setSent(`noncash:${NONCASH_ID}`, "2025-03-19T03:30:00Z");
    },
    replaceNoncash: async (replacedId: string) => {
      await tx`
        insert into public.noncash_donations (id, donor_id, kind, description, received_on, is_demo, replaces_id)
        values (${REPLACEMENT_ID}, ${donor!.id}, 'goods', '12 blankets', '2025-03-16', true, ${replacedId})`;
      return REPLACEMENT_ID;
    },
    addSoftCredit: async (method: "employer_match" | "donor_advised_fund") => {
      const [grant] = await tx<[{ id: string }]>`
        insert into public.donations (
          donor_id, first_name, last_name, email, amount, method, is_demo, status, completed_at, soft_credit_donor_id
        )
        values (
          ${fund!.id}, 'Yellow Brick', 'Fund', null, 310.4, ${method}, true, 'completed', '2025-03-13T03:30:00Z',
          ${donor!.id}
        )
        returning id`;
      await tx`select private.queue_soft_credit_mail(${grant.id})`;
    },
    /** Statements leave out demo money. */
    addRealGift: () => tx`
      insert into public.donations (donor_id, first_name, last_name, email, amount, status, completed_at)
      values (${donor!.id}, 'Hanna', 'Okoro', ${email}, 18.4, 'completed', '2025-06-02T15:00:00Z')`,
  };
}

/** A donor with one gift of each kind, whose values are all different. */
export async function addGiver(tx: Transaction, word: string) {
  const recipient = { email: `hanna-${word}@example.org`, name: "Dr. Hanna and Mr. Tim Okoro" };
  const cardEmail = `ruth-${word}@example.org`;
  const refundId = `re_${word}`;
  const { settings, donor, fund, subscription, donation, card } = await insertGiver(tx, {
    recipient,
    cardEmail,
    refundId,
    word,
  });
  const name = "Hanna and Tim";
  return {
    recipient,
    donorId: donor!.id,
    donationId: donation.id,
    subscriptionId: subscription.id,
    noncashId: NONCASH_ID,
    refundId,
    packagePrice: settings.price,
    receiptNumber: donation.number,
    card: { id: card.id, email: cardEmail },
    /** What every email about the gift says. */
    gift: {
      name,
      donationId: donation.id,
      donationAmount: 61.25,
      donationDate: "2025-03-07",
      isDemo: true,
    },
    monthlyGift: { name, subscriptionId: subscription.id, donationAmount: 33.2, isDemo: true },
    noncashGift: {
      name,
      noncashDonationId: NONCASH_ID,
      gift: "30 pairs of socks",
      donationDate: "2025-03-15",
      isDemo: true,
    },
    ...createGiverActions(tx, { donor, fund, donation, email: recipient.email }),
  };
}

export type Giver = Awaited<ReturnType<typeof addGiver>>;
