/** The statements that every migration begins with, and two tables that others can use. */
export const FIRST_STATEMENTS = `set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.partners (id integer primary key, name text);
create materialized view public.partner_names as select 'Ava' as name;
`;

/** Types and tables that earlier migrations created. */
export const EARLIER_STATEMENTS = `create type public.partner_state as enum ('new');
create table public.partner_states (state public.partner_state);`;

/** Statements that `supabase db push` refuses. */
export const REFUSED_STATEMENTS: readonly string[] = [
  "lock table public.partners in exclusive mode;",
  "-- Nobody may write in the meantime; see above.\nLOCK public.partners;",
  "savepoint before;",
  "release savepoint before;",
  "rollback to savepoint before;",
  "declare names cursor for select name from public.partners;",
  "\\echo Adds partners",
  "copy public.partners (id, name) from stdin;\n1\tAva\n\\.",
  "create database partners;",
  "drop database if exists partners;",
  "create tablespace partners location '/tmp/partners';",
  "create subscription partners connection 'host=db.example.org' publication partners;",
  "discard all;",
  "reindex (verbose) database postgres;",
  "set transaction isolation level serializable;",
  "create table public.years (year integer) partition by range (year);\ncreate table public.later partition of public.years default;\nalter table public.years detach partition public.later concurrently;",
  "alter type public.partner_state add value 'gone';\ninsert into public.partner_states values ('gone');",
  "alter type public.partner_state add value if not exists 'it''s over';\ndo $$ begin insert into public.partner_states values ('it''s over'); end $$;",
];

/** Statements after which `supabase db push` can't undo the statements before them. */
export const COMMITTING_STATEMENTS: readonly string[] = [
  "begin;",
  "start transaction;",
  "commit;",
  "/* Everything is there. */ end;",
  "rollback;",
  "abort;",
  "vacuum public.partners;",
  "VACUUM (ANALYZE) public.partners;",
  "cluster public.partners using partners_pkey;",
  "create index concurrently partners_name_idx on public.partners (name);",
  "create unique index\n  concurrently partners_name_idx on public.partners (name);",
  "create index partners_name_idx on public.partners (name);\ndrop index concurrently public.partners_name_idx;",
  "reindex table concurrently public.partners;",
];

/** Statements that look similar, and that `supabase db push` runs in the migration's transaction. */
export const ACCEPTED_STATEMENTS: readonly string[] = [
  "do $$ begin lock table public.partners in exclusive mode; end $$;",
  "do $body$ declare names record; begin for names in select 1 loop null; end loop; end; $body$;",
  "create function public.two() returns integer language sql begin atomic select 1; select 2; end;\nselect public.two();",
  "comment on table public.partners is 'vacuum; lock; commit; create index concurrently';",
  "insert into public.partners values (1, 'a; commit;'), (2, E'it\\'s; begin;'), (3, 'it''s; end;');",
  'create table public.locks ("commit; begin" integer); -- commit;\n/* lock\n; savepoint a; */ select 1;',
  "create unique index on public.partner_names (name);\nrefresh materialized view concurrently public.partner_names;",
  "alter type public.partner_state add value 'gone';",
  "create type public.mood as enum ('ok');\nalter type public.mood add value 'sad';\nselect 'sad'::public.mood;",
  "alter type public.partner_state add value 'gone';\ncreate function public.leave() returns void language plpgsql as $$ begin insert into public.partner_states values ('gone'); end $$;",
  "reindex table public.partners;",
  "set constraints all deferred;",
  "analyze public.partners;",
];
