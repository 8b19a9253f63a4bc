import { SITE_PAGES } from "./site-pages.ts";

/** The default templates of emails about money that didn't arrive. */
export const failedPaymentTemplates = {
  "Payment Failed": {
    priority: "normal",
    description: "A monthly gift didn't go through",
    subject: "Your monthly gift of {{donationAmount}} didn't go through",
    htmlContent: `<h1>Your monthly gift didn't go through</h1>
<p>Dear {{firstName}}, your bank didn't approve this month's gift of {{donationAmount}}. {{declineReason}}</p>
<p>We'll try again in a few days. If you have a new card, please update it here:</p>
<p><a class="button" href="{{giftLink}}">Manage my gift</a></p>
<p class="small">This link is just for you. It works only once and expires after 24 hours. After that, you can request another one on the same page.</p>`,
  },
  "Bank Debit Returned": {
    priority: "normal",
    description: "The bank returned the debit for a gift",
    subject: "Your gift of {{donationAmount}} didn't go through",
    htmlContent: `<h1>Your bank returned your gift</h1>
<p>Dear {{firstName}}, thank you for your gift of {{donationAmount}} on {{donationDate}}. Your bank has returned the debit, so the gift didn't reach us. {{declineReason}} {{receiptNote}}</p>
<p>If you'd still like to give, you can use a card or another account:</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.donate}">Give again</a></p>
<p>If you have questions, just reply to this email.</p>`,
  },
  "Refund Failed": {
    priority: "normal",
    description: "A refund failed after we told the donor about it",
    subject: "Your refund of {{refundAmount}} didn't go through",
    htmlContent: `<h1>Your refund didn't go through</h1>
<p>Dear {{firstName}}, we told you that we had refunded {{refundAmount}} of the {{donationAmount}} you gave on {{donationDate}}. Your bank couldn't accept the refund, so the money came back to us. This can happen when a card or an account has been closed.</p>
<p>Please reply to this email and tell us how you'd like to get the money back, for example by check. Until we've returned it, your gift counts in full, so please ignore what our last email said about your taxes.</p>
<p><a class="button" href="{{siteUrl}}${SITE_PAGES.manageGift}">See my gifts</a></p>
<p>We're sorry for the trouble.</p>`,
  },
} as const;
