import postgres from "postgres";

/** The demo logins of supabase/seed.sql. */
export const logins = {
  admin: { username: "admin", password: "CarePackages!2026" },
  /** One administrator for each area. */
  treasurer: { username: "treasurer", password: "CarePackages!2026" },
  coordinator: { username: "coordinator", password: "CarePackages!2026" },
  editor: { username: "editor", password: "CarePackages!2026" },
  manager: { username: "manager", password: "CarePackages!2026" },
  volunteer: { email: "volunteer@example.org", password: "Volunteer!2026" },
  pending: { email: "pending@example.org", password: "Pending!2026" },
  disabled: { email: "disabled@example.org", password: "Disabled!2026" },
} as const;

/** bcrypt's lowest cost. With Auth's default cost, each login would block the process of the test stacks for 0.1 s. */
export const PASSWORD_COST = 4;

/** Replaces the demo logins' password hashes with hashes of the lowest cost. */
export async function rehashDemoPasswords(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  for (const [name, { password }] of Object.entries(logins)) {
    await sql`
      select private.open_password_change(id) from auth.users where email = ${`${name}@example.org`}`;
    await sql`
      update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', ${PASSWORD_COST}))
      where email = ${`${name}@example.org`}`;
  }
  await sql.end();
}
