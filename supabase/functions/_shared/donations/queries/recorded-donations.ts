import type { z } from "zod";
import type { Fragment, Sql } from "../../clients/database.ts";
import { SOFT_CREDIT_METHODS } from "../../contracts/choices.ts";
import type { donationEndpoints } from "../../contracts/donations.ts";
import { stateLateReason } from "./late-reason.ts";

interface NewDonor {
  readonly donorId?: string | null | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly address?: string | null | undefined;
  /** The column that an error about the email address names. Defaults to `email`. */
  readonly emailField?: "soft_credit_email";
}

/** Returns SQL for a known donor's id, or SQL that adds a new donor and returns the id. */
export const selectOrCreateDonorId = (
  sql: Sql,
  { donorId, firstName = "", lastName = "", email, address, emailField }: NewDonor,
) =>
  donorId
    ? sql`${donorId}::uuid`
    : sql`private.create_donor(
        ${firstName}, ${lastName}, ${email ?? null}, ${address ?? null}, ${emailField ?? "email"}
      )`;

type NewDonation = z.output<typeof donationEndpoints.recordDonation.body>;
type CorrectedDonation = z.output<typeof donationEndpoints.correctDonation.body>;

const hasSoftCredit = (method: string): boolean =>
  SOFT_CREDIT_METHODS.some((known) => known === method);

/** Selects null for an unchanged card, and JSON null for no card. */
function selectTribute(sql: Sql, tribute: NewDonation["tribute"]) {
  if (tribute === undefined) return sql`null::jsonb`;
  return tribute === null ? sql`'null'::jsonb` : sql`${sql.json({ ...tribute })}::jsonb`;
}

/** Returns the arguments that a new donation and a corrected one have in common. */
function listRecordedArguments(sql: Sql, donation: NewDonation | CorrectedDonation): Fragment {
  const person: NewDonor = {
    donorId: donation.softCreditDonorId,
    firstName: donation.softCreditFirstName,
    lastName: donation.softCreditLastName,
    email: donation.softCreditEmail,
    emailField: "soft_credit_email",
  };
  const hasPerson = Boolean(person.donorId) || person.firstName !== undefined;
  return sql`
    donor_id => ${selectOrCreateDonorId(sql, donation)},
    amount => ${donation.amount}::numeric,
    method => ${donation.method},
    received_on => ${donation.receivedOn}::date,
    reference => nullif(${donation.reference ?? null}, ''),
    note => nullif(${donation.note ?? null}, ''),
    in_honor_of => nullif(${donation.inHonorOf ?? null}, ''),
    is_memorial => ${donation.isMemorial ?? null},
    tribute => ${selectTribute(sql, donation.tribute)},
    is_anonymous => ${donation.isAnonymous ?? false},
    source => ${donation.source ?? null},
    is_wired => ${donation.isWired ?? false},
    sends_receipt => ${donation.sendsReceipt ?? true},
    soft_credit_donor_id => ${hasPerson && hasSoftCredit(donation.method) ? selectOrCreateDonorId(sql, person) : null}`;
}

/** Records a donation received offline, from a known donor or a new one. Returns its id. */
export async function recordDonation(
  sql: Sql,
  donation: NewDonation,
  isDemo: boolean,
): Promise<string> {
  await stateLateReason(sql, donation.lateReason);
  const [row] = await sql<[{ id: string }]>`
    select private.record_donation(
      ${listRecordedArguments(sql, donation)},
      is_demo => ${isDemo},
      confirms_duplicate => ${donation.confirmsDuplicate ?? false},
      deposit_id => ${donation.depositId ?? null}
    ) as id`;
  return row.id;
}

/** Voids a recorded donation and records a corrected one. Returns the id of the corrected donation. */
export async function correctDonation(
  sql: Sql,
  id: string,
  donation: CorrectedDonation,
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select private.correct_donation(
      donation_id => ${id},
      reason => ${donation.reason},
      ${listRecordedArguments(sql, donation)},
      confirms_duplicate => ${donation.confirmsDuplicate ?? false}
    ) as id`;
  return row.id;
}

export const voidDonation = (sql: Sql, id: string, reason: string) =>
  sql`select private.void_donation(${id}, ${reason})`;
