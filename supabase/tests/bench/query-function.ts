import postgres from "postgres";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: () => Promise<Response>): void;
};

// oxlint-disable-next-line no-restricted-globals -- the baseline runs on the same runtime as the functions
const sql = postgres(Deno.env.get("SUPABASE_DB_URL") ?? "", { fetch_types: false, max: 3 });
// oxlint-disable-next-line no-restricted-globals -- as above
Deno.serve(async () => Response.json(await sql`select 1 as one`));
