import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { emailTemplateEndpoints } from "../../_shared/contracts/email-templates.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { createVersionQueries } from "../../_shared/queries/kept-versions.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import {
  builtInTemplates,
  DEFAULT_TEMPLATE_NAMES,
} from "../../_shared/rules/built-in-templates.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

export const emailTemplateWrites = createWrites("email_templates");

export const emailTemplateVersions = createVersionQueries(
  "email_template_versions",
  "template_id",
  (sql) => sql`lower(subject)`,
);

export async function hasEmailTemplate(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select from public.email_templates where id = ${id}`;
  return rows.length > 0;
}

export const listEmailTemplates = (
  sql: Sql,
  query: ListQueryOf<typeof emailTemplateEndpoints.listEmailTemplates>,
) =>
  readPage<Row<"email_templates">>(sql, query, {
    columns: sql`*`,
    from: "email_templates",
    searchedText: sql`private.search_text(concat_ws(' ', name, subject, description))`,
    orders: { name: [sortName(sql, sql`name`)] },
  });

/** Adds missing default templates and keeps existing ones. */
export const addDefaultTemplates = (sql: Sql) => {
  const rows = DEFAULT_TEMPLATE_NAMES.map((name) => ({ name, ...builtInTemplates[name]! }));
  return sql`
    insert into public.email_templates ${sql(rows, "name", "subject", "htmlContent", "description")}
    on conflict (name) do nothing`;
};

/** Queues a test email and returns the recipient's address. */
export async function queueTestEmail(
  sql: Sql,
  testEmail: { name: string; subject: string; htmlContent: string; toEmail?: string | undefined },
): Promise<string> {
  const { name, subject, htmlContent, toEmail = null } = testEmail;
  const [row] = await sql<[{ address: string }]>`
    select private.queue_test_email(${name}, ${sql.json({ subject, htmlContent })}, ${toEmail}) as address`;
  return row.address;
}
