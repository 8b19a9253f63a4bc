import { expect } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { type Person, type Transaction } from "./connection.ts";
import { giveOnline, mergeRows, setAdminClaims, undoMergeRows } from "./merging.ts";
import { pickFrom } from "./random-merging.ts";

interface KnownDonor {
  readonly id: string;
  email: string;
  /** Names that corrections and merges replaced. */
  formerNames: string[];
}

interface Donations {
  readonly id: string;
  readonly donorId: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface Mail {
  readonly id: string;
  readonly templateName: string;
  readonly toEmail: string;
  readonly toName: string;
  readonly data: Readonly<Record<string, string>>;
  readonly subject: string | null;
}

const expectEqual = (received: unknown, expected: unknown) => expect(received).toEqual(expected);
const expectMatch = (received: unknown, expected: object) =>
  expect(received).toMatchObject(expected);

/** A spouse who gives from the same address. No correction changes this name. */
const OTHER_GIVER = "Robin Vale";
const NAMES = ["Ann Lee", "Anne Lee", "Ann Leigh", "Anna Lea"] as const;

const splitName = (name: string) => {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { first_name: firstName, last_name: lastName };
};

/**
 * Random events in the lives of two donors, and where and to whom each email and paper has to go. Who a donation belongs
 * to and a donor's current name are read from the database. All else is remembered here.
 */
export class RecipientHistory {
  readonly counts = { emails: 0, papers: 0, refusedLinks: 0 };
  readonly #tx: Transaction;
  readonly #random: () => number;
  readonly #donors: KnownDonor[] = [];
  readonly #mergedInto = new Map<string, string>();
  /** Addresses of these donors, each with whether it was a mistake. */
  readonly #addresses = new Map<string, { isMistaken: boolean }>();
  /** Emails whose address someone chose, with that address. */
  readonly #chosen = new Map<string, string>();
  readonly #sent: Mail[] = [];
  #day = 1;

  constructor(tx: Transaction, random: () => number) {
    this.#tx = tx;
    this.#random = random;
  }

  async start(admin: Person) {
    await setAdminClaims(this.#tx, admin);
    await this.#tx`update public.email_outbox set status = 'canceled' where status in ('queued', 'sending', 'held')`;
    for (const number of [0, 1]) {
      const email = this.#createAddress();
      const { donorId } = await this.#give(email, NAMES[number]!);
      this.#donors.push({ id: donorId, email, formerNames: [] });
    }
  }

  #createAddress() {
    const email = `${uniqueWord()}@example.org`;
    this.#addresses.set(email, { isMistaken: false });
    return email;
  }

  async #give(email: string, name: string) {
    this.#day += 1;
    const donation = await giveOnline(this.#tx, email, 50, {
      ...splitName(name),
      completed_at: new Date(Date.UTC(2031, 0, this.#day)),
      is_demo: false,
    });
    await this.#tx`select private.queue_receipt(${donation.id})`;
    return donation;
  }

  #findKept(id: string): KnownDonor {
    const keptId = this.#mergedInto.get(id);
    if (keptId !== undefined) return this.#findKept(keptId);
    return this.#donors.find((donor) => donor.id === id)!;
  }

  #pickDonor = () => this.#findKept(pickFrom(this.#donors, this.#random).id);

  async #readName({ id }: KnownDonor): Promise<string> {
    const [row] = await this.#tx<[{ name: string }]>`
      select first_name || ' ' || last_name as name from private.donor_name(${id})`;
    return row.name;
  }

  /** Gives from any address that leads to one of the donors, under the donor's, a former or another giver's name. */
  #giveAgain = async () => {
    const email = pickFrom([...this.#addresses.keys()], this.#random);
    await this.#give(email, pickFrom([...NAMES, OTHER_GIVER], this.#random));
  };

  #giveMonthly = async () => {
    const email = pickFrom([...this.#addresses.keys()], this.#random);
    const name = splitName(pickFrom([NAMES[0], OTHER_GIVER], this.#random));
    const [subscription] = await this.#tx<[{ id: string }]>`
      insert into public.subscriptions ${this.#tx({ ...name, email, amount: 10, status: "active" })} returning id`;
    await this.#tx`select private.queue_monthly_gift_started_mail(${subscription.id})`;
    await this.#tx`select private.queue_payment_failed_mail(${subscription.id}, ${subscription.id})`;
    await this.#tx`select private.queue_cancellation_mail(${subscription.id}, true)`;
  };

  #record = async () => {
    const donor = this.#pickDonor();
    const [check] = await this.#tx<[{ id: string }]>`
      select private.record_donation(${donor.id}, 4, 'check', '2025-11-01', false, confirms_duplicate => true) as id`;
    if (this.#random() < 0.5) {
      await this.#sendAll();
      await this.#tx`select private.void_donation(${check.id}, 'Bounced')`;
    }
    await this.#tx`select private.record_noncash_donation(${donor.id}, 'goods', 'Socks', null, '2025-11-01', false)`;
  };

  #thank = async () => {
    const email = pickFrom([...this.#addresses.keys()], this.#random);
    const { id } = await this.#give(email, NAMES[0]);
    const [tribute] = await this.#tx<[{ id: string }]>`
      with honoring as (
        update public.donations set in_honor_of = 'Helen', completed_at = now() - interval '2 hours' where id = ${id} returning id
      )
      insert into public.tributes (donation_id, recipient_name, recipient_email, send_on)
      select honoring.id, 'Kim', ${`${uniqueWord()}@example.com`}, private.today() from honoring returning id`;
    await this.#tx`select private.queue_tributes((private.today() + time '23:00') at time zone private.time_zone())`;
    const [card] = await this.#tx<{ name: string }[]>`
      select data ->> 'donorName' as name from public.email_outbox where dedupe_key = ${`tribute:${tribute.id}`}`;
    if (card) expectEqual(card.name, await this.#expectName(await this.#readDonation(id)));
  };

  #queueStatements = () => this.#tx`select private.queue_annual_statements('2032-01-31')`;

  #correctName = async () => {
    const donor = this.#pickDonor();
    const name = pickFrom(NAMES, this.#random);
    const formerName = await this.#readName(donor);
    await this.#tx`update public.donors set ${this.#tx(splitName(name))} where id = ${donor.id}`;
    if (formerName !== name) donor.formerNames.push(formerName);
  };

  #correctAddress = async () => {
    const donor = this.#pickDonor();
    const formerEmail = donor.email;
    donor.email = this.#createAddress();
    await this.#tx`update public.donors set email = ${donor.email} where id = ${donor.id}`;
    if (this.#random() < 0.5) {
      await this.#tx`select private.mark_mistaken_address(${donor.id}, ${formerEmail})`;
      this.#addresses.set(formerEmail, { isMistaken: true });
    }
  };

  #merge = async () => {
    const [kept, merged] = this.#donors as [KnownDonor, KnownDonor];
    if (this.#mergedInto.size > 0) return;
    const names = [await this.#readName(kept), await this.#readName(merged)];
    const choices = {
      name: this.#random() < 0.5 ? "kept" : "merged",
      email: this.#random() < 0.5 ? "kept" : "merged",
    };
    const before = { ...kept };
    const mergeId = await mergeRows(this.#tx, "donor", {
      keptId: kept.id,
      mergedId: merged.id,
      choices,
    });
    this.#mergedInto.set(merged.id, kept.id);
    kept.formerNames = [...kept.formerNames, ...merged.formerNames, ...names];
    if (choices.email === "merged") kept.email = merged.email;
    if (this.#random() < 0.3) {
      await this.#giveAgain();
      await undoMergeRows(this.#tx, "donor", mergeId);
      this.#mergedInto.delete(merged.id);
      Object.assign(kept, before);
    }
  };

  /** Asks for a link at any of the addresses. A mistaken one gets none. */
  #requestLink = () => this.#requestLinkAt(pickFrom([...this.#addresses.keys()], this.#random));

  async #requestLinkAt(email: string) {
    const readMails = () => this.#tx<{ id: string; donorId: string }[]>`
      select id, data ->> 'donorId' as "donorId" from public.email_outbox
      where template_name = 'Gift Link' and to_email = ${email}`;
    const idsBefore = new Set((await readMails()).map(({ id }) => id));
    await this.#tx`select private.request_donor_link(${email})`;
    const mail = (await readMails()).find(({ id }) => !idsBefore.has(id));
    if (this.#addresses.get(email)?.isMistaken) {
      expectEqual(mail, undefined);
      this.counts.refusedLinks += 1;
    } else if (mail && this.#findKept(mail.donorId).email !== email) {
      this.#chosen.set(mail.id, email);
    }
  }

  #sendAgain = async () => {
    if (this.#sent.length === 0) return;
    const mail = pickFrom(this.#sent, this.#random);
    if (mail.templateName.endsWith("Card")) return;
    const [row] = await this.#tx<{ status: string }[]>`
      select status from public.email_outbox where id = ${mail.id}`;
    if (row?.status !== "sent") return;
    const [stored] = await this.#tx<[{ email: string }]>`
      select to_email as email from public.email_outbox where id = ${mail.id}`;
    const giver = await this.#readGiver(mail);
    const currentEmail = giver && this.#findKept(giver.donorId).email;
    const keepsAddress = this.#random() < 0.5 && stored.email !== currentEmail;
    this.#chosen.delete(mail.id);
    if (keepsAddress) this.#chosen.set(mail.id, stored.email);
    await this.#tx`select private.resend_email(${mail.id}, ${keepsAddress ? stored.email : null})`;
  };

  async #readDonation(id: string) {
    const [row] = await this.#tx<[Donations]>`
      select id, donor_id as "donorId", first_name as "firstName", last_name as "lastName"
      from public.donations where id = ${id}`;
    return row;
  }

  async #expectName({ donorId, firstName, lastName }: Omit<Donations, "id">) {
    const donor = this.#findKept(donorId);
    const name = `${firstName} ${lastName}`;
    return donor.formerNames.includes(name) ? this.#readName(donor) : name;
  }

  /** Returns whom an email is about. */
  async #readGiver({ data }: Mail): Promise<Omit<Donations, "id"> | undefined> {
    if (data["donationId"] !== undefined) return this.#readDonation(data["donationId"]);
    const [row] = await this.#tx<Donations[]>`
      select donor_id as "donorId", first_name as "firstName", last_name as "lastName" from public.subscriptions
      where id::text = ${data["subscriptionId"] ?? ""}
      union all
      select known.id, named.first_name, named.last_name
      from (
        select donor_id as id from public.noncash_donations where id::text = ${data["noncashDonationId"] ?? ""}
        union all select id from public.donors where id::text = ${data["donorId"] ?? ""}
      ) as known
      cross join lateral private.donor_name(private.kept_donor(known.id)) as named`;
    return row;
  }

  /** Sends everything that waits, as the mailer does. */
  #sendAll = async () => {
    const mails = await this.#tx<Mail[]>`
      select id, template_name as "templateName", to_email as "toEmail", to_name as "toName", data, subject
      from private.take_emails(1000, '{}', '{}')`;
    for (const mail of mails) await this.#checkEmail(mail);
  };

  async #checkEmail(mail: Mail) {
    const giver = await this.#readGiver(mail);
    const [row] = await this.#tx<[{ problem: string | null }]>`
      select private.recipient_problem(mail) as problem from public.email_outbox as mail where id = ${mail.id}`;
    const chosenEmail = this.#chosen.get(mail.id);
    if (row.problem !== null) {
      expectEqual(this.#addresses.get(mail.toEmail)?.isMistaken, true);
      expectEqual(chosenEmail, mail.toEmail);
      await this.#tx`update public.email_outbox set status = 'canceled' where id = ${mail.id}`;
      return;
    }
    if (giver) {
      expectEqual(
        [mail.templateName, mail.toEmail],
        [mail.templateName, chosenEmail ?? this.#findKept(giver.donorId).email],
      );
      const sent = this.#sent.find(({ id }) => id === mail.id);
      expectEqual(mail.toName, sent?.toName ?? (await this.#expectName(giver)));
    }
    await this.#tx`
      update public.email_outbox set status = 'sent', sent_at = clock_timestamp(), subject = 'Sent' where id = ${mail.id}`;
    this.#sent.push(mail);
    this.counts.emails += 1;
  }

  async step() {
    const events = [
      this.#giveAgain,
      this.#giveMonthly,
      this.#record,
      this.#thank,
      this.#queueStatements,
      this.#correctName,
      this.#correctAddress,
      this.#correctAddress,
      this.#merge,
      this.#requestLink,
      this.#sendAgain,
      this.#sendAll,
    ];
    await pickFrom<() => Promise<unknown>>(events, this.#random)();
  }

  /** Checks new papers, and that no mistaken address opens anything. */
  async finish() {
    await this.#sendAll();
    const donations = await this.#tx<(Donations & { receipt: { donor: object } | null })[]>`
      select id, donor_id as "donorId", first_name as "firstName", last_name as "lastName",
        private.donation_receipt(id) as receipt
      from public.donations where donor_id in ${this.#tx(this.#donors.map(({ id }) => id))}`;
    for (const { receipt, ...donation } of donations) {
      if (!receipt) continue;
      const { email } = this.#findKept(donation.donorId);
      expectMatch(receipt.donor, { name: await this.#expectName(donation), email });
      this.counts.papers += 1;
    }
    for (const donor of this.#donors.map(({ id }) => this.#findKept(id))) {
      const [row] = await this.#tx<[{ statement: { donor: object } | null }]>`
        select private.annual_statement(${donor.id}, 2031) as statement`;
      const name = await this.#readName(donor);
      expectMatch(row.statement?.donor ?? { name, email: donor.email }, {
        name,
        email: donor.email,
      });
      this.counts.papers += 1;
    }
    const mistaken = [...this.#addresses].filter(([, { isMistaken }]) => isMistaken);
    for (const [email] of mistaken) await this.#requestLinkAt(email);
    const opened = await this.#tx`
      select private.redeem_donor_link(id) from public.donor_links
      where email_key = any (${mistaken.map(([email]) => email)}) and private.redeem_donor_link(id) is not null`;
    expectEqual([...opened], []);
  }
}
