import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type { packageDeliveryEndpoints } from "../../_shared/contracts/package-deliveries.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

const writes = createWrites("package_deliveries");

interface Confirmable {
  readonly deliveredOn?: string;
  readonly anyway?: boolean;
}

/** Stores whether an administrator confirmed the day, because others don't set since when we deliver. */
const confirmDay = <Values extends object>(values: Values): Values => {
  const { deliveredOn, anyway = false }: Confirmable = values;
  return deliveredOn === undefined ? values : { ...values, isDayConfirmed: anyway };
};

export const packageDeliveryWrites: typeof writes = {
  ...writes,
  insert: (sql, values) => writes.insert(sql, confirmDay(values)),
  update: (sql, id, changes) => writes.update(sql, id, confirmDay(changes)),
};

export type ListedDelivery = Row<"package_deliveries"> & { locationName: string | null };

const createDeliverySource = (
  sql: Sql,
  query: WholeListQueryOf<typeof packageDeliveryEndpoints.listPackageDeliveries>,
) => ({
  columns: sql`
    *, (select name from public.locations where locations.id = location_id) as location_name`,
  from: "package_deliveries" as const,
  where: [
    ...(query.locationId === undefined ? [] : [sql`location_id = ${query.locationId}`]),
    ...(query.militaryBranch === undefined ? [] : [sql`military_branch = ${query.militaryBranch}`]),
    ...(query.program === undefined ? [] : [sql`program = ${query.program}`]),
    ...(query.from === undefined ? [] : [sql`delivered_on >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql`delivered_on <= ${query.to}`]),
  ],
  searchedText: sql`private.search_text(concat_ws(' ', city, state, notes))`,
  orders: {
    deliveredOn: [sql`delivered_on`],
    packages: [sql`packages`],
    city: [sortName(sql, sql`city`), sortName(sql, sql`state`)],
  },
});

export const listPackageDeliveries = (
  sql: Sql,
  query: ListQueryOf<typeof packageDeliveryEndpoints.listPackageDeliveries>,
) => readPage<ListedDelivery>(sql, query, createDeliverySource(sql, query));

export const openDeliveryList = (
  sql: Sql,
  query: WholeListQueryOf<typeof packageDeliveryEndpoints.listPackageDeliveries>,
) => openWholeList<ListedDelivery>(sql, query, createDeliverySource(sql, query));
