import { sql } from "./stack.ts";

/** The ids of a post and an email template whose earlier versions are listed. */
export const versionedIds = { post: "", template: "" };
let originalTerms = "";

/** Writes a post, an email template and the terms several times. */
export async function addVersions(): Promise<void> {
  const [terms] = await sql<{ content: string }[]>`
    select content from public.legal_content where key = 'terms_policy'`;
  originalTerms = terms?.content ?? "";
  const [post] = await sql<{ id: string }[]>`
    insert into public.blog_posts (title, content) values ('First words', 'Socks') returning id`;
  const [template] = await sql<{ id: string }[]>`
    insert into public.email_templates (name, subject, html_content)
    values ('Listed versions', 'First words', '<p>Dear {{name}}</p>') returning id`;
  Object.assign(versionedIds, { post: post?.id, template: template?.id });
  for (const title of ["Second words", "Third", "Fourth", "Fifth", "Sixth"]) {
    await sql`update public.blog_posts set title = ${title} where id = ${versionedIds.post}`;
    await sql`
      update public.email_templates set subject = ${title} where id = ${versionedIds.template}`;
    await sql`update public.legal_content set content = ${title} where key = 'terms_policy'`;
  }
  // Gives one version a different author, because the versions of a legal text are searched by author.
  await sql`update public.legal_content_versions set saved_by = 'dana' where content = 'Third'`;
}

export async function removeVersions(): Promise<void> {
  await sql`delete from public.blog_posts where id = ${versionedIds.post}`;
  await sql`delete from public.email_templates where id = ${versionedIds.template}`;
  await sql`
    update public.legal_content set content = ${originalTerms} where key = 'terms_policy'`;
}
