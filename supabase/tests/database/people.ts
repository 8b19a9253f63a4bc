import { afterAll, beforeAll } from "vitest";
import {
  addAdmin,
  addLogin,
  addSession,
  addUnconfirmedAdmin,
  addVolunteer,
  sql,
  visitor,
  type Person,
  type Transaction,
} from "./connection.ts";

/** The people whose permissions the matrix declares. `owner` owns rows; `admin` is an administrator with all areas. */
export const actors = [
  "visitor",
  "owner",
  "other",
  "applicant",
  "disabled",
  "loggedOutOwner",
  "admin",
  "givingAdmin",
  "volunteersAdmin",
  "contentAdmin",
  "settingsAdmin",
  "adminWithoutArea",
  "changedAdmin",
  "expiredAdmin",
  "loggedOutAdmin",
  "unconfirmedAdmin",
  "mailedOwner",
  "mailedAdmin",
] as const;

export type Actor = (typeof actors)[number];
/** All actors and `stranger`, who only owns rows. */
export type People = Record<Actor | "stranger", Person>;

async function addPeople(tx: Transaction): Promise<People> {
  const owner = await addVolunteer(tx);
  return {
    visitor,
    owner,
    other: await addVolunteer(tx),
    applicant: await addLogin(tx),
    disabled: await addVolunteer(tx, { isActive: false }),
    loggedOutOwner: { ...owner, sessionId: "00000000-0000-4000-8000-00000000dead" },
    admin: await addAdmin(tx),
    givingAdmin: await addAdmin(tx, { areas: ["giving"] }),
    volunteersAdmin: await addAdmin(tx, { areas: ["volunteers"] }),
    contentAdmin: await addAdmin(tx, { areas: ["content"] }),
    settingsAdmin: await addAdmin(tx, { areas: ["settings"] }),
    adminWithoutArea: await addAdmin(tx, { areas: [] }),
    // Became an owner after this session had begun.
    changedAdmin: await addAdmin(tx, { areasChangedAt: new Date(Date.now() + 60_000) }),
    expiredAdmin: await addAdmin(tx, { hoursOld: 9 }),
    loggedOutAdmin: await addAdmin(tx, { isLoggedOut: true }),
    unconfirmedAdmin: await addUnconfirmedAdmin(tx),
    // These sessions were started with an emailed link or code.
    mailedOwner: await addSession(tx, owner, { method: "otp" }),
    mailedAdmin: await addAdmin(tx, { method: "otp" }),
    stranger: await addVolunteer(tx),
  };
}

/**
 * Adds people once for all tests in a file, because adding them takes longer than most tests. Every connection can see
 * them.
 */
export function addPeopleOnce(): () => People {
  let people: People | undefined;
  beforeAll(async () => {
    people = await sql.begin(addPeople);
  });
  afterAll(async () => {
    const ids = Object.values(people!).flatMap(({ id }) => (id === "" ? [] : [id]));
    await sql`delete from auth.users where id in ${sql(ids)}`;
  });
  return () => people!;
}
