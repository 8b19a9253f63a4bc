import type { Fragment, Sql } from "../clients/database.ts";

/**
 * The money that counts: demo and test money until real payments start, and only real money from then on. Every list,
 * sum and export of a table with `is_demo` has this condition.
 */
const SHOWN_MONEY = "is_demo = (select private.shows_demo_money())";

/** Leaves out rows about demo and test money once real payments have started. */
export const NO_FORMER_DEMO = "(not is_demo or (select private.shows_demo_money()))";

/** Selects the money that counts or, if a filter asks for it, only demo money or only real money. */
export const isShownMoney = (sql: Sql, isDemo?: boolean): Fragment =>
  isDemo === undefined ? sql.unsafe(SHOWN_MONEY) : sql`is_demo = ${isDemo}`;

/** Returns the number of donations that count, or of their donors, from the totals. */
export const countShown = (
  sql: Sql,
  counted: "donation_count" | "donor_count",
  isDemo?: boolean,
): Fragment =>
  sql`(select ${sql(counted)} from public.donation_site_totals where ${isShownMoney(sql, isDemo)})`;
