import type { Sql } from "../clients/database.ts";

/**
 * Selects the name, email address and phone number of a person in the directory, joined as `person`, from their login,
 * left-joined as `account`. Without a login, the last word of the name is the last name, and the email address is the
 * same as in `private.reachable_people`.
 */
export const selectPersonContact = (sql: Sql) => sql`
  coalesce(account.first_name, regexp_replace(btrim(person.name), '\\s+\\S+$', '')) as first_name,
  coalesce(account.last_name, substring(btrim(person.name) from '\\s(\\S+)$'), '') as last_name,
  coalesce(account.email, person.email, person.contact_email) as email, person.phone`;
