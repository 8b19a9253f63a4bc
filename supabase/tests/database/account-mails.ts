import type { MailCase } from "./compare-mails.ts";
import {
  addAdmin,
  addFactor,
  addLogin,
  addVolunteer,
  runAs,
  type Person,
  type Transaction,
} from "./connection.ts";

interface Reader {
  readonly email: string;
  readonly name: string;
}

const readName = async (tx: Transaction, { id }: Person) => {
  const [person] = await tx<[Reader & { name: string }]>`
    select account.email, person.username as name
    from public.users as person join auth.users as account on account.id = person.id where person.id = ${id}`;
  return { ...person };
};

/** An applicant, a volunteer, and two owners, one of whom acts. */
export async function addAccounts(tx: Transaction, word: string) {
  const [acting, owner] = [await addAdmin(tx), await addAdmin(tx)];
  const email = `maya-${word}@example.org`;
  const login = await addLogin(tx, { email });
  const [application] = await tx<[{ id: string }]>`
    insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
    values (${login.id}, 'Maya', 'Ortiz', ${email}, 'weekends') returning id`;
  const volunteer = await addVolunteer(tx, { email: `tom-${word}@example.org` });
  await tx`
    update public.volunteer_accounts set first_name = 'Tom', last_name = 'Baker' where id = ${volunteer.id}`;
  await tx`update public.volunteers set name = 'Tom Baker' where account_id = ${volunteer.id}`;
  const review = (decision: string, choices: object = {}) =>
    runAs(
      tx,
      acting,
      (admin) => admin`
        select private.review_application(${application.id}, ${decision}, null, true, ${admin.json({ ...choices })})`,
    );
  return {
    recipient: { email, name: "Maya Ortiz" },
    applicationId: application.id,
    acting,
    actor: (await readName(tx, acting)).name,
    owner: await readName(tx, owner),
    volunteer,
    volunteerReader: { email: `tom-${word}@example.org`, name: "Tom Baker" },
    newEmail: `new-${word}@example.org`,
    review,
  };
}

type Accounts = Awaited<ReturnType<typeof addAccounts>>;

const toOwner = ({ owner }: Accounts) => owner;

/** Invites `newEmail` to the areas of giving and content. */
const invite = async (tx: Transaction, { acting, newEmail }: Accounts) => {
  const [row] = await runAs(
    tx,
    acting,
    (admin) => admin<[{ id: string }]>`
      select private.invite_admin(${newEmail}, '{giving,content}') as id`,
  );
  return row.id;
};

export const ACCOUNT_CASES: readonly MailCase<Accounts>[] = [
  {
    template: "Volunteer Application Approved",
    queue: (_tx, { review }) => review("approved"),
    data: () => ({ name: "Maya Ortiz", firstName: "Maya", activationLinkId: "an ID" }),
  },
  {
    template: "Volunteer Application Rejected",
    queue: (_tx, { review }) => review("rejected"),
    data: () => ({ name: "Maya Ortiz", firstName: "Maya", activationLinkId: null }),
  },
  {
    template: "Volunteer Approved Without Login",
    queue: (_tx, { review }) => review("approved", { as: "contact" }),
    data: () => ({ name: "Maya Ortiz", firstName: "Maya" }),
  },
  {
    template: "Welcome Email",
    queue: async (tx, { review, applicationId, recipient }) => {
      await review("approved");
      const [link] = await tx<[{ id: string }]>`
        select id from public.activation_links where application_id = ${applicationId}`;
      // The new login replaces the one of the application.
      await tx`delete from auth.users where email = ${recipient.email}`;
      const { id } = await addLogin(tx, { email: recipient.email });
      await tx`select private.redeem_activation_link(${link.id}, ${id})`;
    },
    data: () => ({ name: "Maya" }),
  },
  {
    template: "Application Received",
    queue: (tx, { newEmail }) => tx`
      select private.record_application(${tx.json({
        first_name: "Maya",
        last_name: "Ortiz",
        email: newEmail,
        phone: "",
        zip_code: "",
        city: "",
        state: "",
        availability: "weekends",
        interests: "",
      })})`,
    to: ({ newEmail }) => ({ email: newEmail, name: "" }),
    // Nothing from the form, because the mailbox may be someone else's.
    data: () => ({}),
  },
  {
    template: "Confirm New Email",
    queue: (tx, { volunteer, newEmail }) =>
      runAs(tx, volunteer, (own) => own`select private.request_email_change(${newEmail})`),
    to: ({ newEmail }) => ({ email: newEmail, name: "Tom Baker" }),
    data: () => ({ name: "Tom", emailChangeLinkId: "an ID" }),
  },
  {
    template: "Email Changed",
    queue: (tx, { volunteer, newEmail }) => tx`
      select private.move_volunteer_email(person.id, ${newEmail})
      from public.volunteers as person where person.account_id = ${volunteer.id}`,
    to: ({ volunteerReader }) => volunteerReader,
    data: ({ newEmail }) => ({ name: "Tom", newEmail }),
  },
  {
    template: "Administrator Invitation",
    queue: (tx, accounts) => invite(tx, accounts),
    to: ({ newEmail }) => ({ email: newEmail, name: "" }),
    data: ({ actor }) => ({ inviter: actor, invitationLinkId: "an ID" }),
  },
  {
    template: "Administrator Joined",
    queue: async (tx, accounts) => {
      const invitation = await invite(tx, accounts);
      const { id } = await addLogin(tx, { email: accounts.newEmail });
      await tx`select private.redeem_admin_invitation(${invitation}, ${id}, 'june')`;
    },
    to: toOwner,
    data: ({ actor }) => ({
      administrator: "june",
      areas: ["giving", "content"],
      invitedBy: actor,
    }),
  },
  {
    template: "Failed Logins",
    queue: (tx, { volunteerReader }) =>
      tx`select private.warn_of_failed_logins(${volunteerReader.email})`,
    to: toOwner,
    data: ({ owner }) => ({ name: owner.name, account: "Tom Baker" }),
  },
  {
    template: "Unusual Traffic",
    queue: async (tx) => {
      await tx`
        insert into public.payment_attempts (attempt_id, address_hash, email_hash)
        select gen_random_uuid(), 'address ' || number, 'email ' || number from generate_series(1, 300) as number`;
      await tx`select private.warn_of_unusual_traffic('unpaid')`;
    },
    to: toOwner,
    data: ({ owner }) => ({
      name: owner.name,
      traffic:
        "Within ten minutes, more than 300 payments were started and not paid. Someone may be testing stolen cards.",
    }),
  },
  {
    template: "Team Changed",
    queue: async (tx, { acting }) => {
      const changed = await addAdmin(tx, { areas: ["giving"] });
      await tx`update public.users set username = 'june' where id = ${changed.id}`;
      await runAs(
        tx,
        acting,
        (admin) => admin`select private.change_areas(${changed.id}, '["content"]')`,
      );
    },
    to: toOwner,
    data: ({ actor }) => ({
      administrator: "june",
      changedBy: actor,
      areas: ["content"],
      isRemoved: false,
    }),
  },
  {
    template: "Mentions Blanked",
    queue: async (tx, { acting }) => {
      const chosen = [{ table: "donors", column: "notes", ids: ["1", "2", "3"] }];
      const [erasure] = await tx<[{ id: string }]>`
        insert into public.erasures (records, key_check, blanked)
        values ('[]', ${"0".repeat(64)}, ${tx.json(chosen)}) returning id`;
      await tx`select set_config('request.jwt.claim.sub', ${acting.id}, true)`;
      await tx`
        select private.mail_blanked_mentions(erasure) from public.erasures as erasure where id = ${erasure.id}`;
    },
    to: toOwner,
    data: ({ actor }) => ({ changedBy: actor, mentionCount: 3 }),
  },
  {
    template: "Two-Step Login Rule Changed",
    queue: async (tx, { acting }) => {
      await addFactor(tx, acting, "verified");
      const confirmed = { ...acting, aal: "aal2" } as const;
      await tx`update auth.sessions set aal = 'aal2' where id = ${acting.sessionId}`;
      await runAs(tx, confirmed, (owner) => owner`select private.set_second_factor_rule(true)`);
    },
    to: toOwner,
    data: ({ actor }) => ({ changedBy: actor, isRequired: true }),
  },
];
