import { describe, expect, test } from "vitest";
import { builtInTemplates } from "../../functions/_shared/rules/built-in-templates.ts";
import { isSentBySite } from "../../functions/_shared/rules/mail-placeholders.ts";
import { uniqueWord } from "../unique-word.ts";
import { ACCOUNT_CASES, addAccounts } from "./account-mails.ts";
import { compareMails, type MailCase } from "./compare-mails.ts";
import { addAdmin, runAs } from "./connection.ts";
import { addGiver, type Giver } from "./mail-givers.ts";
import { addShiftReader, type ShiftReader } from "./mail-shifts.ts";

const describeReceipt = ({ gift, receiptNumber, packagePrice }: Giver) => ({
  ...gift,
  receiptNumber,
  feeCovered: 1.85,
  isRecurring: false,
  inHonorOf: "Sgt. Paul Yates",
  method: "online",
  isMemorial: true,
  replacedReceiptNumber: null,
  replacedReceiptDate: null,
  packagePrice,
});

const GIFT_CASES: readonly MailCase<Giver>[] = [
  {
    template: "Donation Confirmation",
    queue: (tx, { donationId }) => tx`select private.queue_receipt(${donationId})`,
    data: describeReceipt,
  },
  {
    template: "Corrected Receipt",
    repeated: "replacedReceiptNumber",
    queue: (tx, { donationId }) => tx`select private.queue_receipt(${donationId}, '2025-03-09')`,
    data: (giver) => ({
      ...describeReceipt(giver),
      // The receipt keeps its number.
      replacedReceiptNumber: giver.receiptNumber,
      replacedReceiptDate: "2025-03-09",
    }),
  },
  {
    template: "Receipt Voided",
    queue: async (tx, { donationId, sendReceipt }) => {
      await sendReceipt();
      await tx`
        select private.queue_voided_receipt(donation) from public.donations as donation
        where donation.id = ${donationId}`;
    },
    data: ({ gift, receiptNumber }) => ({ ...gift, receiptNumber }),
  },
  {
    template: "Gift Refunded",
    queue: (tx, { refundId }) => tx`select private.queue_refund_mail(${refundId})`,
    data: ({ gift }) => ({ ...gift, refundAmount: 20.75 }),
  },
  {
    template: "Refund Failed",
    queue: async (tx, { refundId }) => {
      await tx`select private.queue_refund_mail(${refundId})`;
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where dedupe_key = ${`refund:${refundId}`}`;
      await tx`update public.donation_adjustments set status = 'failed' where stripe_id = ${refundId}`;
      await tx`select private.report_failed_refund(${refundId})`;
    },
    data: ({ gift }) => ({ ...gift, refundAmount: 20.75 }),
  },
  {
    template: "Bank Debit Returned",
    queue: async (tx, { donationId, sendReceipt }) => {
      await sendReceipt();
      await tx`select private.report_returned_debit(${donationId}, 'a cause', 'No account.')`;
    },
    data: ({ gift, receiptNumber }) => ({
      ...gift,
      declineReason: "No account.",
      receiptNote: `Please don't use receipt ${receiptNumber} for your taxes. It's no longer valid.`,
    }),
  },
  {
    template: "Payment Failed",
    queue: (tx, { subscriptionId }) =>
      tx`select private.queue_payment_failed_mail(${subscriptionId}, 'in_mail', 'Your card has expired.')`,
    data: ({ monthlyGift }) => ({
      ...monthlyGift,
      declineReason: "Your card has expired.",
      giftLinkId: "an ID",
    }),
  },
  {
    template: "Monthly Gift Canceled",
    queue: (tx, { subscriptionId }) =>
      tx`select private.queue_cancellation_mail(${subscriptionId}, true, 'The card was declined.')`,
    data: ({ monthlyGift }) => ({ ...monthlyGift, endReason: "The card was declined." }),
  },
  {
    template: "Monthly Gift Started",
    queue: (tx, { subscriptionId }) =>
      tx`select private.queue_monthly_gift_started_mail(${subscriptionId})`,
    data: ({ monthlyGift }) => ({ ...monthlyGift, nextChargeDate: "2025-04-30" }),
  },
  {
    template: "Gift Link",
    queue: (tx, { recipient }) => tx`select private.request_donor_link(${recipient.email})`,
    data: ({ donorId }) => ({ name: "Hanna and Tim", donorId, giftLinkId: "an ID" }),
  },
  ...(["Matching Gift Received", "Fund Grant Received"] as const).map(
    (template): MailCase<Giver> => ({
      template,
      queue: (_tx, { addSoftCredit }) =>
        addSoftCredit(
          template === "Matching Gift Received" ? "employer_match" : "donor_advised_fund",
        ),
      data: ({ donorId }) => ({
        name: "Hanna and Tim",
        donorId,
        giverName: "Yellow Brick Fund",
        donationAmount: 310.4,
        donationDate: "2025-03-12",
        isDemo: true,
      }),
    }),
  ),
  {
    template: "Noncash Gift Received",
    queue: (tx, { noncashId }) => tx`select private.queue_letter(${noncashId})`,
    data: ({ noncashGift }) => ({ ...noncashGift, replacedLetterDate: null }),
  },
  {
    template: "Corrected Letter",
    queue: async (tx, { noncashId, sendLetter, replaceNoncash }) => {
      await sendLetter();
      await tx`select private.queue_letter(${await replaceNoncash(noncashId)})`;
    },
    data: ({ noncashGift }) => ({
      ...noncashGift,
      noncashDonationId: "00000000-0000-4000-8000-00000000ab02",
      gift: expect.stringContaining("12 blankets"),
      donationDate: "2025-03-16",
      replacedLetterDate: "2025-03-18",
    }),
  },
  {
    template: "Letter Voided",
    queue: async (tx, { noncashId, sendLetter }) => {
      await sendLetter();
      await tx`select private.queue_voided_letter(${noncashId})`;
    },
    data: ({ noncashGift }) => ({ ...noncashGift, letterDate: "2025-03-18" }),
  },
  {
    template: "Annual Statement",
    queue: async (tx, { addRealGift }) => {
      await addRealGift();
      await tx`select private.queue_annual_statements('2026-01-31')`;
    },
    data: ({ donorId }) => ({ name: "Hanna and Tim", donorId, year: 2025, giftLinkId: "an ID" }),
  },
  {
    template: "Corrected Statement",
    queue: async (tx, { donorId, addRealGift }) => {
      await addRealGift();
      await tx`select private.queue_annual_statements('2026-02-13')`;
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where dedupe_key = ${`statement:2025:${donorId}`}`;
      await tx`select private.queue_corrected_statement(${donorId}, 2025)`;
    },
    data: ({ donorId }) => ({ name: "Hanna and Tim", donorId, year: 2025, giftLinkId: "an ID" }),
  },
  ...([true, false] as const).map((isMemorial): MailCase<Giver> => ({
    template: isMemorial ? "Memorial Card" : "Tribute Card",
    queue: async (tx, { donationId }) => {
      await tx`update public.donations set is_memorial = ${isMemorial} where id = ${donationId}`;
      await tx`select private.queue_tributes('2025-03-20T15:00:00Z')`;
    },
    to: ({ card }) => ({ email: card.email, name: "Ruth Yates" }),
    data: ({ card }) => ({
      name: "Ruth Yates",
      donorName: "Hanna Okoro",
      isAnonymous: false,
      honoree: "Sgt. Paul Yates",
      message: "He packed the socks himself.",
      tributeId: card.id,
      isDemo: true,
    }),
  })),
];

const SHIFT_CASES: readonly MailCase<ShiftReader>[] = [
  ...["Shift Sign-Up", "Added to Shift", "Added to Waiting List", "Left Shift"].map(
    (template): MailCase<ShiftReader> => ({
      template,
      queue: (_tx, { queue }) => queue(template),
      data: ({ shift }) => shift,
    }),
  ),
  ...[
    "Removed from Shift",
    "Removed from Waiting List",
    "Waitlist Promotion",
    "Event Reminder",
  ].map((template): MailCase<ShiftReader> => ({
    template,
    queue: (_tx, { queue }) => queue(template),
    data: ({ shift }) => shift,
  })),
  ...["Event Changed", "Event Details Changed", "Event Reinstated"].map(
    (template): MailCase<ShiftReader> => ({
      template,
      queue: (_tx, { queue }) => queue(template, template !== "Event Details Changed"),
      data: ({ shift, former }) => ({
        ...shift,
        ...(template === "Event Details Changed" ? unchanged(shift) : former),
        reason: "",
        standing: "You're still signed up.",
      }),
    }),
  ),
  {
    template: "Event Canceled",
    queue: async (tx, { eventId, queue }) => {
      await tx`
        update public.events set is_active = false, cancellation_reason = 'The hall is flooded.' where id = ${eventId}`;
      await queue("Event Canceled", true);
    },
    // It names the time and place that the reader knew.
    data: ({ shift, former }) => ({
      ...shift,
      eventDate: former.formerDate,
      startTime: former.formerStartTime,
      endTime: former.formerEndTime,
      address: former.formerAddress,
      eventNote: null,
      ...former,
      reason: "The hall is flooded.",
      standing: "You're still signed up.",
    }),
  },
  {
    template: "New Event",
    queue: async (tx, { eventId }) =>
      runAs(tx, await addAdmin(tx), (admin) => admin`select private.announce_event(${eventId})`),
    data: ({ shift: { eventNote: _eventNote, ...facts } }) => facts,
  },
  {
    template: "Volunteer Left",
    queue: (_tx, { report }) => report("within a day"),
    to: ({ coordinator }) => coordinator,
    data: ({ shift: { eventId: _event, volunteerId: _volunteer, ...facts }, ...reader }) => ({
      ...facts,
      // The test moves the event to the next morning.
      eventDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      name: reader.coordinator.name,
      coordinatorId: reader.coordinatorId,
      people: reader.people,
    }),
  },
  {
    template: "Volunteers Left",
    queue: (_tx, { report }) => report("in 5 days"),
    to: ({ coordinator }) => coordinator,
    data: ({ coordinator, coordinatorId, people }) => ({
      name: coordinator.name,
      coordinatorId,
      people,
    }),
  },
  {
    template: "Volunteers to Call",
    queue: (_tx, { askToCall }) => askToCall(),
    to: ({ coordinator }) => coordinator,
    data: ({
      shift: { volunteerId: _volunteerId, ...facts },
      coordinator,
      coordinatorId,
      former,
      callers,
    }) => ({
      ...facts,
      name: coordinator.name,
      coordinatorId,
      people: callers,
      known: {
        eventDate: former.formerDate,
        startTime: former.formerStartTime,
        endTime: former.formerEndTime,
        address: former.formerAddress,
      },
      whatChanged: "has a new day, time or place",
    }),
  },
];

/** What an email about a change says if the time and place stayed. */
const unchanged = (shift: Record<string, unknown>) => ({
  formerDate: shift["eventDate"],
  formerStartTime: shift["startTime"],
  formerEndTime: shift["endTime"],
  formerAddress: shift["address"],
});

describe("the whole data of an email about a gift", () => {
  compareMails(GIFT_CASES, (tx) => addGiver(tx, uniqueWord()));
});

describe("the whole data of an email about a shift", () => {
  compareMails(SHIFT_CASES, (tx) => addShiftReader(tx, uniqueWord()));
});

describe("the whole data of an email about a login", () => {
  compareMails(ACCOUNT_CASES, (tx) => addAccounts(tx, uniqueWord()));
});

test("the data of every email that the site queues is compared", () => {
  const compared = [...GIFT_CASES, ...SHIFT_CASES, ...ACCOUNT_CASES].map(
    ({ template }) => template,
  );
  const templates = Object.keys(builtInTemplates).filter(isSentBySite);
  expect(compared.toSorted()).toEqual(templates.toSorted());
});
