import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { uploadEndpoints } from "../../_shared/contracts/uploads.ts";
import { recordJobRun } from "../../_shared/queries/job-runs.ts";

/** Returns unused files, oldest first, up to one sweep's limit. */
export const listOrphanedFiles = (sql: Sql) =>
  sql<{ bucketId: string; name: string }[]>`
    select bucket_id, name from private.orphaned_files()`;

export const recordSweep = (sql: Sql) => recordJobRun(sql, "sweep-uploads");

type MissingPictures = Output<typeof uploadEndpoints.getMissingPictures>;

/** Counts the missing pictures and alt texts in content that visitors see. */
export async function readMissingPictures(sql: Sql): Promise<MissingPictures> {
  const missingAltTextCondition = sql`image_url is not null and btrim(coalesce(image_alt, '')) = ''`;
  const missingCounts = sql`jsonb_build_object(
    'pictures', count(*) filter (where image_url is null), 'altTexts', count(*) filter (where ${missingAltTextCondition})
  )`;
  const [row] = await sql<[MissingPictures]>`
    select
      (select ${missingCounts} from public.blog_posts where is_published) as posts,
      (
        select id from public.blog_posts
        where is_published and (image_url is null or ${missingAltTextCondition})
        order by published_at desc, id limit 1
      ) as first_post,
      (select ${missingCounts} from public.testimonials where is_active) as stories,
      (select ${missingCounts} from public.volunteer_highlights where is_published) as highlights,
      (
        select ${missingCounts}
        from (
          select coalesce(cover_url, preview_url) as image_url, case when cover_url is null then description else cover_alt end as image_alt
          from public.financial_reports where published
        ) as report
      ) as reports`;
  return row;
}
