import { expect, it } from "vitest";
import { request, signInAdmin, sql } from "./stack.ts";

it("names with accents are next to the names without them", async () => {
  const names = ["zulu", "Álamo", "Eastside", "Élan Hall", "alma", "O'Hara", "Ohio"].map(
    (name) => `${name} Sortville`,
  );
  await sql`insert into public.locations ${sql(
    names.map((name) => ({ name, address: "1 Street", city: "Sortville" })),
  )}`;
  try {
    const { json } = await request("GET", "/api/locations?search=Sortville&sort=name&limit=50", {
      token: (await signInAdmin()).token,
    });
    expect((json as { name: string }[]).map(({ name }) => name)).toEqual(
      ["Álamo", "alma", "Eastside", "Élan Hall", "O'Hara", "Ohio", "zulu"].map(
        (name) => `${name} Sortville`,
      ),
    );
  } finally {
    await sql`delete from public.locations where city = 'Sortville'`;
  }
});
