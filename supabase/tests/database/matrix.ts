import type { Transaction } from "./connection.ts";
import type { Reach, TableRights } from "./measure.ts";
import type { People } from "./people.ts";

/** The permission matrix. Each table of the schema needs an entry. */

const nobody: Reach = {};
const adminOnly = (tags: string): Reach => ({ admin: tags });
const everyoneReads = (shownTags: string, adminTags = shownTags): Reach => ({
  everybody: shownTags,
  admin: adminTags,
});

/** Inserts a row and returns the condition that finds it again. */
async function add(tx: Transaction, insert: string, key = "id"): Promise<string> {
  const [row] = await tx.unsafe<Record<string, string>[]>(
    `${insert} returning ${key}::text as key`,
  );
  return `${key}::text = '${row?.["key"]}'`;
}

async function addShownAndHidden(
  tx: Transaction,
  insert: (isShown: boolean) => string,
): Promise<Record<string, string>> {
  return { shown: await add(tx, insert(true)), hidden: await add(tx, insert(false)) };
}

const aPost = (isShown: boolean, from = "null") =>
  `insert into public.blog_posts (title, content, is_published, published_at)
   values ('T', 'C', ${isShown}, ${from})`;

const donation = (intent: string) =>
  `insert into public.donations (first_name, last_name, email, amount, stripe_payment_intent_id)
   values ('Ann', 'Lee', 'ann.lee@example.org', 50, '${intent}')`;

const event = (address: string) =>
  `insert into public.events (event_type, date, start_time, end_time, address)
   values ('Food Drive', private.today() + 30, '10:00', '12:00', '${address}')`;

const shiftOf = (address: string) =>
  `insert into public.volunteer_shifts (event_id, title, max_volunteers)
   select id, 'Packing', 50 from public.events where address = '${address}'`;

/** A fixed id, because volunteers can't look it up. */
const knownShift = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c44";

const adminReadsTotals = (table: string, values: string): TableRights => ({
  table: `public.${table}`,
  column: "total_amount",
  rows: async (tx) => {
    const [columns, literals] = values.split(" = ");
    await tx.unsafe(`insert into public.${table} ${columns} values ${literals}
      on conflict do nothing`);
    return { total: "total_amount is not null" };
  },
  inserts: () => {
    const [columns, literals] = values.split(" = ");
    return { more: `insert into public.${table} ${columns} values ${literals}` };
  },
  rights: { select: adminOnly("total") },
});

const oneRow = (table: string, columns: string, values: string, update: string): TableRights => ({
  table: `public.${table}`,
  column: columns,
  rows: async (tx) => {
    await tx.unsafe(`
      delete from public.${table};
      insert into public.${table} (${columns}) values (${values})`);
    return { only: "true" };
  },
  inserts: () => ({ another: `insert into public.${table} (${columns}) values (${values})` }),
  update,
  rights: {
    select: everyoneReads("only"),
    insert: adminOnly("another"),
    update: adminOnly("only"),
  },
});

const shownAndHidden = (
  table: string,
  columns: string,
  flag: string,
  values: string,
  update: string,
): TableRights => {
  const insert = (isShown: boolean) =>
    `insert into public.${table} (${columns}, ${flag}) values (${values}, ${isShown})`;
  return {
    table: `public.${table}`,
    rows: (tx) => addShownAndHidden(tx, insert),
    inserts: () => ({ more: insert(true) }),
    update,
    rights: {
      select: everyoneReads("shown", "shown hidden"),
      insert: adminOnly("more"),
      update: adminOnly("shown hidden"),
      delete: adminOnly("shown hidden"),
    },
  };
};

const adminTable = (
  table: string,
  columns: string,
  values: string,
  update: string,
): TableRights => {
  const insert = `insert into public.${table} (${columns}) values (${values})`;
  return {
    table: `public.${table}`,
    rows: async (tx) => ({ one: await add(tx, insert) }),
    inserts: () => ({ more: insert }),
    update,
    rights: {
      select: adminOnly("one"),
      insert: adminOnly("more"),
      update: adminOnly("one"),
      delete: adminOnly("one"),
    },
  };
};

const withRights = (table: TableRights, rights: TableRights["rights"]): TableRights => ({
  ...table,
  rights: { ...table.rights, ...rights },
});

const ownRows = (rowsOf: (person: string) => string, column = "id") => {
  return async (tx: Transaction, people: People) => ({
    own: await add(tx, rowsOf(people.owner.id), column),
    foreign: await add(tx, rowsOf(people.stranger.id), column),
  });
};

export const matrix: readonly TableRights[] = [
  oneRow(
    "contact_info",
    "organization_name, tax_id, address, phone, email",
    "'Org', '00-1', 'Street', '555', 'org@example.org'",
    "phone = '556'",
  ),
  oneRow("hero_section", "headline, core_message", "'Hello', 'World'", "headline = 'Hi'"),
  oneRow("impact_stats", "packages_delivered", "7", "packages_delivered = 8"),
  {
    table: "public.settings",
    column: "time_zone",
    rows: () => Promise.resolve({ only: "time_zone is not null" }),
    inserts: () => ({ another: "insert into public.settings (time_zone) values ('UTC')" }),
    update: "x_url = null",
    rights: { select: everyoneReads("only"), update: adminOnly("only") },
  },
  {
    table: "public.legal_content",
    column: "key",
    rows: async (tx) => {
      await tx`delete from public.legal_content`;
      return {
        only: await add(
          tx,
          "insert into public.legal_content (key, content) values ('privacy_policy', '')",
          "key",
        ),
      };
    },
    inserts: () => ({
      another: "insert into public.legal_content (key, content) values ('terms_policy', '')",
    }),
    update: "content = 'new'",
    rights: {
      select: everyoneReads("only"),
      insert: adminOnly("another"),
      update: adminOnly("only"),
    },
  },
  {
    table: "public.section_content",
    column: "section",
    rows: async (tx) => ({
      only: await add(
        tx,
        "insert into public.section_content (section, header) values ('matrix', 'H')",
        "section",
      ),
    }),
    inserts: () => ({
      another: "insert into public.section_content (section, header) values ('more', 'H')",
    }),
    update: "header = 'New'",
    rights: {
      select: everyoneReads("only"),
      insert: adminOnly("another"),
      update: adminOnly("only"),
      delete: adminOnly("only"),
    },
  },
  {
    table: "public.about_header",
    rows: async (tx) => {
      await tx`delete from public.section_content where section = 'about'`;
      return {
        only: await add(
          tx,
          "insert into public.section_content (section, header) values ('about', 'H')",
        ),
      };
    },
    inserts: () => ({
      another: "insert into public.about_header (section, header) values ('more', 'H')",
    }),
    // Column grants, not row policies, limit it to the role that the functions use for administrators.
    rights: {
      select: {
        admin: "only",
        expiredAdmin: "only",
        loggedOutAdmin: "only",
        unconfirmedAdmin: "only",
        mailedAdmin: "only",
      },
    },
  },
  {
    table: "public.care_package_goals",
    column: "monthly_goal",
    rows: async (tx) => {
      await tx.unsafe(`
        delete from public.care_package_goals;
        insert into public.care_package_goals (monthly_goal, is_active) values (9, true), (7, false)`);
      return { shown: "monthly_goal = 9", hidden: "monthly_goal = 7" };
    },
    inserts: () => ({
      more: "insert into public.care_package_goals (monthly_goal, is_active) values (8, false)",
    }),
    update: "monthly_goal = 10",
    rights: {
      select: everyoneReads("shown", "shown hidden"),
      insert: adminOnly("more"),
      update: adminOnly("shown hidden"),
      delete: adminOnly("shown hidden"),
    },
  },
  shownAndHidden("about_items", "title, description", "is_active", "'T', 'D'", "title = 'U'"),
  shownAndHidden("children_letters", "text, writer", "is_active", "'T', 'Ava, 7'", "text = 'U'"),
  {
    ...shownAndHidden("blog_posts", "title, content", "is_published", "'T', 'C'", "title = 'U'"),
    rows: async (tx) => ({
      ...(await addShownAndHidden(tx, aPost)),
      coming: await add(tx, aPost(true, "now() + interval '1 second'")),
    }),
    rights: {
      select: everyoneReads("shown", "shown hidden coming"),
      insert: adminOnly("more"),
      update: adminOnly("shown hidden coming"),
      delete: adminOnly("shown hidden coming"),
    },
  },
  {
    table: "public.blog_post_versions",
    rows: async (tx) => {
      const post = await add(tx, aPost(true));
      await tx.unsafe(`update public.blog_posts set title = 'U' where ${post}`);
      const [earlier] = await tx.unsafe<{ id: string }[]>(
        `select id from public.blog_post_versions where ${post.replace("id", "post_id")}`,
      );
      return { earlier: `id = '${earlier?.id}'` };
    },
    inserts: () => ({
      more: `insert into public.blog_post_versions
        (post_id, version, title, content, is_published, tags, saved_by, saved_at)
        select id, 99, 'T', 'C', true, '[]', 'X', now() from public.blog_posts limit 1`,
    }),
    rights: { select: adminOnly("earlier") },
  },
  withRights(
    shownAndHidden(
      "events",
      "event_type, date, start_time, end_time, address",
      "is_active",
      "'Fundraiser', private.today() + 9, '10:00', '11:00', 'Hall'",
      "address = 'Barn'",
    ),
    { select: { visitor: "shown", owner: "shown", other: "shown", admin: "shown hidden" } },
  ),
  shownAndHidden(
    "financial_reports",
    "description, filename, file_url",
    "published",
    "'D', 'f.pdf', '/reports/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.pdf'",
    "description = 'E'",
  ),
  shownAndHidden(
    "testimonials",
    "name, title, content",
    "is_active",
    "'N', 'T', 'C'",
    "title = 'U'",
  ),
  {
    ...shownAndHidden("locations", "name, address", "is_active", "'N', 'A'", "name = 'M'"),
    column: "name, military_branch, city, state",
    rows: async (tx) => ({
      ...(await addShownAndHidden(
        tx,
        (isShown) =>
          `insert into public.locations (name, address, is_active) values ('N', 'A', ${isShown})`,
      )),
      military: await add(
        tx,
        "insert into public.locations (name, address, state) values ('N', 'A', 'AE')",
      ),
    }),
    rights: {
      select: { visitor: "shown", admin: "shown hidden military" },
      insert: adminOnly("more"),
      update: adminOnly("shown hidden military"),
      delete: adminOnly("shown hidden military"),
    },
  },
  adminTable(
    "package_deliveries",
    "delivered_on, military_branch, program, city, state, packages",
    "current_date, 'Army', 'Veterans', 'Waco', 'TX', 3",
    "packages = 4",
  ),
  {
    table: "public.volunteer_highlights",
    rows: async (tx, { owner, stranger }) => {
      const insert = (person: string, isShown: boolean) =>
        `insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
         values ('${person}', 'T', 'M', ${isShown})`;
      return {
        own: await add(tx, insert(owner.id, false)),
        shown: await add(tx, insert(stranger.id, true)),
        foreign: await add(tx, insert(stranger.id, false)),
      };
    },
    inserts: (self, stranger) => ({
      self: `insert into public.volunteer_highlights (volunteer_id, title, message)
        values ('${self}', 'T', 'M')`,
      foreign: `insert into public.volunteer_highlights (volunteer_id, title, message)
        values ('${stranger}', 'T', 'M')`,
    }),
    update: "title = 'U'",
    rights: {
      select: { visitor: "shown", owner: "own", admin: "own shown foreign" },
      insert: { owner: "self", other: "self", admin: "self foreign" },
      update: { owner: "own", admin: "own shown foreign" },
      delete: { owner: "own", admin: "own shown foreign" },
    },
  },
  {
    table: "public.volunteer_shifts",
    rows: async (tx) => {
      await tx.unsafe(`${event("matrix shift")}; ${event("matrix shift two")}`);
      return { one: await add(tx, shiftOf("matrix shift")) };
    },
    inserts: () => ({ more: shiftOf("matrix shift two") }),
    update: "title = 'U'",
    rights: {
      select: adminOnly("one"),
      insert: adminOnly("more"),
      update: adminOnly("one"),
      delete: adminOnly("one"),
    },
  },
  {
    table: "public.volunteer_event_registrations",
    rows: async (tx, people) => {
      await tx.unsafe(`${event("matrix one")}; ${event("matrix two")}`);
      return ownRows(
        (person) => `insert into public.volunteer_event_registrations (volunteer_id, event_id)
          select '${person}', id from public.events where address = 'matrix one'`,
      )(tx, people);
    },
    inserts: (self, stranger) => ({
      self: `insert into public.volunteer_event_registrations (volunteer_id, event_id)
        select '${self}', id from public.events where address = 'matrix two'`,
      foreign: `insert into public.volunteer_event_registrations (volunteer_id, event_id)
        select '${stranger}', id from public.events where address = 'matrix two'`,
    }),
    update: "attendance = 'absent'",
    rights: {
      select: { owner: "own", admin: "own foreign" },
      insert: { owner: "self", other: "self", admin: "self foreign" },
      update: adminOnly("own foreign"),
      delete: { owner: "own", admin: "own foreign" },
    },
  },
  {
    table: "public.shift_waitlist",
    rows: async (tx, people) => {
      await tx.unsafe(`${event("matrix three")}; ${event("matrix four")}`);
      await tx.unsafe(`${shiftOf("matrix three")}; ${shiftOf("matrix four")};
        update public.volunteer_shifts set id = '${knownShift}' where location = 'matrix four'`);
      return ownRows(
        (person) => `insert into public.shift_waitlist (shift_id, volunteer_id)
          select id, '${person}' from public.volunteer_shifts where location = 'matrix three'`,
      )(tx, people);
    },
    inserts: (self, stranger) => ({
      self: `insert into public.shift_waitlist (shift_id, volunteer_id)
        values ('${knownShift}', '${self}')`,
      foreign: `insert into public.shift_waitlist (shift_id, volunteer_id)
        values ('${knownShift}', '${stranger}')`,
    }),
    rights: {
      select: { owner: "own", admin: "own foreign" },
      insert: { owner: "self", other: "self", admin: "self foreign" },
      delete: { owner: "own", admin: "own foreign" },
    },
  },
  {
    table: "public.volunteer_applications",
    rows: async (tx, { owner, applicant, stranger }) => {
      const insert = (person: string) =>
        `insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
         values ('${person}', 'A', 'B', '${person}@example.org', 'flexible')`;
      return {
        own: await add(tx, insert(owner.id)),
        applied: await add(tx, insert(applicant.id)),
        foreign: await add(tx, insert(stranger.id)),
      };
    },
    inserts: (self) => ({
      self: `insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
        values ('${self}', 'A', 'B', 'new@example.org', 'flexible')`,
    }),
    update: "status = 'approved', reviewed_at = now()",
    rights: { select: adminOnly("own applied foreign") },
  },
  {
    table: "public.volunteer_accounts",
    rows: (_tx, { owner, disabled, stranger }) =>
      Promise.resolve({
        own: `id = '${owner.id}'`,
        disabled: `id = '${disabled.id}'`,
        foreign: `id = '${stranger.id}'`,
      }),
    inserts: () => ({
      more: `insert into public.volunteer_accounts (id, email, first_name, last_name)
        values (gen_random_uuid(), 'x@example.org', 'X', 'Y')`,
    }),
    update: "is_active = true",
    rights: {
      select: { owner: "own", admin: "own disabled foreign" },
      update: adminOnly("own disabled foreign"),
    },
  },
  {
    table: "public.volunteers",
    rows: ownRows(
      (person) => `insert into public.volunteers (account_id, name, email)
        values ('${person}', 'V', '${person}@example.org')`,
    ),
    inserts: () => ({
      more: "insert into public.volunteers (name, email) values ('X', 'x@example.org')",
    }),
    update: "is_active = false",
    rights: {
      select: adminOnly("own foreign"),
      update: adminOnly("own foreign"),
    },
  },
  {
    table: "public.users",
    rows: async (tx, { owner, admin }) => {
      await tx`insert into public.users (id, username) values (${owner.id}, 'matrix-owner')`;
      return { own: `id = '${owner.id}'`, foreign: `id = '${admin.id}'` };
    },
    inserts: (self) => ({
      self: `insert into public.users (id, username, user_type) values ('${self}', 'me', 'admin')`,
    }),
    update: "user_type = 'admin'",
    rights: { select: adminOnly("own foreign") },
  },
  {
    table: "public.donations",
    rows: async (tx) => ({ one: await add(tx, donation("pi_matrix")) }),
    inserts: () => ({ more: donation("pi_more") }),
    update: "status = 'completed'",
    rights: { select: adminOnly("one") },
  },
  {
    table: "public.refund_requests",
    column: "amount",
    rows: async (tx) => {
      const donationId = await add(tx, donation("pi_requested"));
      return {
        request: await add(
          tx,
          `insert into public.refund_requests (id, donation_id, amount, requested_by)
           select gen_random_uuid(), id, 1, gen_random_uuid() from public.donations where ${donationId}`,
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.refund_requests (id, donation_id, amount, requested_by)
        select gen_random_uuid(), id, 1, gen_random_uuid() from public.donations limit 1`,
    }),
    rights: { select: adminOnly("request") },
  },
  {
    table: "public.donation_adjustments",
    rows: async (tx) => {
      await tx.unsafe(donation("pi_adjusted"));
      return {
        one: await add(
          tx,
          `insert into public.donation_adjustments (donation_id, kind, amount, status)
           select id, 'refund', 1, 'pending' from public.donations
           where stripe_payment_intent_id = 'pi_adjusted'`,
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (gen_random_uuid(), 'refund', 1, 'succeeded')`,
    }),
    update: "status = 'succeeded'",
    rights: { select: adminOnly("one") },
  },
  {
    table: "public.subscriptions",
    rows: async (tx) => ({
      one: await add(
        tx,
        `insert into public.subscriptions (first_name, last_name, email, amount)
         values ('A', 'B', 'a@example.org', 5)`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.subscriptions (first_name, last_name, email, amount)
        values ('A', 'B', 'a@example.org', 5)`,
    }),
    update: "status = 'active'",
    rights: { select: adminOnly("one") },
  },
  {
    table: "public.receipt_counters",
    column: "year",
    rows: async (tx) => ({
      one: await add(
        tx,
        `insert into public.receipt_counters (year, last_number) values (1999, 1)`,
        "year",
      ),
    }),
    inserts: () => ({
      more: `insert into public.receipt_counters (year, last_number) values (1998, 1)`,
    }),
    update: "last_number = 5",
    rights: { select: adminOnly("one") },
  },
  adminReadsTotals("donation_site_totals", "(is_demo) = (true)"),
  adminReadsTotals("donation_month_totals", "(is_demo, month) = (true, '2001-01-01')"),
  adminReadsTotals("donation_day_totals", "(is_demo, day) = (true, '2001-01-01')"),
  adminReadsTotals(
    "donor_totals",
    "(is_demo, email_key, first_name, last_name, email, total_amount, donation_count, is_recurring, first_donation_at, last_donation_at, last_donation_id) = (true, 'a', 'A', 'B', 'a', 1, 1, false, now(), now(), gen_random_uuid())",
  ),
  {
    ...shownAndHidden(
      "email_templates",
      "name, subject, html_content",
      "is_active",
      "gen_random_uuid(), 'S', '<p>Hello you</p>'",
      "subject = 'T'",
    ),
    rights: {
      select: adminOnly("shown hidden"),
      insert: adminOnly("more"),
      update: adminOnly("shown hidden"),
      delete: adminOnly("shown hidden"),
    },
  },
  {
    table: "public.email_outbox",
    rows: async (tx) => ({
      one: await add(
        tx,
        "insert into public.email_outbox (template_name, to_email) values ('T', 'a@example.org')",
      ),
    }),
    inserts: () => ({
      more: "insert into public.email_outbox (template_name, to_email) values ('T', 'a@example.org')",
    }),
    update: "status = 'queued'",
    rights: { select: adminOnly("one") },
  },
  {
    table: "public.audit_log",
    rows: async (tx) => ({
      one: await add(
        tx,
        `insert into public.audit_log (actor_name, action, table_name, row_id)
         values ('n', 'insert', 't', 'r')`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.audit_log (actor_name, action, table_name, row_id)
        values ('n', 'insert', 't', 'r')`,
    }),
    update: "actor_name = 'nobody'",
    rights: { select: adminOnly("one") },
  },
  {
    table: "public.rate_limits",
    column: "bucket",
    rows: async (tx) => {
      await tx`select * from private.rate_limit_hit('matrix', 'hash', 1, '1 hour')`;
      return { one: "bucket = 'matrix'" };
    },
    inserts: () => ({
      more: `insert into public.rate_limits (bucket, subject_hash, window_ends_at)
        values ('m', 'h', now())`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.idempotency_keys",
    column: "key",
    rows: async (tx) => {
      await tx`select private.claim_idempotency_key('matrix', 'matrix-key', 'hash')`;
      return { one: "key = 'matrix-key'" };
    },
    inserts: () => ({
      more: `insert into public.idempotency_keys (user_id, operation, key, request_hash)
        values (gen_random_uuid(), 'm', 'k', 'h')`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.payment_attempts",
    column: "address_hash",
    rows: async (tx) => {
      await tx`select private.admit_payment_attempt(gen_random_uuid(), 'matrix', 'hash', 1, 1, '1 hour')`;
      return { one: "address_hash = 'matrix'" };
    },
    inserts: () => ({
      more: `insert into public.payment_attempts (attempt_id, address_hash, email_hash)
        values (gen_random_uuid(), 'm', 'h')`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.donor_links",
    rows: async (tx) => ({
      one: await add(
        tx,
        `insert into public.donor_links (email_key, expires_at)
         values ('ann.lee@example.org', now() + interval '1 day')`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.donor_links (email_key, expires_at)
        values ('ann.lee@example.org', now() + interval '1 day')`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.activation_links",
    rows: async (tx, people) => ({
      one: await add(
        tx,
        `with application as (
           insert into public.volunteer_applications (first_name, last_name, email, availability, user_id)
           values ('Ann', 'Lee', 'ann.lee@example.org', 'weekends', '${people.owner.id}') returning id
         )
         insert into public.activation_links (application_id, expires_at)
         select id, now() + interval '7 days' from application`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.activation_links (application_id, expires_at)
        select id, now() + interval '7 days' from public.volunteer_applications limit 1`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.calendar_feeds",
    rows: ownRows(
      (person) => `insert into public.calendar_feeds (volunteer_id) values ('${person}')`,
    ),
    inserts: (self, stranger) => ({
      self: `insert into public.calendar_feeds (volunteer_id) values ('${self}')`,
      foreign: `insert into public.calendar_feeds (volunteer_id) values ('${stranger}')`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.second_factor_recoveries",
    column: "user_id",
    rows: async (tx, people) => {
      await tx`
        insert into public.second_factor_recoveries (user_id, code_hashes)
        values (${people.admin.id}, array['hash'])`;
      return { one: `user_id = '${people.admin.id}'` };
    },
    inserts: (self) => ({
      more: `insert into public.second_factor_recoveries (user_id, code_hashes)
        values ('${self}', array['hash'])`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.stripe_events",
    rows: async (tx) => ({
      one: await add(
        tx,
        `insert into public.stripe_events (id, type, livemode, created_at)
         values ('evt_matrix', 'x', false, now())`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.stripe_events (id, type, livemode, created_at)
        values ('evt_more', 'x', false, now())`,
    }),
    rights: { select: nobody },
  },
  {
    table: "public.stripe_reconciliations",
    column: "is_demo",
    rows: async (tx) => {
      await tx`insert into public.stripe_reconciliations (is_demo) values (true)`;
      return { one: "is_demo" };
    },
    inserts: () => ({
      more: `insert into public.stripe_reconciliations (is_demo) values (false)`,
    }),
    update: "pass = '{}'",
    rights: { select: nobody },
  },
  {
    table: "public.job_runs",
    column: "name",
    rows: async (tx) => ({
      one: await add(tx, "insert into public.job_runs (name) values ('matrix')", "name"),
    }),
    inserts: () => ({ more: "insert into public.job_runs (name) values ('more')" }),
    update: "ran_at = now()",
    rights: { select: nobody },
  },
  {
    table: "public.release_steps",
    column: "month",
    rows: async (tx) => ({
      one: await add(tx, "insert into public.release_steps (month) values ('2001-01-01')", "month"),
    }),
    inserts: () => ({ more: "insert into public.release_steps (month) values ('2001-02-01')" }),
    update: "is_released = true",
    rights: { select: nobody },
  },
  {
    table: "public.released_figures",
    column: "name",
    rows: async (tx) => {
      await tx`insert into public.release_steps (month) values ('2001-03-01')`;
      return {
        one: await add(
          tx,
          `insert into public.released_figures (month, dimension, name, measure, recorded, counted, shown)
           values ('2001-03-01', 'region', 'matrix', 'packages', 20, 20, 20)`,
          "name",
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.released_figures (month, dimension, name, measure, recorded, counted, shown)
        values ('2001-03-01', 'region', 'more', 'packages', 20, 20, 20)`,
    }),
    update: "shown = 40",
    rights: { select: nobody },
  },
  {
    table: "public.site_builds",
    column: "changes",
    rows: () => Promise.resolve({ only: "only_row" }),
    inserts: () => ({ more: "insert into public.site_builds default values" }),
    update: "changes = changes + 1",
    rights: { select: nobody },
  },
  {
    table: "storage.objects",
    column: "name",
    rows: async (tx) => {
      const insert = (bucket: string) =>
        `insert into storage.objects (bucket_id, name) values ('${bucket}', 'matrix.png')`;
      return {
        image: await add(tx, insert("images")),
        upload: await add(tx, insert("uploads")),
        report: await add(tx, insert("reports")),
      };
    },
    inserts: () => ({
      image: "insert into storage.objects (bucket_id, name) values ('images', 'more.png')",
      upload: "insert into storage.objects (bucket_id, name) values ('uploads', 'more.png')",
      report: "insert into storage.objects (bucket_id, name) values ('reports', 'more.png')",
    }),
    update: "metadata = '{}'",
    rights: { select: nobody },
  },
];
