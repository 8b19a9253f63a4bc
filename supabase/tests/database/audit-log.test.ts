import { describe, expect, test } from "vitest";
import { AUDITED_TABLES } from "../../functions/_shared/contracts/choices.ts";
import {
  addAdmin,
  addLogin,
  addVolunteer,
  as,
  refusal,
  rolledBack,
  server,
  sql,
  type Person,
  type Transaction,
} from "./connection.ts";

interface Entry {
  id: string;
  actorId: string | null;
  actorName: string;
  action: string;
  tableName: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function newest(tx: Transaction): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select coalesce(max(id), 0) as id from public.audit_log`;
  return row?.id ?? "0";
}

async function recorded(tx: Transaction, work: () => Promise<unknown>): Promise<Entry[]> {
  const since = await newest(tx);
  await work();
  return tx<Entry[]>`
    select id, actor_id as "actorId", actor_name as "actorName", action, table_name as "tableName", before, after
    from public.audit_log where id > ${since} order by id`;
}

const write = (tx: Transaction, person: Person, statement: string) =>
  as(tx, person, (point) => point.unsafe(statement));

/** One write per table as an administrator: an insert or, for single-row tables, an update. */
const writes: Record<string, string> = {
  contact_info: "update public.contact_info set phone = '(817) 555-0199'",
  hero_section: "update public.hero_section set headline = 'Another headline'",
  impact_stats: "update public.impact_stats set packages_delivered = packages_delivered + 1",
  settings: "update public.settings set x_url = 'https://x.example.org/other'",
  legal_content:
    "update public.legal_content set content = '<p>New</p>' where key = 'terms_policy'",
  care_package_goals: "update public.care_package_goals set monthly_goal = 777 where is_active",
  section_content: "insert into public.section_content (section, header) values ('audit', 'H')",
  about_items: "insert into public.about_items (title, description) values ('T', 'D')",
  children_letters: "insert into public.children_letters (text, writer) values ('T', 'Ava, 7')",
  blog_posts: "insert into public.blog_posts (title, content) values ('T', 'C')",
  testimonials:
    "insert into public.testimonials (name, title, content, is_active) values ('N', 'T', 'C', true)",
  financial_reports:
    "insert into public.financial_reports (description, filename, file_url) values ('D', 'f.pdf', '/reports/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.pdf')",
  locations: "insert into public.locations (name, address) values ('N', 'A')",
  package_deliveries: `insert into public.package_deliveries (delivered_on, military_branch, program, city, state, packages)
    values (current_date, 'Army', 'Veterans', 'Waco', 'TX', 3)`,
  email_templates:
    "insert into public.email_templates (name, subject, html_content) values ('Audit', 'S', '<p>Hello</p>')",
  events: `insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', current_date, '10:00', '11:00', 'A')`,
  volunteer_accounts:
    "update public.volunteer_accounts set is_active = false where email = 'hannah.weiss@example.org'",
  volunteers:
    "update public.volunteers set is_active = false where email = 'hannah.weiss@example.org'",
  volunteer_highlights: `update public.volunteer_highlights set is_published = not is_published
    where title = 'First evening'`,
};

/** Columns that people may ask us to erase: names, addresses and what they wrote. */
const erasable: Record<string, string[]> = {
  volunteer_applications:
    "first_name last_name email phone zip_code city state interests review_notes".split(" "),
  volunteer_accounts: ["first_name", "last_name", "email"],
  volunteers: ["name", "email", "phone", "zip_code", "city", "state"],
  volunteer_highlights: ["title", "message", "image_alt"],
  testimonials: ["name", "title", "content", "image_alt"],
  email_outbox: ["to_name", "to_email", "data", "subject", "last_error"],
  locations: ["contact_person_name", "address", "zip_code", "description"],
  package_deliveries: ["notes"],
  children_letters: ["text", "writer"],
};
/** The organization's own content and figures, choices from a list, and names of files. */
const kept = new Set(
  `about_items: title description;
  blog_posts: title content image_url image_alt slug search_title search_description tags saved_by;
  contact_info: organization_name tax_id address phone email; email_outbox: template_name tested status dedupe_key;
  email_templates: name subject html_content description; events: event_type address cancellation_reason note;
  financial_reports: description filename file_url preview_url cover_url cover_alt; hero_section: headline core_message image_url image_alt;
  legal_content: key content; locations: military_branch name city state;
  package_deliveries: military_branch program city state region; refund_requests: reason; section_content: section header content image_url image_alt;
  settings: time_zone gift_levels package_costs spending employer_match_url facebook_url instagram_url x_url youtube_url; testimonials: image_url;
  users: username user_type; volunteer_applications: availability status; volunteer_event_registrations: attendance;
  volunteer_highlights: image_url; volunteer_shifts: title description location status; volunteers: availability`
    .split(";")
    .map((entry) => entry.trim().split(/:?\s+/))
    .flatMap(([table, ...columns]) => columns.map((column) => `${table}.${column}`)),
);
const canaries: Record<string, string> = {
  email: "'canary@example.org'",
  to_email: "'canary@example.org'",
  writer: "'Canary, 7'",
  data: `'{"name": "Canary"}'`,
};
const neededBeside: Record<string, (person: string) => Record<string, string>> = {
  volunteer_applications: () => ({ availability: "'flexible'" }),
  volunteer_accounts: (person) => ({ id: `'${person}'` }),
  volunteer_highlights: () => ({
    volunteer_id: "(select id from public.volunteer_accounts limit 1)",
  }),
  email_outbox: () => ({ template_name: "'T'" }),
  locations: () => ({ name: "'Warehouse'" }),
  package_deliveries: () => ({
    delivered_on: "current_date",
    military_branch: "'Army'",
    program: "'Veterans'",
    city: "'Waco'",
    state: "'TX'",
    packages: "3",
  }),
};

describe("threat 41: the audit log covers every administrator write", () => {
  test.for(Object.entries(writes))(
    "one write to %s makes one entry",
    async ([table, statement]) => {
      await rolledBack(async (tx) => {
        const admin = await addAdmin(tx);
        const entries = await recorded(tx, () => write(tx, admin, statement));
        expect(entries).toHaveLength(1);
        expect(entries[0]).toMatchObject({
          actorId: admin.id,
          actorName: `admin-${admin.id.slice(0, 8)}`,
          action: statement.slice(0, 6),
          tableName: table,
        });
      });
    },
  );

  test("audits every table an administrator may write", async () => {
    const without = await sql<{ name: string }[]>`
      select distinct relname as name
      from pg_class, unnest(array['insert', 'update', 'delete']) as privilege
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and case privilege
          when 'delete' then has_table_privilege('authenticated', oid, 'delete')
          else has_any_column_privilege('authenticated', oid, privilege)
        end
        and not exists (select 1 from pg_trigger where tgrelid = pg_class.oid and tgname = 'write_audit')`;
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test("the back office can filter by every audited table", async () => {
    const tables = await sql<{ name: string }[]>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'write_audit'`;
    const names = new Set(tables.map(({ name }) => name.replace("public.", "")));
    // Second factors live in Auth, outside the project's triggers.
    expect(names.add("second_factors")).toEqual(new Set(AUDITED_TABLES));
  });

  test("keeps the row before and after, with one entry per changed row", async () => {
    await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      await tx`delete from public.about_items`;
      await write(
        tx,
        admin,
        "insert into public.about_items (title, description) values ('A', 'D'), ('B', 'D'), ('C', 'D')",
      );
      const changed = await recorded(tx, () =>
        write(tx, admin, "update public.about_items set description = 'E'"),
      );
      expect(changed).toHaveLength(3);
      expect(changed[0]?.before?.["description"]).toBe("D");
      expect(changed[0]?.after?.["description"]).toBe("E");
      const removed = await recorded(tx, () => write(tx, admin, "delete from public.about_items"));
      expect(removed.map(({ action, after }) => [action, after])).toEqual(
        Array.from({ length: 3 }, () => ["delete", null]),
      );
    });
  });

  test("a rolled-back write doesn't leave an entry", async () => {
    await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      const entries = await recorded(tx, () =>
        tx
          .savepoint(async (point) => {
            await write(point, admin, writes["about_items"] ?? "");
            throw new Error("changed their mind");
          })
          .catch(() => undefined),
      );
      expect(entries).toEqual([]);
    });
  });

  test("leaves out counters and logins", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const entries = await recorded(tx, async () => {
        await write(tx, server, `select private.record_volunteer_login('${volunteer.id}')`);
        await tx`update public.events set registered_volunteers = registered_volunteers`;
      });
      expect(entries).toEqual([]);
    });
  });

  test("threat 48: for erasable columns, records only that they had a value", async () => {
    await rolledBack(async (tx) => {
      const since = await newest(tx);
      const person = await addLogin(tx);
      await tx`select set_config('request.jwt.claim.sub', ${person.id}, true)`;
      for (const [table, columns] of Object.entries(erasable)) {
        const values = columns.map((column) => canaries[column] ?? "'Canary'");
        const others = neededBeside[table]?.(person.id) ?? {};
        await tx.unsafe(
          `insert into public.${table} (${[...columns, ...Object.keys(others)].join(", ")})
           values (${[...values, ...Object.values(others)].join(", ")})`,
        );
        const [first = ""] = columns;
        await tx.unsafe(
          `update public.${table} set ${first} = 'changed.' || ${first} where ${first} = ${values[0]}`,
        );
        await tx.unsafe(`delete from public.${table} where ${first} = 'changed.' || ${values[0]}`);
      }
      const dump = await tx<{ table: string; entry: string; erased: string[] }[]>`
        select table_name as table, to_jsonb(audit_log)::text as entry, (
          select array_agg(key order by key) from jsonb_each_text(coalesce(after, before)) where value = 'erased'
        ) as erased
        from public.audit_log where id > ${since}`;
      for (const [table, columns] of Object.entries(erasable)) {
        const entries = dump.filter((entry) => entry.table === table);
        expect(entries.length, table).toBeGreaterThanOrEqual(table === "email_outbox" ? 1 : 3);
        for (const { erased } of entries) expect(erased, table).toEqual(columns.toSorted());
      }
      expect(dump.filter(({ entry }) => /canary/i.test(entry))).toEqual([]);
    });
  });

  test("threat 48: every column of an audited table is declared as kept or erasable", async () => {
    const columns = await sql<{ table: string; column: string }[]>`
      select relname as table, attname as column
      from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_attribute on attrelid = tgrelid
      where tgname = 'write_audit' and attnum > 0 and not attisdropped
        and atttypid in ('text'::regtype, 'jsonb'::regtype) and attname <> 'search_text'`;
    const undecided = columns
      .filter(({ table, column }) => !erasable[table]?.includes(column))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !kept.has(name));
    expect(undecided).toEqual([]);
  });

  test("administrators can read it, and no one can update or delete it, not even its owner", async () => {
    await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      const read = await as(tx, admin, (point) => point`select 1 from public.audit_log limit 1`);
      expect(read).toHaveLength(1);
      for (const person of [admin, server]) {
        for (const statement of [
          "update public.audit_log set actor_name = 'nobody'",
          "delete from public.audit_log",
          "truncate public.audit_log",
          "insert into public.audit_log (actor_name, action, table_name, row_id) values ('x', 'insert', 't', 'r')",
        ]) {
          expect(await refusal(write(tx, person, statement)), statement).toBe("42501");
        }
      }
      for (const statement of [
        "update public.audit_log set actor_name = 'nobody'",
        "delete from public.audit_log",
        "truncate public.audit_log",
      ]) {
        const code = await refusal(tx.savepoint((point) => point.unsafe(statement)));
        expect(code, statement).toBe("CP012");
      }
    });
  });
});
