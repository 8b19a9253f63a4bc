import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { locationEndpoints } from "../../_shared/contracts/locations.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

export const locationWrites = createWrites("locations");

type LocationQuery = ListQueryOf<typeof locationEndpoints.listLocations>;
type PublicLocation = Pick<Row<"locations">, "id" | "name" | "militaryBranch" | "city" | "state">;

const createSortOrders = (sql: Sql) => ({
  name: [sortName(sql, sql`name`)],
  city: [sortName(sql, sql`coalesce(city, '')`), sortName(sql, sql`name`)],
});

/**
 * Lists the locations that visitors see: the active ones, except military mail addresses. The street, the contact
 * person and the notes are left out.
 */
export const listPublicLocations = (sql: Sql, query: LocationQuery) =>
  readPage<PublicLocation>(sql, query, {
    columns: sql`id, name, military_branch, city, state`,
    from: sql`private.public_locations()`,
    searchedText: sql`private.search_text(concat_ws(' ', name, military_branch, city, state))`,
    orders: createSortOrders(sql),
  });

export const listLocations = (sql: Sql, query: LocationQuery) =>
  readPage<Row<"locations">>(sql, query, {
    columns: sql`*`,
    from: "locations",
    searchedText: sql`
      private.search_text(concat_ws(' ', name, military_branch, city, state, contact_person_name, address, zip_code))`,
    orders: createSortOrders(sql),
  });
