import type { Columns, ImportFormat } from "./formats.ts";

export const PERSON_COLUMNS = {
  firstName: ["First Name"],
  lastName: ["Last Name"],
  email: ["Email", "Email Address"],
  phone: ["Phone", "Phone Number"],
  city: ["City"],
  state: ["State", "State / Province"],
  zipCode: ["Zip", "Zip Code", "Postal Code"],
  country: ["Country"],
} satisfies Columns;

/**
 * GiveWP, Donations → Tools → Export. The headings are those of `give-export-donations-exporter.php` in
 * github.com/impress-org/givewp; the export is described at
 * https://www.liquidweb.com/help-docs/software/give/tools/exports/overview-40/.
 */
const givewp: ImportFormat = {
  source: "givewp",
  label: "GiveWP",
  signature: [["Donation ID"], ["Donation Total"], ["Donation Date"]],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Donation ID"],
    date: ["Donation Date"],
    amount: ["Donation Total"],
    currency: ["Currency Code"],
    status: ["Donation Status"],
    mode: ["Payment Mode"],
    method: ["Payment Gateway"],
    company: ["Company Name"],
    email: ["Email Address", "Donor Email"],
    phone: ["Donor Phone Number", "Phone"],
    address: ["Address 1"],
    address2: ["Address 2"],
    sourceDonorId: ["Donor ID"],
    isAnonymous: ["Anonymous Donation"],
    tributeType: ["Tribute Type", "Dedication Type"],
    inHonorOf: ["Tribute Name", "Honoree Name"],
    paymentId: ["Transaction ID"],
  },
};

/**
 * Givebutter, Transactions → Export. Givebutter doesn't publish a list of the columns. These are the fields of the
 * transaction at https://docs.givebutter.com/reference/the-transaction-object, written as headings or as field names.
 */
const givebutter: ImportFormat = {
  source: "givebutter",
  label: "Givebutter",
  signature: [["Donated"], ["Payout"], ["Fee Covered", "Fees Covered"]],
  isUtc: true,
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["ID", "Transaction ID"],
    date: ["Transacted At", "Transaction Date", "Transaction Date (UTC)", "Created At"],
    amount: ["Amount"],
    feeCovered: ["Fee Covered", "Fees Covered"],
    refunded: ["Refunded", "Refunded Amount"],
    currency: ["Currency"],
    status: ["Status"],
    method: ["Method", "Payment Method"],
    reference: ["Check Number"],
    company: ["Company", "Company Name"],
    address: ["Address", "Address 1", "Address Line 1"],
    address2: ["Address 2", "Address Line 2"],
    isAnonymous: ["Anonymous", "Is Anonymous"],
    tributeType: ["Dedication Type"],
    inHonorOf: ["Dedication Name", "Dedication Recipient"],
    sourceDonorId: ["Contact ID"],
  },
};

/**
 * Donorbox, Donations → Export. Donorbox doesn't publish a list of the columns. These are the columns that public
 * programs read from its files. For the columns that Donorbox itself imports, see
 * https://donorbox.zendesk.com/hc/en-us/articles/38160226751764-Import-Data-to-Donorbox-CRM.
 */
const donorbox: ImportFormat = {
  source: "donorbox",
  label: "Donorbox",
  signature: [["Receipt Id"], ["Donated At"], ["Donor Email"]],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Receipt Id"],
    date: ["Donated At"],
    amount: ["Amount"],
    refunded: ["Amount Refunded"],
    currency: ["Currency"],
    status: ["Status"],
    method: ["Donation Type"],
    firstName: ["Donor's First Name"],
    lastName: ["Donor's Last Name"],
    fullName: ["Name"],
    company: ["Donating Company"],
    email: ["Donor Email"],
    address: ["Address"],
    address2: ["Address 2"],
    note: ["Designation"],
    inHonorOf: ["Honoree Name", "In Honor Of"],
    inMemoryOf: ["In Memory Of"],
    tributeType: ["Tribute Type", "Dedication Type"],
    isAnonymous: ["Make Donation Anonymous"],
    paymentId: ["Stripe Charge Id", "Pay Pal Transaction Id"],
  },
};

/**
 * Stripe, Payments → Export. Stripe doesn't publish a list of the columns. These are the headings that public programs
 * read from its files. https://support.stripe.com/questions/exporting-a-report-of-all-transactions says that the export
 * includes payments that failed.
 */
const stripe: ImportFormat = {
  source: "stripe",
  label: "Stripe",
  signature: [["id"], ["Created date (UTC)", "Created (UTC)"], ["Amount Refunded"]],
  isUtc: true,
  columns: {
    sourceId: ["id"],
    date: ["Created date (UTC)", "Created (UTC)"],
    amount: ["Amount"],
    refunded: ["Amount Refunded"],
    currency: ["Currency"],
    status: ["Status"],
    dispute: ["Dispute Status"],
    mode: ["Mode"],
    fullName: ["Customer Name", "Card Name", "Shipping Name", "Customer Description"],
    email: ["Customer Email"],
    phone: ["Customer Phone"],
    sourceDonorId: ["Customer ID"],
    paymentId: ["PaymentIntent ID"],
  },
};

/**
 * CiviCRM, Find Contributions → Export. The headings are the titles of the fields in
 * https://docs.civicrm.org/user/en/latest/common-workflows/exporting-your-data-out-of-civicrm/; which of them a file has is
 * up to the person who exports it.
 */
const civicrm: ImportFormat = {
  source: "civicrm",
  label: "CiviCRM",
  signature: [
    ["Contribution ID"],
    ["Contribution Status", "Contribution Status ID"],
    ["Date Received", "Receive Date", "Contribution Date"],
  ],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Contribution ID"],
    date: ["Date Received", "Receive Date", "Contribution Date"],
    amount: ["Total Amount"],
    currency: ["Currency"],
    status: ["Contribution Status", "Contribution Status ID"],
    mode: ["Test", "Is Test"],
    method: ["Payment Method", "Payment Instrument"],
    reference: ["Check Number"],
    fullName: ["Display Name", "Sort Name", "Contact Name"],
    company: ["Organization Name"],
    address: ["Street Address"],
    address2: ["Supplemental Address 1"],
    note: ["Contribution Note", "Contribution Source", "Source"],
    inHonorOf: ["Honoree", "In Honor Of"],
    inMemoryOf: ["In Memory Of"],
    tributeType: ["Soft Credit Type", "Honor Type"],
    sourceDonorId: ["Contact ID", "Internal Contact ID"],
    paymentId: ["Transaction ID"],
  },
};

/**
 * PayPal, Activity → Download. The headings are those that public programs read from its files. A refund is a row of its
 * own, which names the payment in `Reference Txn ID`.
 */
const paypal: ImportFormat = {
  source: "paypal",
  label: "PayPal",
  signature: [["Gross"], ["Transaction ID"], ["From Email Address"]],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Transaction ID"],
    date: ["Date"],
    amount: ["Gross"],
    currency: ["Currency"],
    status: ["Status"],
    type: ["Type", "Description"],
    direction: ["Balance Impact"],
    refundOf: ["Reference Txn ID"],
    fullName: ["Name"],
    email: ["From Email Address"],
    phone: ["Contact Phone Number"],
    address: ["Address Line 1"],
    address2: ["Address Line 2/District/Neighborhood"],
    city: ["Town/City"],
    state: ["State/Province/Region/County/Territory/Prefecture/Republic"],
    zipCode: ["Zip/Postal Code"],
    note: ["Note", "Subject"],
  },
};

/** Zeffy, Payments → Export. Zeffy doesn't publish a list of the columns, so these are from memory. */
const zeffy: ImportFormat = {
  source: "zeffy",
  label: "Zeffy",
  signature: [
    ["Payment Date"],
    ["Total Amount"],
    ["Recurring Status", "Eligible Amount", "Receipt #"],
  ],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Payment ID", "Transaction ID", "ID", "Receipt #"],
    date: ["Payment Date"],
    amount: ["Total Amount"],
    refunded: ["Refund Amount"],
    currency: ["Currency"],
    status: ["Payment Status"],
    type: ["Type", "Form Type"],
    method: ["Payment Method"],
    company: ["Company Name"],
    address: ["Address"],
    state: ["Region", "State", "Province"],
    note: ["Details", "Note"],
    inHonorOf: ["In Honour", "In Honor Of"],
    inMemoryOf: ["In Memory", "In Memory Of"],
    isAnonymous: ["Anonymous"],
  },
};

/**
 * Benevity, Donations report. The headings are those that public programs read from its files. A row has the donor's
 * donation and the employer's match, and either may be zero.
 */
const benevity: ImportFormat = {
  source: "benevity",
  label: "Benevity",
  signature: [["Total Donation to be Acknowledged"], ["Match Amount"], ["Donor First Name"]],
  isUtc: true,
  columns: {
    sourceId: ["Transaction ID"],
    date: ["Donation Date"],
    amount: ["Total Donation to be Acknowledged"],
    matchAmount: ["Match Amount"],
    employer: ["Company"],
    currency: ["Currency"],
    firstName: ["Donor First Name"],
    lastName: ["Donor Last Name"],
    email: ["Email"],
    address: ["Address"],
    city: ["City"],
    state: ["State/Province", "State/Prov"],
    zipCode: ["Postal Code"],
    note: ["Comment", "Activity"],
  },
};

/**
 * Our own exports of donations and of donors (`api/donations`). `Refunded` was the heading of what is now `Refunded or
 * returned`, which already says what a dispute or a returned debit took away.
 */
const carePackages: ImportFormat = {
  source: "care-packages",
  label: "Care packages (this product)",
  signature: [
    ["After refunds", "Last donation"],
    ["Fraud warning", "Addressee"],
    ["Receipt number", "Donations"],
  ],
  statuses: { disputed: "received", returned: "refunded" },
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["ID"],
    date: ["Date"],
    time: ["Time"],
    amount: ["Amount"],
    feeCovered: ["Fee covered"],
    refunded: ["Refunded or taken back", "Refunded"],
    status: ["Status"],
    mode: ["Demo"],
    method: ["Method"],
    reference: ["Reference"],
    address: ["Address", "Postal address"],
    addressee: ["Addressee"],
    salutation: ["Salutation"],
    sourceDonorId: ["Donor ID"],
    creditedPerson: ["Credited person"],
    creditedDonorId: ["Credited person's ID"],
    origin: ["Source"],
    tags: ["Tags"],
    note: ["Note", "Notes"],
    inHonorOf: ["In honor of"],
    inMemoryOf: ["In memory of"],
    isAnonymous: ["Anonymous"],
    paymentId: ["Charge", "Payment"],
  },
};

export const KNOWN_FORMATS: readonly ImportFormat[] = [
  carePackages,
  givewp,
  donorbox,
  givebutter,
  stripe,
  civicrm,
  benevity,
  zeffy,
  paypal,
];
