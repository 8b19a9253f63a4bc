set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteer_highlights (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null default auth.uid() references public.volunteer_accounts (id) on delete cascade,
  title text not null check (private.is_line(title) and char_length(btrim(title)) between 1 and 200),
  message text not null check (private.is_text(message) and char_length(btrim(message)) between 1 and 5000),
  image_url text,
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.search_text(title || ' ' || message)) stored,
  constraint volunteer_highlights_image_url_check check (
    private.is_image_path(image_url) and image_url like '/images/highlights/%'
  )
);
create index volunteer_highlights_volunteer_idx on public.volunteer_highlights (volunteer_id, created_at desc);
create index volunteer_highlights_published_idx
  on public.volunteer_highlights (created_at desc, id desc) where is_published;
create index volunteer_highlights_waiting_idx
  on public.volunteer_highlights (created_at desc, id desc) where not is_published;
create index volunteer_highlights_created_at_idx on public.volunteer_highlights (created_at desc, id desc);
create index volunteer_highlights_search_idx
  on public.volunteer_highlights using gin (search_text extensions.gin_trgm_ops);

comment on table public.volunteer_highlights is
  'Pictures and stories that volunteers share. They are public once an administrator publishes them.';

-- Volunteers upload into their own folder. This isn't a check constraint, because a merge moves highlights to another
-- account.
create function private.check_highlight_folder()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.image_url is distinct from old.image_url)
    and new.image_url not like '/images/highlights/' || new.volunteer_id || '/%' then
    raise exception 'the picture is in another volunteer''s folder' using
      errcode = 'check_violation', table = 'volunteer_highlights', constraint = 'volunteer_highlights_image_url_check';
  end if;
  return new;
end;
$$;

create trigger check_highlight_folder
  before insert or update of image_url on public.volunteer_highlights
  for each row execute function private.check_highlight_folder();

comment on function private.check_highlight_folder() is 'Refuses a new picture that isn''t in the volunteer''s folder.';

create function private.hold_highlight_for_review()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if private.is_api_caller() and not private.may('volunteers') then
    new.is_published := false;
  end if;
  return new;
end;
$$;

comment on function private.hold_highlight_for_review() is
  'Unpublishes a highlight that someone other than an administrator writes, until it is reviewed.';

create trigger hold_highlight_for_review
  before insert or update on public.volunteer_highlights
  for each row execute function private.hold_highlight_for_review();

create function private.limit_highlights()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_api_caller() and not private.may('volunteers') and not (
    select counted.allowed
    from private.count_rate_limit_hit(
      'volunteer_highlights', encode(sha256(convert_to(new.volunteer_id::text, 'UTF8')), 'hex'), 10, interval '1 hour'
    ) as counted
  ) then
    raise exception 'more than 10 highlights within an hour' using errcode = 'CP020';
  end if;
  return new;
end;
$$;

create trigger limit_highlights
  before insert on public.volunteer_highlights
  for each row execute function private.limit_highlights();

comment on function private.limit_highlights() is
  'Enforces the API''s hourly limit per volunteer in the database, because volunteers can also write through REST.';

select private.describe_table(
  'volunteer_highlights', area => 'volunteers', archived => true, audited => true, title => '{title}',
  rows => '{published to visitors,own,area}', published_by => 'is_published', on_site => true,
  admins_write => '{insert,update,delete}', volunteers_write => '{insert,update,delete}',
  erasure => 'delete', erase_order => 32,
  reason => 'Highlights with their pictures.'
);
select private.describe_columns('volunteer_highlights', '{image_url}', kind => 'personal', logged => true);
select private.describe_columns('volunteer_highlights', '{image_alt}', kind => 'personal');
select private.describe_columns('volunteer_highlights', '{title,message}', kind => 'note');

alter table public.volunteer_highlights enable row level security;

create policy "Visitors read published highlights" on public.volunteer_highlights
  for select to anon
  using (is_published);

create policy "Volunteers read their own highlights, admins all" on public.volunteer_highlights
  for select to authenticated
  using (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

create policy "Volunteers add their own unpublished highlights, admins any" on public.volunteer_highlights
  for insert to authenticated
  with check (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()) and not is_published)
    or (select private.may('volunteers'))
  );

create policy "Volunteers change their own highlights and admins change any"
  on public.volunteer_highlights
  for update to authenticated
  using (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

create policy "Volunteers delete their own highlights and admins delete any"
  on public.volunteer_highlights
  for delete to authenticated
  using (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

grant select (
  id, title, message, image_url, image_alt, created_at, search_text
) on table public.volunteer_highlights to anon;
grant select (
  id, volunteer_id, title, message, image_url, image_alt, is_published, created_at, updated_at,
  search_text
) on table public.volunteer_highlights to authenticated;
grant select on table public.volunteer_highlights to administrator;
grant insert (
  volunteer_id, title, message, image_url, image_alt, is_published
) on table public.volunteer_highlights to authenticated;
grant update (
  title, message, image_url, image_alt, is_published
) on table public.volunteer_highlights to authenticated;
grant delete on table public.volunteer_highlights to authenticated;
grant select, insert, update, delete on table public.volunteer_highlights to service_role;

-- Runs as the caller, so policies decide whether it returns anything. The dashboard waits for it, and plpgsql keeps the plan.
create function private.highlights_of(author uuid)
returns table (
  id uuid,
  volunteer_id uuid,
  title text,
  message text,
  image_url text,
  image_alt text,
  is_published boolean,
  created_at timestamptz,
  updated_at timestamptz
)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select highlight.id, highlight.volunteer_id, highlight.title, highlight.message, highlight.image_url,
    highlight.image_alt, highlight.is_published, highlight.created_at, highlight.updated_at
  from public.volunteer_highlights as highlight
  where highlight.volunteer_id = author
  order by highlight.created_at desc, highlight.id desc;
end;
$$;

grant execute on function private.highlights_of(uuid) to authenticated;

comment on function private.highlights_of(uuid) is
  'Returns a volunteer''s highlights that the caller may see, published or not, latest first.';

-- Checks the name as a reader sees it (NFKC). A name that contains a number, an address or markup is shown as
-- Anonymous. A name may contain zero-width joiners.
-- These functions are in plpgsql, because lists call them for each row, and SQL functions are planned for each call. They
-- state their collation, because other ones know other letters.
create function private.public_first_name(first_name text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  signs constant text := '[[:punct:][:space:]\u02b0-\u02ff\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e007f]';
  visible text collate "pg_c_utf8" := normalize(btrim(first_name), nfkc);
  shown text collate "pg_c_utf8" := btrim(first_name);
begin
  if char_length(visible) not between 1 and 30
    or visible
      ~ '[0-9/<\u0001-\u001f\u007f-\u009f\u061c\u0660-\u0669\u06f0-\u06f9\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'
    or visible !~ '[[:alpha:]]'
  then
    return 'Anonymous';
  end if;
  if visible ~ '^[[:alpha:]]+$' then
    return shown;
  end if;
  -- The same rule as separateInitials() in contracts/card-text.ts: J.Edgar isn't an address.
  shown := regexp_replace(
    regexp_replace(
      shown,
      '(?<![[:alpha:]\d])([[:upper:]][[:lower:]]{0,2}|[[:lower:]]|Brig|Capt|Chap|Chas|Cmdr|Msgr|Prof|Thos)\.(?=[[:upper:]][[:alpha:]])',
      '\1. ', 'g'
    ),
    '([^\u0001-\u02ff\s]\.)(?=(?![[:upper:][:lower:]])[[:alpha:]])', '\1 ', 'g'
  );
  if visible ~ '[.。@:\\]' and private.has_web_links(shown) then
    return 'Anonymous';
  end if;
  -- Nothing but letters stands at either end, and a period after an abbreviation.
  shown := regexp_replace(shown, '^' || signs || '+', '');
  shown := regexp_replace(shown, '\s+[(\[{"“„«‘''].*[)\]}"”»’'']$', '');
  return regexp_replace(regexp_replace(shown, '(?!\.)' || signs || '+$', ''), '\.' || signs || '+$', '.');
end;
$$;

create function private.public_initial(last_name text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  -- Without apostrophes that Unicode counts as letters, such as the one in ʻAkana.
  letter constant text collate "pg_c_utf8" :=
    substring(normalize(last_name, nfkc) collate "pg_c_utf8", '(?![\u02b0-\u02ff])([[:alpha:]][\u0300-\u036f]?)');
begin
  return coalesce(upper(letter) || '.', '');
end;
$$;

-- A couple's card reads `John & Jane Smith`, which is split at its first space. Shows the second first name only if it
-- can't be a part of the last name, as in `John & Smith`, `Turner & de la Cruz` and `Turner & Smith Jr.`.
create function private.public_name_parts(
  first_name text, last_name text, out shown_name text, out initial text
)
language plpgsql
immutable
set search_path = ''
as $$
declare
  joined constant text := '^(?:&|and\M)\s*';
  given text collate "pg_c_utf8" := btrim(first_name);
  surname text collate "pg_c_utf8" := normalize(btrim(last_name), nfkc);
  couple text[];
  partner text := 'Anonymous';
begin
  if given ~* '(?:\s+and|\s*[&＆])$' then
    surname := '& ' || regexp_replace(surname, joined, '', 'i');
    given := regexp_replace(given, '(?:\s+and|\s*[&＆])$', '', 'i');
  end if;
  couple := regexp_match(surname, joined || '(\S+)\s+(\S.*)$', 'i');
  if couple[2] ~* '^(?:jr|sr|i{2,3}|iv|esq|md|phd|ret|inc|ll[cp]|ltd|co|corp|company|family|foundation|associates|sons)\M'
    or couple[1] ~* '^(?:al|ap|ben|bin|bint|d[aeio]|das|de[nlr]|della|dos|du|el|ibn|la|las|le|los|mac|mc|n[ií]|ó|san|st|te[nr]|v[ao]n|vo[mn]|zu[mr]?)\.?$'
  then
    couple := null;
  elsif couple[2] ~* joined then
    surname := regexp_replace(couple[2], joined || '(?:\S+\s+)?', '', 'i');
    couple := null;
  end if;
  if couple[2] ~ '[[:alpha:]]' then
    partner := private.public_first_name(couple[1]);
    surname := couple[2];
  end if;
  shown_name := private.public_first_name(given);
  initial := case
    when shown_name = 'Anonymous' then '' else private.public_initial(regexp_replace(surname, joined, '', 'i'))
  end;
  if shown_name <> 'Anonymous' and partner <> 'Anonymous' then
    shown_name := shown_name || ' & ' || partner;
  end if;
end;
$$;

create function private.public_name(first_name text, last_name text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  parts constant record := private.public_name_parts(first_name, last_name);
begin
  return btrim(parts.shown_name || ' ' || parts.initial);
end;
$$;

create function private.published_highlights(ids uuid[])
returns table (
  id uuid,
  title text,
  message text,
  image_url text,
  image_alt text,
  volunteer_name text,
  volunteer_since timestamptz,
  created_at timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query select
    highlight.id,
    highlight.title,
    highlight.message,
    highlight.image_url,
    highlight.image_alt,
    private.public_name(account.first_name, account.last_name),
    -- Prefer the directory's date, because the login may have been recreated later.
    coalesce(volunteer.created_at, account.created_at),
    highlight.created_at
  from public.volunteer_highlights as highlight
  join public.volunteer_accounts as account on account.id = highlight.volunteer_id
  left join public.volunteers as volunteer on volunteer.account_id = account.id
  where highlight.id = any (ids) and highlight.is_published;
end;
$$;

grant execute on function private.published_highlights(uuid[]) to anon, authenticated, service_role;

comment on function private.public_first_name(text) is
  'Returns a first name of at most 30 letters, without digits, slashes, markup or addresses, and without signs at its '
  'ends. Any other name becomes Anonymous.';
comment on function private.public_initial(text) is
  'Returns the first letter of the last name, followed by a period; empty if there is no such letter.';
comment on function private.public_name_parts(text, text) is
  'Returns the first name, or both of a couple, and the last initial. The public never sees more of a person''s name.';
comment on function private.public_name(text, text) is
  'Returns a public name in one piece.';
comment on function private.published_highlights(uuid[]) is
  'Returns those of the highlights that are published, with the author''s public name.';
