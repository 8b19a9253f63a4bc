// oxlint-disable no-restricted-globals -- the yardstick runs on the same runtime as the functions
import postgres from "postgres";

/**
 * The least a function could do: the same statement, no access, parsing or headers. Answers through it are what
 * `npm run bench` divides by.
 */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const sql = postgres(Deno.env.get("SUPABASE_DB_URL") ?? "", { max: 10 });

const statements: Readonly<Record<string, () => Promise<unknown>>> = {
  "/api/home": async () => (await sql`select private.home() as home`)[0]?.home,
  "/api/hero-section": async () =>
    (await sql`select headline, core_message from public.hero_section`)[0],
  "/api/events": () => sql`
    select id, event_type, date, start_time, end_time, address, count(*) over () as total
    from public.events
    where is_active
    order by starts_at desc, id desc
    limit 50`,
  "/api/donation-trends": async () =>
    (await sql`select private.donation_trends() as trends`)[0]?.trends,
};

Deno.serve(async (request) => Response.json(await statements[new URL(request.url).pathname]?.()));
