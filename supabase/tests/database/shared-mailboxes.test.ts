import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import {
  addAdmin,
  addLogin,
  addSession,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { createImporter } from "./import-fixture.ts";
import { setUpMerges } from "./merging.ts";

interface OwnEvent {
  readonly id: string;
  readonly isWanted: boolean;
}

type Choices = Readonly<Record<string, unknown>>;

/** Sets up one mailbox, from which people apply, and an administrator who decides. */
async function openMailbox(tx: Transaction, admin?: Person) {
  const coordinator = admin ?? (await addAdmin(tx));
  const address = `${uniqueWord()}@example.org`;
  const apply = async (firstName: string, changes: Choices = {}, lastName = "Doe") => {
    // As the apply function does, a new login with the applicant's password replaces one that isn't in use.
    const [kept] = await tx<[{ isKept: boolean }]>`
      select is_kept as "isKept" from private.applicant(${address})`;
    if (!kept.isKept) {
      await tx`delete from auth.users where email = ${address}`;
      await addLogin(tx, { email: address });
    }
    const application = {
      email: address,
      first_name: firstName,
      last_name: lastName,
      phone: "",
      zip_code: "",
      availability: "weekends",
      ...changes,
    };
    await tx`select private.record_application(${tx.json(application)})`;
    const [row] = await tx<[{ id: string }]>`
      select id from public.volunteer_applications where email = ${address} and first_name = ${firstName}
        and status = 'pending' order by created_at desc, id limit 1`;
    return row.id;
  };
  const approve = (id: string, choices: Choices = {}, requiresActivation = false) =>
    runAs(
      tx,
      coordinator,
      (asAdmin) => asAdmin`
      select private.review_application(${id}, 'approved', null, ${requiresActivation}, ${asAdmin.json(choices as never)})`,
    );
  const refusal = async (id: string, choices: Choices = {}) => {
    try {
      await tx.savepoint(() => approve(id, choices));
      return undefined;
    } catch (error) {
      return (error as { hint?: string }).hint;
    }
  };
  const readStatus = async (id: string) => {
    const [row] = await tx<[{ status: string }]>`
      select status from public.volunteer_applications where id = ${id}`;
    return row.status;
  };
  const readPeople = () => tx`
    select person.name, person.email, person.contact_email as contact, account.activated_at is not null as "isOpen"
    from public.volunteers as person
    left join public.volunteer_accounts as account on account.id = person.account_id
    where ${address} in (person.email, person.contact_email)
    order by person.name`;
  const readMail = (template: string) => tx<{ toName: string; data: Record<string, unknown> }[]>`
    select to_name as "toName", data from public.email_outbox
    where to_email = ${address} and template_name = ${template} order by created_at, to_name`;
  const match = async (id: string) => {
    const [row] = await tx<[{ match: Record<string, unknown> | null }]>`
      select private.applicant_match(application) as match
      from public.volunteer_applications as application where id = ${id}`;
    return row.match;
  };
  return { address, coordinator, apply, approve, refusal, readStatus, readPeople, readMail, match };
}

describe("one mailbox, several people", () => {
  test("approving one closes only applications with that name, however it was typed", async () => {
    await withRollback(async (tx) => {
      const { apply, approve, readStatus } = await openMailbox(tx);
      const jane = await apply("Jane");
      const again = await apply("JOSÉ", {}, "O’Neil-Doe");
      const jose = await apply("Jose", {}, "O'Neil Doe");
      await approve(jose);
      expect(await Promise.all([jane, again, jose].map(readStatus))).toEqual([
        "pending",
        "rejected",
        "approved",
      ]);
    });
  });

  test.for([true, false])(
    "threat 71: a link opens the account, never the other's password, required or not: %s",
    async (requiresActivation) => {
      await withRollback(async (tx) => {
        const { address, apply, approve, readPeople, readMail } = await openMailbox(tx);
        const john = await apply("John");
        await apply("Jane");
        await approve(john, {}, requiresActivation);
        expect(await readPeople()).toEqual([
          { name: "John Doe", email: address, contact: null, isOpen: false },
        ]);
        const [mail] = await readMail("Volunteer Application Approved");
        expect(mail).toMatchObject({
          toName: "John Doe",
          data: { activationLinkId: expect.any(String) as string, sharedMailbox: "own" },
        });
        // Jane's password is that of the login, which therefore isn't John's.
        const accounts = await tx`select 1 from public.volunteer_accounts where email = ${address}`;
        expect(accounts).toHaveLength(0);
      });
    },
  );

  test("threat 71: the last one's password doesn't open an earlier application whose namesakes are gone", async () => {
    await withRollback(async (tx) => {
      const { apply, approve, readMail, address } = await openMailbox(tx);
      const john = await apply("John");
      const jane = await apply("Jane");
      await tx`delete from public.volunteer_applications where id = ${jane}`;
      await approve(john);
      const [mail] = await readMail("Volunteer Application Approved");
      expect(mail?.data["activationLinkId"]).toEqual(expect.any(String));
      expect(
        await tx`select 1 from public.volunteer_accounts where email = ${address}`,
      ).toHaveLength(0);
    });
  });

  test("someone alone at a mailbox logs in with the password from the application", async () => {
    await withRollback(async (tx) => {
      const { address, apply, approve, readPeople, readMail } = await openMailbox(tx);
      await approve(await apply("Jane"));
      expect(await readPeople()).toEqual([
        { name: "Jane Doe", email: address, contact: null, isOpen: true },
      ]);
      const [mail] = await readMail("Volunteer Application Approved");
      expect(mail?.data).not.toHaveProperty("sharedMailbox");
    });
  });

  test("the second is refused until someone says who they are, and gets a contact address without a login", async () => {
    await withRollback(async (tx) => {
      const { address, apply, approve, refusal, readPeople, readMail, readStatus } =
        await openMailbox(tx);
      await approve(await apply("Jane"));
      const john = await apply("John");
      expect(await refusal(john)).toBe(
        "Jane Doe already has this email address. Choose whether John Doe is the same person, shares the mailbox, or has another address.",
      );
      expect(await readStatus(john)).toBe("pending");
      await approve(john, { as: "contact" });
      expect(await readPeople()).toEqual([
        { name: "Jane Doe", email: address, contact: null, isOpen: true },
        { name: "John Doe", email: null, contact: address, isOpen: false },
      ]);
      expect(await readMail("Volunteer Approved Without Login")).toMatchObject([
        { toName: "John Doe", data: { sharedMailbox: "contact" } },
      ]);
      const [application] = await tx<[{ userId: string | null; name: string }]>`
        select user_id as "userId", person.name from public.volunteer_applications as application
        join public.volunteers as person on person.id = application.person_id where application.id = ${john}`;
      expect(application).toEqual({ userId: null, name: "John Doe" });
      // Applying again doesn't add a second John.
      await approve(await apply("John"), { as: "contact" });
      expect(await readPeople()).toHaveLength(2);
    });
  });

  test("the second can have another address, which nobody else has", async () => {
    await withRollback(async (tx) => {
      const { address, apply, approve, refusal, readPeople } = await openMailbox(tx);
      await approve(await apply("Jane"));
      const john = await apply("John");
      expect(await refusal(john, { as: "other" })).toBe("Enter their own email address.");
      expect(await refusal(john, { as: "other", email: address.toUpperCase() })).toMatch(
        /^Someone else has already logged in or applied with this email address/,
      );
      await approve(john, { as: "other", email: `john-${address}` });
      expect(await readPeople()).toHaveLength(1);
      const [row] = await tx`
        select person.name, mail.data ->> 'activationLinkId' is not null as "hasLink"
        from public.volunteers as person join public.email_outbox as mail on mail.to_email = person.email
        where person.email = ${`john-${address}`}`;
      expect(row).toEqual({ name: "John Doe", hasLink: true });
    });
  });

  test("the same person under another name stays one volunteer, with their login", async () => {
    await withRollback(async (tx) => {
      const { apply, approve, readPeople } = await openMailbox(tx);
      await approve(await apply("Robert"));
      await approve(await apply("Bob"), { as: "known" });
      expect(await readPeople()).toMatchObject([{ name: "Robert Doe", isOpen: true }]);
    });
  });

  test("a new address or an erasure of one leaves the other's applications, emails and address", async () => {
    await withRollback(async (tx) => {
      const { address, apply, approve } = await openMailbox(tx);
      await approve(await apply("Jane"));
      await approve(await apply("John"), { as: "contact" });
      const [jane] = await tx<[{ id: string }]>`
        select id from public.volunteers where email = ${address}`;
      const [erased] = await tx<[{ count: number; mailboxes: string[] }]>`
        select jsonb_array_length(person -> 'applications') as count, person -> 'mailboxes' as mailboxes
        from private.person_of(jsonb_build_array(jsonb_build_object('kind', 'volunteer', 'id', ${jane.id}::text))) as person`;
      expect(erased).toEqual({ count: 1, mailboxes: [] });
      await tx`select private.move_volunteer_email(${jane.id}, ${`new-${address}`})`;
      const left = await tx`
        select first_name as name from public.volunteer_applications where email = ${address}
        union all select to_name from public.email_outbox
        where to_email = ${address} and status = 'queued' and template_name like 'Volunteer Approved%'
        union all select name from public.volunteers where contact_email = ${address}`;
      expect(left.map(({ name }) => name as string).sort()).toEqual([
        "John",
        "John Doe",
        "John Doe",
      ]);
    });
  });

  test("a merge and its undo keep a contact address until there is a better one", async () => {
    await withRollback(async (tx) => {
      const { admin, merge, undo } = await setUpMerges(tx, "volunteer");
      const { address, apply, approve, readPeople } = await openMailbox(tx, admin);
      await approve(await apply("Jane"));
      await approve(await apply("John"), { as: "contact" });
      const [john] = await tx<[{ id: string }]>`
        select id from public.volunteers where contact_email = ${address}`;
      const [own] = await tx<[{ id: string }]>`
        insert into public.volunteers (name, email) values ('John Doe', ${`john-${address}`}) returning id`;
      const mergeId = await merge(john, own);
      expect(await readPeople()).toHaveLength(1);
      await undo(mergeId);
      expect(await readPeople()).toMatchObject([
        { name: "Jane Doe" },
        { name: "John Doe", contact: address },
      ]);
    });
  });

  test("adding someone needs a contact address if another volunteer has the address", async () => {
    await withRollback(async (tx) => {
      const { address, coordinator, apply, approve, readPeople } = await openMailbox(tx);
      await approve(await apply("Jane"));
      const add = (details: Choices) =>
        tx.savepoint(() =>
          runAs(
            tx,
            coordinator,
            (asAdmin) => asAdmin`
            select private.add_volunteer(${asAdmin.json({ first_name: "John", last_name: "Doe", availability: "flexible", ...details })}, false)`,
          ),
        );
      await expect(add({ email: address })).rejects.toMatchObject({
        hint: "Another volunteer already has this email address. If they share a mailbox, enter it as the contact email.",
      });
      await add({ contact_email: address });
      expect(await readPeople()).toMatchObject([
        { name: "Jane Doe" },
        { name: "John Doe", contact: address },
      ]);
      await expect(add({ contact_email: address })).rejects.toMatchObject({
        hint: "A volunteer with this name already has this contact email.",
      });
    });
  });

  test("an import asks about other names at a known mailbox, and gives the second of a file a contact address", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const { address, apply, approve, readPeople } = await openMailbox(tx, importer.admin);
      await approve(await apply("Jane"));
      const row = (firstName: string, email: string) => ({
        fields: { firstName, lastName: "Doe", email, phone: "(817) 555-0100", hours: "0" },
      });
      const file = [
        row("jane", address),
        row("John", address),
        row("Ann", `a-${address}`),
        row("Abe", `a-${address}`),
      ];
      const id = await importer.stage(file, { kind: "volunteers" });
      expect(await importer.check(id)).toMatchObject({
        ready: 2,
        duplicate: 1,
        lookalike: 1,
        problem: 0,
      });
      await importer.store(id, false, false);
      expect(await readPeople()).toMatchObject([
        { name: "Jane Doe", email: address },
        { name: "John Doe", contact: address },
      ]);
      const others = await tx`
        select name, email, contact_email as contact from public.volunteers
        where ${`a-${address}`} in (email, contact_email) order by name`;
      expect(others).toEqual([
        { name: "Abe Doe", email: null, contact: `a-${address}` },
        { name: "Ann Doe", email: `a-${address}`, contact: null },
      ]);
      // The same file again adds nobody.
      const again = await importer.stage(file, { kind: "volunteers" });
      expect(await importer.check(again)).toMatchObject({ ready: 0, duplicate: 4, lookalike: 0 });
    });
  });
});

describe("coming back", () => {
  test("an application offers what is new, takes over only what was chosen, and says who disabled the login", async () => {
    await withRollback(async (tx) => {
      const { coordinator, apply, approve, match } = await openMailbox(tx);
      await approve(
        await apply("Jane", { phone: "(817) 555-0100", zip_code: "76102", city: "Fort Worth" }),
      );
      const again = await apply("jane", {
        phone: "817-555-0100",
        zip_code: "75201",
        city: "Dallas",
        state: "Unknown",
        availability: "flexible",
      });
      expect(await match(again)).toMatchObject({
        isNamed: true,
        isDisabled: false,
        disabledBy: null,
        newDetails: [
          { field: "zipCode", former: "76102", given: "75201" },
          { field: "city", former: "Fort Worth", given: "Dallas" },
          { field: "availability", former: "weekends", given: "flexible" },
        ],
      });
      const person = (await match(again))!["id"] as string;
      await runAs(
        tx,
        coordinator,
        (asAdmin) => asAdmin`
        select private.set_volunteer_active(account_id, false) from public.volunteers where id = ${person}`,
      );
      expect(await match(again)).toMatchObject({
        isDisabled: true,
        disabledBy: `admin-${coordinator.id.slice(0, 8)}`,
      });
      await approve(again, { takesOver: ["zipCode", "city"] });
      const [row] = await tx`
        select phone, zip_code, city, availability, is_active from public.volunteers where id = ${person}`;
      expect(row).toEqual({
        phone: "(817) 555-0100",
        zip_code: "75201",
        city: "Dallas",
        availability: "weekends",
        is_active: true,
      });
    });
  });
});

test("an application keeps the event that it's for, which the first login offers", async () => {
  await withRollback(async (tx) => {
    const { address, apply, approve } = await openMailbox(tx);
    const [event] = await tx<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, address)
      values ('Food Drive', private.today() + 300, '09:00', '12:00', '1 Main St, Waco, TX 76701') returning id`;
    await approve(await apply("Jane", { wanted_event_id: event.id }));
    const [account] = await tx<[{ id: string }]>`
      select id from public.volunteer_accounts where email = ${address}`;
    const jane = await addSession(tx, { role: "authenticated", id: account.id, sessionId: "" });
    const readWanted = async () => {
      const [row] = await runAs(
        tx,
        jane,
        (asJane) => asJane<[{ events: OwnEvent[] }]>`
        select private.own_events() as events`,
      );
      return row.events.filter(({ isWanted }) => isWanted).map(({ id }) => id);
    };
    expect(await readWanted()).toEqual([event.id]);
    await tx`delete from public.events where id = ${event.id}`;
    expect(await readWanted()).toEqual([]);
    // An event that is gone keeps nobody from applying.
    expect(await apply("Jim", { wanted_event_id: event.id })).toEqual(expect.any(String));
  });
});
