import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { QUALIFICATION_KINDS } from "../../_shared/contracts/choices.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerQualificationEndpoints } from "../../_shared/contracts/volunteer-qualifications.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createWrites } from "../../_shared/queries/write.ts";

type Qualification = Omit<Row<"volunteer_qualifications">, "kind"> & {
  readonly kind: (typeof QUALIFICATION_KINDS)[number];
};
type ListedQualification = Qualification & {
  readonly isLapsing: boolean;
  readonly hasLapsed: boolean;
};

export const qualificationWrites = createWrites<Qualification>("volunteer_qualifications");

export const listVolunteerQualifications = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerQualificationEndpoints.listVolunteerQualifications>,
) =>
  readPage<ListedQualification>(sql, query, {
    columns: sql`
      *, private.is_lapsing(volunteer_qualifications) as is_lapsing,
      coalesce(expires_on <= (select private.today()), false) as has_lapsed`,
    from: "volunteer_qualifications",
    where: query.volunteerId === undefined ? [] : [sql`volunteer_id = ${query.volunteerId}`],
    searchedText: sql`private.search_text(coalesce(label, ''))`,
    orders: { completedOn: [sql`completed_on`] },
  });
