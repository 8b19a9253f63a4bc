import { describe, expect, test } from "vitest";
import { sql } from "./connection.ts";

/**
 * The documented fields in snake_case. `=` precedes a default, `!` marks a required field, and `^` marks a unique
 * field.
 */
const entities: Record<string, [name: string, fields: string]> = {
  "DATA-01": ["users", "id!:uuid username!^ user_type!=user created_at!"],
  "DATA-02": [
    "volunteers",
    "id!:uuid name! email^ phone zip_code city state availability total_hours!=0 packages_helped!=0 is_active!=true created_at!",
  ],
  "DATA-03": [
    "donations",
    "id!:uuid first_name! last_name! email amount!:numeric(10,2) is_recurring!=false stripe_payment_intent_id status!=pending created_at!",
  ],
  "DATA-04": [
    "volunteer_shifts",
    "id!:uuid volunteer_id title! description date! start_time! end_time! location! max_volunteers! signed_up_volunteers!=0 status!=active created_at!",
  ],
  "DATA-05": [
    "impact_stats",
    "id!:uuid packages_delivered!=0 families_helped!=0 volunteer_hours!=0 veterans_served!=0 last_updated!",
  ],
  "DATA-06": [
    "testimonials",
    "id!:uuid name! title! content! image_url rating!=5 is_active!=true created_at!",
  ],
  "DATA-07": [
    "email_templates",
    "id!:uuid name!^ subject! html_content! description is_active!=true created_at! updated_at!",
  ],
  "DATA-08": [
    "volunteer_applications",
    "id!:uuid first_name! last_name! email! phone! zip_code! city state availability! interests status!=pending reviewed_by reviewed_at review_notes created_at!",
  ],
  "DATA-09": [
    "volunteer_accounts",
    "id!:uuid email!^ first_name! last_name! is_active!=true created_at! last_login_at",
  ],
  "DATA-10": [
    "contact_info",
    "id!:uuid organization_name! tax_id! address! phone! email! updated_at!",
  ],
  "DATA-11": ["about_items", "id!:uuid title! description! order!=0 is_active!=true created_at!"],
  "DATA-12": [
    "blog_posts",
    "id!:uuid title! content! image_url is_published!=false created_at! updated_at!",
  ],
  "DATA-13": ["about_header", "id:uuid section header content image_url updated_at"],
  "DATA-14": ["hero_section", "id!:uuid headline! core_message! updated_at!"],
  "DATA-15": [
    "events",
    "id!:uuid event_type! date! start_time! end_time! address! is_active!=true created_at!",
  ],
  "DATA-16": ["volunteer_event_registrations", "id!:uuid volunteer_id event_id! registered_at!"],
  "DATA-17": [
    "volunteer_highlights",
    "id!:uuid volunteer_id! title! message! image_url is_published!=false created_at! updated_at!",
  ],
  "DATA-18": [
    "locations",
    "id!:uuid contact_person_name military_branch name! address! city state zip_code description is_active!=true created_at! updated_at!",
  ],
  "DATA-19": [
    "care_package_goals",
    "id!:uuid monthly_goal!=500 is_active!=true created_at! updated_at!",
  ],
  "DATA-20": [
    "section_content",
    "id!:uuid section!^ header! content! image_url created_at! updated_at!",
  ],
  "DATA-21": [
    "financial_reports",
    "id!:uuid description! filename! file_url! preview_url published!=true created_at! updated_at!",
  ],
};

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  defaultValue: string | null;
  isUnique: boolean;
}

const fieldPattern =
  /^(?<name>\w+?)(?<required>!)?(?<unique>\^)?(?::(?<type>[^=]+))?(?:=(?<defaultValue>.+))?$/;

async function readColumns(table: string): Promise<Map<string, Column>> {
  const columns = await sql<Column[]>`
    select
      attname as name,
      format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired",
      pg_get_expr(adbin, adrelid) as "defaultValue",
      exists (
        select 1 from pg_index
        where indrelid = attrelid and indisunique and indnkeyatts = 1 and indkey[0] = attnum and indpred is null
      ) as "isUnique"
    from pg_attribute
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped`;
  return new Map(columns.map((column) => [column.name, column]));
}

describe("the documented entities", () => {
  test.for(Object.entries(entities))(
    "%s: the table has the documented columns",
    async ([, [table, fields]]) => {
      const columns = await readColumns(table);
      for (const field of fields.split(" ")) {
        const documentedField = fieldPattern.exec(field)?.groups ?? {};
        const column = columns.get(documentedField["name"] ?? "");
        expect(column, `${table}.${field}`).toBeDefined();
        expect(column?.isRequired, `${table}.${field}`).toBe(documentedField["required"] === "!");
        if (documentedField["unique"]) expect(column?.isUnique, `${table}.${field}`).toBe(true);
        if (documentedField["type"]) expect(column?.type).toBe(documentedField["type"]);
        if (documentedField["defaultValue"]) {
          expect(column?.defaultValue?.replace(/^'(.*)'::\w+$/, "$1")).toBe(
            documentedField["defaultValue"],
          );
        }
      }
    },
  );

  test("DATA-16, DATA-17: registrations and highlights reference volunteer_accounts and events", async () => {
    const references = await sql<{ from: string; to: string }[]>`
      select conrelid::regclass::text || '.' || attname as from, confrelid::regclass::text as to
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f'`;
    const foreignKeys = references.map(({ from, to }) => `${from} → ${to.replace("public.", "")}`);
    expect(foreignKeys).toContain(
      "volunteer_event_registrations.volunteer_id → volunteer_accounts",
    );
    expect(foreignKeys).toContain("volunteer_event_registrations.event_id → events");
    expect(foreignKeys).toContain("volunteer_highlights.volunteer_id → volunteer_accounts");
  });

  test("DATA-01, DATA-08, DATA-09: passwords exist only in Supabase Auth", async () => {
    const passwordTables = await sql`
      select table_name from information_schema.columns
      where table_schema in ('public', 'private') and column_name ~ 'passw'`;
    expect([...passwordTables]).toEqual([]);
  });

  test("DATA-22, DATA-23: no one else may write the fields that the server sets", async () => {
    const grantedColumns = await sql<{ column: string }[]>`
      select table_name || '.' || column_name as column
      from information_schema.column_privileges
      where table_schema = 'public' and privilege_type in ('INSERT', 'UPDATE')
        and grantee in ('PUBLIC', 'anon', 'authenticated')
        -- A draft has the id of its post.
        and (table_name, column_name) <> ('blog_post_drafts', 'id')
        -- The server also sets the initial status of every row except a shift's.
        and (privilege_type = 'INSERT' and column_name = 'status' and table_name <> 'volunteer_shifts' or column_name in (
          'id', 'created_at', 'updated_at', 'last_updated', 'registered_at', 'signed_up_volunteers', 'total_hours',
          'packages_helped', 'reviewed_by', 'reviewed_at', 'user_type', 'last_login_at', 'activated_at',
          'confirmed_by', 'confirmed_at', 'registered_volunteers', 'real_payments'
        ))`;
    expect(grantedColumns.map(({ column }) => column)).toEqual([]);
  });
});
