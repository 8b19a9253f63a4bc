import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { accountabilityEndpoints } from "../../_shared/contracts/accountability.ts";

type Accountability = z.input<typeof accountabilityEndpoints.getAccountability.output>;

/** Row-level security returns only published reports. */
export async function readAccountability(sql: Sql) {
  const [row] = await sql<[Accountability]>`
    select
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', seal.name, 'pageUrl', seal.page_url, 'imageUrl', seal.image_url)
            order by seal.place
          ),
          '[]'::jsonb
        )
        from (
          values
            (1, 'Candid', candid_url, candid_seal_url),
            (2, 'Charity Navigator', charity_navigator_url, charity_navigator_seal_url),
            (3, 'BBB', bbb_url, bbb_seal_url)
        ) as seal (place, name, page_url, image_url)
        where seal.page_url is not null and seal.image_url is not null
      ) as seals,
      (
        select jsonb_build_object(
          'description', report.description, 'fileUrl', '/api/financial-reports/' || report.id || '/file'
        )
        from public.financial_reports as report
        order by report.created_at desc, report.id desc
        limit 1
      ) as latest_report
    from public.settings`;
  return row;
}
