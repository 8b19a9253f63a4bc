import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectMailer } from "./mailer.ts";
import { postponeEmails, sql } from "./stack.ts";
import {
  countTotalDifferences,
  deleteDonorData,
  readDonations,
  startDonation,
  startStripeMode,
  startStripeSubscription,
} from "./stripe-mode.ts";

const { database, runMailer } = connectMailer("");
let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  stripeMode = await startStripeMode(["stripe-webhook"]);
});
beforeEach(() => postponeEmails());
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
  await database.close();
});

/** Sends the emails that are due, and returns the texts of the ones to this address, by their subject. */
async function sendMails(email: string): Promise<Record<string, string>> {
  const { attemptedEmails } = await runMailer();
  const ownMails = attemptedEmails.filter(({ to }) => to.address === email);
  return Object.fromEntries(
    ownMails.map(({ subject, text }) => [subject.replace("[Demo] ", ""), text]),
  );
}

const readMails = (email: string) => sql<{ name: string; status: string; error: string | null }[]>`
  select template_name as name, status, last_error as error from public.email_outbox
  where to_email = ${email} and template_name not in ('Donation Confirmation') order by created_at`;

const readTasks = async (email: string): Promise<string[]> => {
  const tasks = await sql<{ text: string }[]>`
    select task.text from public.donor_tasks as task
    join public.donor_emails as entry on entry.donor_id = task.donor_id
    where entry.email_key = ${email} and not task.is_done and task.due_on = private.today()`;
  return tasks.map(({ text }) => text);
};

async function startMonthlyGift() {
  const monthlyGift = await startStripeSubscription(stripeMode.api, 25);
  stripeMode.stripe.pay(monthlyGift.secret, "pm_card_visa");
  await stripeMode.stripe.settled();
  await sendMails(monthlyGift.email);
  return monthlyGift;
}

/** Declines the next month's charge of a monthly gift. */
async function declineMonth(subscriptionId: string, method?: string) {
  stripeMode.stripe.advance(3600);
  const invoice = stripeMode.stripe.nextCycle(subscriptionId, false, method);
  await stripeMode.stripe.settled();
  stripeMode.stripe.advance(3600);
  return invoice;
}

const FAILED_SUBJECT = "Your monthly gift of $25.00 didn't go through";
const NOT_ENOUGH_MONEY = "The bank says there wasn't enough money in the account.";

describe("the email about a monthly charge that failed", () => {
  it.each([
    ["insufficient_funds", "pm_card_visa_chargeDeclinedInsufficientFunds", NOT_ENOUGH_MONEY],
    ["stolen_card", "pm_card_visa_chargeDeclinedStolenCard", "a card has expired"],
    [
      "authentication_required",
      "pm_card_authenticationRequired",
      "Please enter your card again through the link below",
    ],
  ])("after %s gives only a reason that donors may learn", async (code, method, reason) => {
    const { email, subscriptionId } = await startMonthlyGift();
    await declineMonth(subscriptionId, method);
    const { [FAILED_SUBJECT]: text } = await sendMails(email);
    expect(text).toContain(reason);
    expect(text).not.toMatch(/stolen|lost|fraud/i);
    const [stored] = await sql`
      select failure_code as code from public.subscriptions where email = ${email}`;
    expect(stored).toEqual({ code });
  });

  it("isn't sent after the charge was paid, in whatever order the events arrive", async () => {
    const { email, subscriptionId } = await startMonthlyGift();
    const invoice = await declineMonth(subscriptionId);
    stripeMode.stripe.retryInvoice(invoice.id, true);
    await stripeMode.stripe.settled();
    stripeMode.stripe.hold();
    const secondInvoice = stripeMode.stripe.nextCycle(subscriptionId, false);
    stripeMode.stripe.advance(3600);
    stripeMode.stripe.retryInvoice(secondInvoice.id, true);
    await stripeMode.stripe.deliverHeld((events) => events.toReversed());
    stripeMode.stripe.hold(false);
    expect(Object.keys(await sendMails(email))).toEqual([expect.stringContaining("Thank you")]);
    const error = "The monthly gift was paid, or isn't due anymore.";
    expect(await readMails(email)).toEqual([
      { name: "Payment Failed", status: "canceled", error },
      { name: "Payment Failed", status: "canceled", error },
    ]);
  });

  it("about an earlier month isn't sent again while another month is due", async () => {
    const { email, subscriptionId } = await startMonthlyGift();
    const invoice = await declineMonth(subscriptionId);
    stripeMode.stripe.retryInvoice(invoice.id, true);
    await declineMonth(subscriptionId);
    await sendMails(email);
    const statuses = (await readMails(email)).map(({ status }) => status);
    expect(statuses).toEqual(["canceled", "sent"]);
  });

  it("isn't sent after the donor has ended the monthly gift, and nobody has to do anything", async () => {
    const { email, subscriptionId } = await startMonthlyGift();
    await declineMonth(subscriptionId);
    await stripeMode.api.subscriptions.cancel(subscriptionId);
    await stripeMode.stripe.settled();
    const mails = await sendMails(email);
    expect(Object.keys(mails)).toEqual(["Your monthly gift has ended"]);
    expect(mails["Your monthly gift has ended"]).not.toContain("several times");
    expect(await readMails(email)).toMatchObject([
      { status: "canceled", error: "The monthly gift has ended." },
      { name: "Monthly Gift Canceled", status: "sent" },
    ]);
    expect(await readTasks(email)).toEqual([]);
  });
});

it("a monthly gift that Stripe gives up on tells the donor why, and administrators to ask", async () => {
  const { email, subscriptionId } = await startMonthlyGift();
  await declineMonth(subscriptionId, "pm_card_visa_chargeDeclinedInsufficientFunds");
  stripeMode.stripe.giveUp(subscriptionId);
  await stripeMode.stripe.settled();
  const mails = await sendMails(email);
  expect(Object.keys(mails)).toEqual(["Your monthly gift has ended"]);
  expect(mails["Your monthly gift has ended"]).toContain(
    `the payments didn't go through. ${NOT_ENOUGH_MONEY}`,
  );
  expect(await readTasks(email)).toEqual([
    "The monthly gift of $25.00 ended because its charges kept failing. Ask for another card.",
  ]);
});

const RETURNED_SUBJECT = "Your gift of $50.00 didn't go through";
const RETURNED_TASK =
  /^The bank returned the debit of \$50\.00 from \w+ \d+, \d{4}\. Ask about another way to give\.$/;

async function startBankDebit() {
  const donation = await startDonation(stripeMode.api);
  stripeMode.stripe.pay(donation.secret, "pm_usBankAccount");
  await stripeMode.stripe.settled();
  stripeMode.stripe.advance(3 * 86_400);
  return donation;
}

describe("a bank debit that comes back", () => {
  it.each([["in order"], ["reversed"]])(
    "while it is processed is told to the donor and the administrators once, with events %s",
    async (order) => {
      const donation = await startDonation(stripeMode.api);
      stripeMode.stripe.hold();
      stripeMode.stripe.pay(donation.secret, "pm_usBankAccount");
      stripeMode.stripe.advance(3 * 86_400);
      stripeMode.stripe.settle(donation.intentId, false);
      await stripeMode.stripe.deliverHeld((events) =>
        order === "reversed" ? [...events.toReversed(), ...events] : [...events, ...events],
      );
      stripeMode.stripe.hold(false);
      expect(await readDonations(donation.email)).toMatchObject([{ status: "failed" }]);
      const { [RETURNED_SUBJECT]: text, ...otherMails } = await sendMails(donation.email);
      expect(otherMails).toEqual({});
      expect(text).toContain("Your bank has returned the debit");
      expect(text).not.toContain("receipt R-");
      expect(await readTasks(donation.email)).toEqual([expect.stringMatching(RETURNED_TASK)]);
    },
  );

  it.each([
    ["insufficient_funds", NOT_ENOUGH_MONEY],
    ["fraudulent", ""],
  ])("after it was paid, because of %s, ends the receipt", async (reason, text) => {
    const donation = await startBankDebit();
    stripeMode.stripe.settle(donation.intentId, true);
    await stripeMode.stripe.settled();
    await sendMails(donation.email);
    const dispute = stripeMode.stripe.dispute(donation.intentId, undefined, reason);
    stripeMode.stripe.closeDispute(dispute.id, false);
    await stripeMode.stripe.settled();
    const [row] = await readDonations(donation.email);
    expect(row).toMatchObject({ status: "returned", adjustedAmount: "50.00" });
    const { [RETURNED_SUBJECT]: mail } = await sendMails(donation.email);
    expect(mail?.replaceAll(/\s+/g, " ")).toMatch(
      new RegExp(
        `didn't reach us\\. ${text} ?Please don't use receipt R-\\d{4}-\\d+ for your taxes`,
      ),
    );
    expect(await readTasks(donation.email)).toEqual([expect.stringMatching(RETURNED_TASK)]);
    expect(await countTotalDifferences()).toBe(0);
  });

  it("doesn't count as soon as the return is reported, and isn't a dispute to respond to", async () => {
    const donation = await startBankDebit();
    stripeMode.stripe.settle(donation.intentId, true);
    stripeMode.stripe.dispute(donation.intentId, undefined, "incorrect_account_details");
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([{ adjustedAmount: "50.00" }]);
    // The receipt wasn't sent before the debit came back.
    expect(Object.keys(await sendMails(donation.email))).toEqual([RETURNED_SUBJECT]);
  });

  it("is recognized even if it is reported before the debit", async () => {
    const donation = await startDonation(stripeMode.api);
    stripeMode.stripe.hold();
    stripeMode.stripe.pay(donation.secret, "pm_usBankAccount");
    stripeMode.stripe.settle(donation.intentId, true);
    const dispute = stripeMode.stripe.dispute(donation.intentId, undefined, "fraudulent");
    stripeMode.stripe.closeDispute(dispute.id, false);
    await stripeMode.stripe.deliverHeld((events) => events.toReversed());
    stripeMode.stripe.hold(false);
    expect(await readDonations(donation.email)).toMatchObject([{ status: "returned" }]);
    expect(Object.keys(await sendMails(donation.email))).toEqual([RETURNED_SUBJECT]);
    expect(await readTasks(donation.email)).toEqual([expect.stringMatching(RETURNED_TASK)]);
  });

  it("isn't told for a card whose dispute was lost", async () => {
    const donation = await startDonation(stripeMode.api);
    stripeMode.stripe.pay(donation.secret, "pm_card_visa");
    const dispute = stripeMode.stripe.dispute(donation.intentId);
    stripeMode.stripe.closeDispute(dispute.id, false);
    await stripeMode.stripe.settled();
    await sendMails(donation.email);
    expect(await readDonations(donation.email)).toMatchObject([{ status: "disputed" }]);
    expect(await readMails(donation.email)).toEqual([]);
    expect(await readTasks(donation.email)).toEqual([]);
  });
});

async function payAndRefund(amount = 2000) {
  const donation = await startDonation(stripeMode.api);
  stripeMode.stripe.pay(donation.secret, "pm_card_visa");
  const refund = stripeMode.stripe.refund(donation.intentId, amount);
  await stripeMode.stripe.settled();
  return { donation, refund };
}

const REFUND_TASK =
  "The refund of $20.00 failed, and the money is back with us. Ask how to return it.";

describe("a refund that fails", () => {
  it("after the donor was told about it is told to the donor and the administrators", async () => {
    const { donation, refund } = await payAndRefund();
    expect(await sendMails(donation.email)).toHaveProperty("We've refunded $20.00");
    stripeMode.stripe.settleRefund(refund.id, false);
    await stripeMode.stripe.settled();
    const { "Your refund of $20.00 didn't go through": text } = await sendMails(donation.email);
    expect(text).toContain("the money came back to us");
    expect(await readTasks(donation.email)).toEqual([REFUND_TASK]);
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", adjustedAmount: "0.00" },
    ]);
    expect(await countTotalDifferences()).toBe(0);
  });

  it("before the donor was told about it is told only to the administrators", async () => {
    const { donation, refund } = await payAndRefund();
    stripeMode.stripe.settleRefund(refund.id, false);
    await stripeMode.stripe.settled();
    expect(Object.keys(await sendMails(donation.email))).toEqual([
      expect.stringContaining("Thank you"),
    ]);
    expect(await readMails(donation.email)).toMatchObject([
      { name: "Gift Refunded", status: "canceled" },
    ]);
    expect(await readTasks(donation.email)).toEqual([REFUND_TASK]);
  });
});
