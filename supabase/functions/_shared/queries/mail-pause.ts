import type { Sql } from "../clients/database.ts";
import type { MAIL_PAUSE_REASONS } from "../contracts/choices.ts";
import { MASS_TEMPLATES } from "../rules/built-in-templates.ts";

export interface MailPauseFacts {
  readonly reason: (typeof MAIL_PAUSE_REASONS)[number];
  /** When the pause began or, at our own limit, when the first email had to wait. */
  readonly since: string | null;
  readonly until: string;
  readonly concernsMassOnly: boolean;
  readonly dailyLimit: number | null;
}

/** Returns why emails have to wait, or undefined if none has to. Reads a table that only the server may read. */
export async function readMailPause(sql: Sql): Promise<MailPauseFacts | undefined> {
  const [row] = await sql<MailPauseFacts[]>`
    select reason, since, until, concerns_mass_only, daily_limit
    from private.mail_pause(string_to_array(${MASS_TEMPLATES.join(",")}, ','))`;
  return row;
}
