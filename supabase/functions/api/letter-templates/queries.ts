import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { letterTemplateEndpoints } from "../../_shared/contracts/letter-templates.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

export const letterTemplateWrites = createWrites("letter_templates");

export const listLetterTemplates = (
  sql: Sql,
  query: ListQueryOf<typeof letterTemplateEndpoints.listLetterTemplates>,
) =>
  readPage<Row<"letter_templates">>(sql, query, {
    columns: sql`*`,
    from: "letter_templates",
    searchedText: sql`private.search_text(concat_ws(' ', name, body))`,
    orders: { name: [sortName(sql, sql`name`)] },
  });
