set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The schema that the API doesn't expose. Everything that has to bypass row-level security lives here and nowhere else.
--
-- Catalog of our own SQLSTATEs (class CP). The API maps each one to a status and a message.
--   CP001 attempt_mismatch       409  the attempt id was already used with other details
--   CP002 event_unavailable      404  the event doesn't exist, is hidden, or its shift is canceled
--   CP003 event_started          409  the event has started
--   CP004 already_joined         409  the volunteer is already registered or on the waiting list
--   CP005 volunteer_inactive     403  the caller doesn't have an active volunteer account
--   CP006 event_full             409  every spot is taken
--   CP007 not_joined             404  there is no registration to withdraw
--   CP008 already_reviewed       409  the application has already been decided
--   CP009 not_found              404  there is no row with that id
--   CP010 not_admin              401  the caller isn't signed in as an administrator
--   CP011 invalid_transition     409  the row's current state doesn't allow this change
--   CP012 append_only            403  the table is append-only
--   CP013 event_over             409  the event is over
--   CP014 amount_out_of_range    400  the amount is below the minimum or above the maximum donation
--   CP015 place_not_public       400  a public event can't be at a military mail address
--   CP016 region_missing         400  a military mail delivery has no region
--   CP017 not_refundable         409  the amount exceeds what is left to refund
--   CP018 event_not_started      409  nobody can be checked in earlier than an hour before the event starts
--   CP019 key_reused             409  the idempotency key was already used with a different request
--   CP020 too_many_requests      429  the hourly limit has been reached
--   CP021 not_voidable           409  the donation was made online or is already voided
--   CP022 shares_sold            409  the shares were sold, so their entry can't change
--   CP024 deposit_closed         409  the deposit is closed, or would mix demo and real money
--   CP025 books_closed           409  the month is closed, so only an owner may change it
--   CP030 import_refused         409  the import's state doesn't allow this step
--   CP031 not_mergeable          409  one of the two was already merged, or has a soft credit for the other's donation
--   CP032 not_undoable           409  the merge can't be undone anymore, or can't be undone yet
--   CP040 card_closed            409  the card was sent or stopped
--   CP041 not_rejected           409  the application isn't rejected, so there is nothing to undo
--   CP042 refund_pending         409  the donation's refund is pending
--   CP043 card_sent              409  the card was already sent, and it is sent only once
--   CP044 area_required          403  the administrator doesn't have the area
--   CP045 last_owner             409  the site would be left without an owner
--   CP046 email_has_login        409  the invited email address already has a login
--   CP047 card_too_soon          409  the recipient got another card this week
--   CP048 already_announced      409  volunteers were already emailed about the event
--   CP049 not_announceable       409  the event is canceled or full, so volunteers aren't emailed about it
--   CP050 own_factor_missing     409  only an owner who uses two-step login may require it
--   CP051 invitation_closed      409  the invitation's link doesn't work anymore, so its email isn't sent
--   CP052 login_exists           409  the volunteer has a login or a link to set one up
--   CP053 on_shift               409  the volunteer is already signed up
--   CP057 no_volunteer_record    404  the volunteer's account has no entry in the directory
--   CP058 administrators_email   409  the login is also an administrator's, so its address can't be changed this way
--   CP060 person_erased          409  the person was erased, so no new data about them is stored
--   CP061 erasure_refused        409  something, such as a recurring donation, prevents the erasure
--   CP062 erasure_outdated       409  the data has changed since the erasure was previewed
--   CP063 erasure_key_wrong      503  ERASURE_KEY lacks the key of an earlier erasure
--   CP064 emptied                409  a retention rule emptied the application or the email
--   CP071 overlaps               409  the hours or the shift overlap with a shift of the same person
--   CP075 address_shared         409  someone else has the address, so the administrator has to say who the applicant is

-- Supabase grants API roles all privileges on new objects in `public`, and Postgres lets everyone execute new
-- functions. Revoke both defaults here. Later migrations grant each privilege explicitly.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- The role that the functions use for administrators: it can read what `authenticated` can, plus the columns that only
-- administrators may read. Policies still check the caller. PostgREST can't switch to it, because it isn't granted to
-- `authenticator`. Created only if missing, because roles survive a database reset.
do $$
begin
  if to_regrole('administrator') is null then
    create role administrator nologin;
  end if;
  if pg_has_role('administrator', 'authenticated', 'usage') then
    return;
  end if;
  if not pg_has_role(current_user, 'authenticated', 'member with admin option') then
    raise exception 'The role % can''t grant the role authenticated, because this project''s Postgres is from before '
      'June 2025. Upgrade it (Project Settings, Infrastructure), and apply the migrations again. On a server of your '
      'own, first run this as supabase_admin: grant authenticated to % with admin option', current_user, current_user
      using errcode = 'insufficient_privilege';
  end if;
  grant authenticated to administrator;
end
$$;
grant administrator to postgres with inherit false, set true;

create schema if not exists private;
comment on schema private is
  'Not exposed by the API: permission checks, triggers and functions that bypass row-level security.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Names and texts are found by this form, whatever their case, accents, apostrophes, hyphens and composition. The same rule
-- as in rules/fold.ts; a test compares them. The dictionary is unaccent's, and the letters after it are those that it
-- doesn't know. Functions for stored columns state their collation, because other ones know other letters.
create function private.fold(value text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  is_ascii constant boolean := octet_length(value) = char_length(value);
  folded text collate "pg_c_utf8" := lower(value collate "pg_c_utf8");
begin
  -- Lists fold thousands of names, and most are one plain word.
  if is_ascii and folded !~ '[^a-z0-9]' then
    return folded;
  end if;
  if not is_ascii then
    -- Accents that stand alone decompose into a space and a mark, so they are taken out first.
    folded := regexp_replace(
      value,
      '[\u00ad\u00b4\u0384\u061c\u180e\u1fbd\u1fbf\u1ffe\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]',
      '', 'g'
    );
    folded := regexp_replace(
      normalize(lower(normalize(folded, nfkd) collate "pg_c_utf8"), nfkd),
      '[\u02b0-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u05f3\u05f4\u0640\u064b-\u065f\u0670\u20d0-\u20f0\u2018-\u201f\u2032-\u2036\u2039\u203a]',
      '', 'g'
    );
    folded := normalize(folded, nfc);
  end if;
  folded := btrim(
    regexp_replace(
      replace(replace(replace(folded, '''', ''), '"', ''), '`', ''), '(?:(?!@)[[:punct:][:space:][:cntrl:]])+', ' ', 'g'
    )
  );
  if not is_ascii then
    folded := lower(translate(
      extensions.unaccent('extensions.unaccent', folded), 'ςəǝɔʊɩɣґىةکی', 'σeeouigгيهكي'
    ));
  end if;
  return folded;
end;
$$;

-- What lists search: the folded words, each after a space, and then the names that are also written in one word, such as
-- Anne-Marie, Ó Neill, de la Cruz and 山田 太郎.
create function private.search_text(value text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  particles constant text :=
    '(?:^|\s)(?:(?:o|ó|mc|mac|d|de|del|della|di|da|dos|du|la|le|los|van|von|der|den|al|el|bin|ben|ibn|st|san|abd)\.?\s)+[^\s@]+';
  compounds constant text := particles || '|(?:^|\s)[^\s@\d]+[-‐‑‒–][^\s@\d]+(?=\s|$)'
    || '|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+(?:[\s・·][\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+)+';
  is_ascii constant boolean := octet_length(value) = char_length(value);
begin
  if is_ascii and position('-' in value) = 0 and value !~* particles then
    return ' ' || private.fold(value);
  end if;
  return ' ' || private.fold(value) || (
    select coalesce(' ' || string_agg(replace(private.fold(found.parts[1]), ' ', ''), ' '), '')
    from regexp_matches(value, compounds, 'gi') as found (parts)
  );
end;
$$;

grant execute on function private.fold(text), private.search_text(text) to anon, authenticated, service_role;

comment on function private.fold(text) is
  'Returns the words of a text in lowercase, without accents, apostrophes and punctuation, each separated by a space.';
comment on function private.search_text(text) is
  'Returns what a list searches: the folded words of a text, and the names of several words joined.';

create function private.id_in(data jsonb, key text)
returns uuid
language sql
stable
set search_path = ''
as $$
  select case when pg_input_is_valid(data ->> key, 'uuid') then (data ->> key)::uuid end;
$$;

comment on function private.id_in(jsonb, text) is
  'Returns the ID in an email''s data; null if there is none. Samples have words in place of IDs.';

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Times in JSON are only precise to the millisecond, so changes to a row must be at least a millisecond apart to have
  -- different versions.
  new.updated_at := greatest(
    date_trunc('milliseconds', now()),
    date_trunc('milliseconds', old.updated_at) + interval '1 millisecond'
  );
  return new;
end;
$$;

create function private.is_same_version(one timestamptz, other timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Times in JSON are only precise to the millisecond, so anything finer is ignored.
  select date_trunc('milliseconds', one) = date_trunc('milliseconds', other);
$$;

-- Functions that policies and triggers call for every statement are in plpgsql, which plans a function once per
-- connection. A function in SQL with a search_path is planned again for every statement.
create function private.session_id()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return nullif(auth.jwt() ->> 'session_id', '')::uuid;
end;
$$;

grant execute on function private.session_id() to anon, authenticated, service_role;

create function private.began_with_password(session_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1
    from auth.mfa_amr_claims as claim
    where claim.session_id = began_with_password.session_id and claim.authentication_method = 'password'
  );
end;
$$;

create function private.has_live_session()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select exists (
      select 1
      from auth.sessions as session
      where session.id = (select private.session_id())
        and session.user_id = (select auth.uid())
        and (session.not_after is null or session.not_after > now())
        and private.began_with_password(session.id)
    )
  );
end;
$$;

grant execute on function private.has_live_session() to anon, authenticated, service_role;

create function private.is_api_caller()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated', 'administrator');
end;
$$;

grant execute on function private.is_api_caller() to anon, authenticated, service_role;

-- These functions apply the same rules as `text` and `line` in the API's contracts, because clients can also write
-- through REST. Both return null for null, which a check constraint accepts.
create function private.is_text(value text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]';
end;
$$;

create function private.is_line(value text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
end;
$$;

grant execute on function private.is_text(text), private.is_line(text) to anon, authenticated, service_role;

create function private.count_mark_levels(paragraph text)
returns integer
language plpgsql
immutable
strict
set search_path = ''
as $$
declare
  place integer := 1;
  run text;
  kind text;
  opens boolean;
  opener integer;
  -- The marks that are open, and how deep the marks within each of them are nested.
  kinds text[] := '{}';
  levels_within integer[] := '{}';
  levels integer;
  deepest integer := 0;
begin
  loop
    place := regexp_instr(paragraph, '\*+|_+|~+|[][]', place);
    exit when place = 0;
    run := substring(substr(paragraph, place) from '^(?:\*+|_+|~+|[][])');
    kind := case run when ']' then '[' else left(run, 1) end;
    -- Delimiters open before a word, and close after one.
    opens := case
      when run in ('[', ']') then run = '['
      else substr(paragraph, place + char_length(run), 1) ~ '\S'
        and (place = 1 or substr(paragraph, place - 1, 1) !~ '[[:alnum:]]')
    end;
    if opens then
      kinds := kinds || kind;
      levels_within := levels_within || 0;
    else
      select max(opened.number) into opener
      from unnest(kinds) with ordinality as opened (name, number) where opened.name = kind;
      if opener is not null then
        levels := 1 + (select max(level) from unnest(levels_within[opener:]) as level);
        kinds := kinds[:opener - 1];
        levels_within := levels_within[:opener - 1];
        if opener > 1 then
          levels_within[opener - 1] := greatest(levels_within[opener - 1], levels);
        end if;
        deepest := greatest(deepest, levels);
      end if;
    end if;
    place := place + char_length(run);
  end loop;
  return deepest;
end;
$$;

create function private.is_bounded_markdown(value text)
returns boolean
language plpgsql
immutable
strict
set search_path = ''
as $$
declare
  line text;
  previous_line text;
  markers text;
  paragraph text := '';
  letters integer := 0;
  marks integer := 0;
  line_marks integer;
  all_marks integer := 0;
  is_item boolean;
  is_list boolean := false;
  is_table boolean := false;
begin
  foreach line in array string_to_array(regexp_replace(value, '\r\n?', E'\n', 'g'), E'\n') loop
    is_item := line ~ '^ {0,3}[-*+][ \t]+[^ \t]' or (is_list and line ~ '^ ?\d{1,9}[.)][ \t]+[^ \t]');
    is_table := line ~ '^\|.*\|[ \t]*$' and (
      is_table
      or coalesce(
        line ~ '^\|[-:| \t]*-[-:| \t]*$' and previous_line ~ '^\|.*\|[ \t]*$' and previous_line !~ '[\\`]'
        and regexp_count(line, '\|') = regexp_count(previous_line, '\|'),
        false
      )
    );
    if is_item or is_table or line ~ '^[ \t]*$' then
      -- Each level has at least two marks.
      if marks > 40 and private.count_mark_levels(paragraph) > 20 then
        return false;
      end if;
      previous_line := null;
      paragraph := '';
      letters := 0;
      marks := 0;
    end if;
    if previous_line is null then
      is_list := is_item or line ~ '^ ?\d{1,9}[.)][ \t]+[^ \t]';
    end if;
    continue when line ~ '^[ \t]*$';
    line_marks := 1 + regexp_count(line, '\*{1,2}|_{1,2}|~{1,2}|`+|!{1,3}|[][<|\\@]|://|www\.', 1, 'i');
    letters := letters + char_length(line) + case when previous_line is null then 0 else 1 end;
    marks := marks + line_marks;
    all_marks := all_marks + line_marks;
    markers := coalesce(substring(line from '^(?:[ \t]*(?:>|[-*+](?![^ \t])|\d{1,9}[.)](?![^ \t])))+'), '');
    if letters > 5000 or marks > 200 or all_marks > 2000 or regexp_count(markers, '[^ \t\d]')
      + char_length(replace(substring(markers from '^[ \t]*'), E'\t', '    ')) / 2 > 20
    then
      return false;
    end if;
    paragraph := paragraph || line || E'\n';
    previous_line := line;
  end loop;
  return marks <= 40 or private.count_mark_levels(paragraph) <= 20;
end;
$$;

create function private.is_bounded_html(value text)
returns boolean
language plpgsql
immutable
strict
set search_path = ''
as $$
declare
  block_tag constant text := '</?(?:address|blockquote|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|tfoot|th'
    || '|thead|tr|ul)(?![a-z\d])[^<>]*>|\n[ \t\r]*\n';
  part text;
  marks integer;
  -- The attributes of block tags count, too.
  all_marks integer := regexp_count(value, block_tag, 1, 'i') + regexp_count(value, '=');
  tag text[];
  name text;
  open_names text[] := '{}';
  doubtful_count integer := 0;
begin
  foreach part in array regexp_split_to_array(value, block_tag, 'i') loop
    marks := regexp_count(part, '[<&=]');
    all_marks := all_marks + regexp_count(part, '[<&]');
    if marks > 200 or char_length(regexp_replace(part, '<[^<>]*>', '', 'g')) > 5000 then
      return false;
    end if;
  end loop;
  if all_marks > 2000 then
    return false;
  end if;
  for tag in
    select regexp_matches(
      value,
      '<(/?)([a-z][a-z\d]*)(?:\s+[a-z-]+(?:="[^"<>]*"|=''[^''<>]*''|=[^\s"''<>=`]+)?)*\s*/?>|(<!--[^<>]*-->)|<[a-z!/?]',
      'gi'
    )
  loop
    name := lower(tag[2]);
    if name is null or name in (
      'iframe', 'math', 'noembed', 'noframes', 'noscript', 'plaintext', 'script', 'style', 'svg', 'template', 'textarea',
      'title', 'xmp'
    )
    then
      doubtful_count := doubtful_count + case when tag[3] is null then 1 else 0 end;
    elsif tag[1] = '/' then
      while name = any (open_names) and open_names[cardinality(open_names)] <> name loop
        open_names := trim_array(open_names, 1);
      end loop;
      if name = any (open_names) then
        open_names := trim_array(open_names, 1);
      end if;
    elsif name not in (
      'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'
    )
    then
      while open_names[cardinality(open_names)] = any (
        case name
          when 'p' then '{p}'::text[]
          when 'li' then '{li}'
          when 'tr' then '{td,th,tr}'
          when 'td' then '{td,th}'
          when 'th' then '{th}'
          else '{}'
        end
      ) loop
        open_names := trim_array(open_names, 1);
      end loop;
      open_names := open_names || name;
    end if;
    if cardinality(open_names) + doubtful_count > 20 then
      return false;
    end if;
  end loop;
  return true;
end;
$$;

grant execute on function
  private.count_mark_levels(text), private.is_bounded_markdown(text), private.is_bounded_html(text)
  to anon, authenticated, service_role;

create function private.is_image_path(path text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return path ~ (
    '^/images/(site|stories|highlights/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})/'
    || '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/[1-9][0-9]{0,4}x[1-9][0-9]{0,4}(-single)?(-share)?)?$'
  );
end;
$$;

grant execute on function private.is_image_path(text) to anon, authenticated, service_role;

comment on function private.set_updated_at() is
  'Sets updated_at to a later time with each change, so that it can serve as the row''s version.';
comment on function private.is_image_path(text) is
  'Returns whether a path points to a picture uploaded to this site, using the same pattern as the contract. Used in '
  'check constraints.';
comment on function private.is_same_version(timestamptz, timestamptz) is
  'Returns whether both times identify the same version of a row; null if either time is null.';
comment on function private.session_id() is 'The session id from the verified token.';
comment on function private.began_with_password(uuid) is
  'Returns whether the session was started with a password. A session started by an emailed link or code may only set '
  'a password.';
comment on function private.has_live_session() is
  'Returns whether the token''s session was started with a password and still exists, so that logging out takes effect '
  'at once.';
comment on function private.is_text(text) is
  'Returns whether the text has no control characters except tabs and line breaks.';
comment on function private.is_line(text) is
  'Returns whether the text is a single line, without control characters or characters that change the text direction.';
comment on function private.count_mark_levels(text) is
  'Returns how deep brackets and delimiters in a paragraph of Markdown are nested in one another.';
comment on function private.is_bounded_markdown(text) is
  'Returns whether no paragraph of the Markdown has more than 5,000 characters, 200 marks or 20 levels of lists, quotes or marks, and '
  'the text at most 2,000 marks, so that parsing it is fast. contracts/text-bounds.ts says which bound a text exceeds.';
comment on function private.is_bounded_html(text) is
  'Returns whether no paragraph of the HTML has more than 5,000 characters or 200 tags and attributes, no more than 20 elements '
  'are open at once, and the text has at most 2,000 tags and attributes, so that parsing it is fast.';
comment on function private.is_api_caller() is
  'True for visitors and signed-in people, false for the server itself. Reads the role setting because inside security '
  'definer functions, current_user is the function''s owner.';

-- What each table and each column is, said once, next to the table's policies. The archive, the audit log, the search for
-- personal data, exports, erasures and their tests all read these descriptions.
create table private.tables (
  name text primary key,
  area text check (area in ('giving', 'volunteers', 'content', 'settings', 'owner')),
  left_out text check (left_out in ('secrets', 'computed', 'operation', 'undo', 'staged')),
  is_audited boolean not null,
  readable_rows text[] not null check (
    readable_rows <@ array['all', 'published', 'published to visitors', 'published to volunteers', 'own', 'area', 'area of row']
  ),
  published_by text,
  admins_write text[] not null check (admins_write <@ array['insert', 'update', 'delete']),
  volunteers_write text[] not null check (volunteers_write <@ array['insert', 'update', 'delete']),
  title text,
  erasure text check (erasure in ('empty', 'delete')),
  erase_order integer,
  reason text,
  constraint tables_audited_area_check check (area is not null or not is_audited),
  constraint tables_access_check check (
    (area is not null or not 'area' = any (readable_rows))
    and ('area' = any (readable_rows) or admins_write = '{}')
    and ('own' = any (readable_rows) or volunteers_write = '{}')
    and (published_by is not null)
      = (readable_rows && array['published', 'published to visitors', 'published to volunteers'])
  ),
  constraint tables_whole_erasure_check check (num_nonnulls(erasure, erase_order, reason) in (0, 3))
);

comment on table private.tables is 'What each table of the API''s schema is, one row per table.';
comment on column private.tables.area is
  'The area of the table and of its history. If the table concerns several areas, only owners see its history.';
comment on column private.tables.left_out is 'Why the archive leaves the table out. Null if the archive contains it.';
comment on column private.tables.is_audited is 'Whether a trigger records the table''s changes in the audit log.';
comment on column private.tables.readable_rows is
  'Who may read which rows through the API. all: everyone reads all rows. published: everyone reads the published rows, or '
  'only those visitors or volunteers. own: volunteers read their own rows. area: administrators of the table''s area, or '
  'only owners, read all rows. area of row: the same, for tables in which each row has its own area. Empty if only the '
  'server reads the table. Policies and grants enforce this, and a test compares them with it.';
comment on column private.tables.published_by is 'The column that says whether a row is published.';
comment on column private.tables.admins_write is 'How administrators of the area may write to the table directly.';
comment on column private.tables.volunteers_write is 'How volunteers may write to their own rows directly.';
comment on column private.tables.title is
  'How the preview of an erasure names a row that mentions the person, such as ''Letter of {created_at}'': the row''s '
  'values replace the columns'' names.';
comment on column private.tables.erasure is
  'Whether erasing a person deletes the rows about them or, if the rows still say something without the person, empties '
  'them. Null if no rows are about a person.';
comment on column private.tables.erase_order is
  'The order in which an erasure changes the tables. It is also the order in which all functions lock rows: rows come '
  'before the rows that they refer to.';
comment on column private.tables.reason is 'What owners read in the preview of an erasure.';

create table private.columns (
  table_name text not null references private.tables (name),
  name text not null,
  kind text not null
    check (kind in ('personal', 'note', 'content', 'detail', 'username', 'reference', 'computed', 'state')),
  replacement text check (
    replacement in (
      'nothing', 'no', 'yes', 'empty text', 'empty list', 'empty object', 'Erased', 'Erased if any', 'donor', 'volunteer',
      'Erased volunteer', 'erased address', 'own erased address', 'kept for the ledger', 'time of erasure',
      'end of undo', 'rejected', 'all hours'
    )
  ),
  is_archived boolean not null,
  is_logged boolean not null,
  is_blankable boolean not null,
  primary key (table_name, name)
);

comment on table private.columns is 'What each column that could hold words of or about people is, one row per column.';
comment on column private.columns.kind is
  'personal: of or about one person. note: the same, but may also mention other people. content: text that the '
  'organization wrote, which may mention people. detail: the organization''s own addresses and codes. username: an '
  'administrator''s name, which the history keeps. reference: an ID, a number or a keyed hash, which identifies no one '
  'once the person''s rows are gone. computed: from other tables, by triggers. state: a fixed choice, or a fact about '
  'the site.';
comment on column private.columns.replacement is
  'What an erasure leaves in a row that stays (private.replaced()). Null if the row is deleted or the value stays.';
comment on column private.columns.is_logged is
  'Whether the audit log keeps the column''s values. If not, it says only that there was a value.';

comment on column private.columns.is_blankable is
  'Whether an owner who erases someone may replace their name in another person''s row by "erased".';

alter table private.tables enable row level security;
alter table private.columns enable row level security;

create policy "No API access to descriptions of tables" on private.tables
  for all to anon, authenticated
  using (false)
  with check (false);

create policy "No API access to descriptions of columns" on private.columns
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.blanked_words()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return nullif(current_setting('private.blanked_words', true), '')::jsonb;
end;
$$;

comment on function private.blanked_words() is
  'Returns the words of the person whose mentions an erasure is blanking right now (private.words_of()); null otherwise.';

-- The triggers that descriptions create refer to tables that later migrations create.
create function private.write_audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Columns that aren't logged, because they are secret or are computed from columns that may be erased.
  unlogged constant text[] := '{search_text,email_key,duplicate_key,mailbox,stop_token,mailbox_hashes}';
  before_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - unlogged end;
  after_row jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) - unlogged end;
  actor uuid := auth.uid();
  -- An update that changes only these columns isn't logged.
  ignored_columns text[] := coalesce(tg_argv[0], '{}')::text[];
  -- Columns that a person may ask us to erase. Their values aren't logged, because the append-only log couldn't erase them.
  erasable text[] := array(
    select known.name from private.columns as known where known.table_name = tg_table_name and not known.is_logged
  );
begin
  -- Each blanked mention has an entry of its own, without values.
  if private.blanked_words() is not null then
    return null;
  end if;
  if tg_op = 'UPDATE' and ignored_columns <> '{}'
    and before_row - ignored_columns - 'updated_at' = after_row - ignored_columns - 'updated_at' then
    return null;
  end if;

  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, before, after)
  values (
    actor,
    private.actor_name(),
    lower(tg_op),
    tg_table_name,
    coalesce(after_row, before_row) ->> 'id',
    private.erase_values(before_row, erasable),
    private.erase_values(after_row, erasable)
  );
  return null;
end;
$$;

comment on function private.write_audit() is
  'Logs a change, with who made it. Personal columns are logged as erased.';

create function private.record_site_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- The column that decides whether a row is public. Changes to rows that are hidden before and after the change don't
  -- count.
  flag text := tg_argv[0];
begin
  if flag is null
    or coalesce((to_jsonb(old) ->> flag)::boolean, false)
    or coalesce((to_jsonb(new) ->> flag)::boolean, false) then
    update public.site_builds as build
    set changes = build.changes + 1, changed_in = pg_current_xact_id()
    where build.changed_in is distinct from pg_current_xact_id();
  end if;
  return null;
end;
$$;

comment on function private.record_site_change() is
  'Counts a change of what visitors see, so that the site is rebuilt. '
  'Runs deferred, at the end of the transaction, so that writers don''t hold the lock on the shared row for long.';

create function private.describe_table(
  name text,
  archived boolean,
  audited boolean,
  area text default null,
  rows text[] default '{}',
  published_by text default null,
  admins_write text[] default '{}',
  volunteers_write text[] default '{}',
  audited_on text default 'insert or update or delete',
  uncounted text[] default '{}',
  on_site boolean default false,
  versioned_on text default 'update',
  left_out text default null,
  title text default null,
  erasure text default null,
  erase_order integer default null,
  reason text default null
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Refuses the name of a table that doesn't exist.
  perform format('public.%I', describe_table.name)::regclass;
  if archived <> (left_out is null) then
    raise exception '% is archived, or there is a reason why it''s left out', describe_table.name
      using errcode = 'check_violation';
  end if;
  insert into private.tables (
    name, area, readable_rows, published_by, admins_write, volunteers_write, left_out, is_audited, title, erasure,
    erase_order, reason
  )
  values (
    describe_table.name, describe_table.area, describe_table.rows, describe_table.published_by,
    describe_table.admins_write, describe_table.volunteers_write, describe_table.left_out, audited, describe_table.title,
    describe_table.erasure, describe_table.erase_order, describe_table.reason
  );
  if audited and audited_on is not null then
    execute format(
      'create trigger write_audit after %s on public.%I for each row execute function private.write_audit(%s)',
      audited_on, describe_table.name, case when uncounted <> '{}' then quote_literal(uncounted) end
    );
  end if;
  if versioned_on is not null and exists (
    select from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', describe_table.name)::regclass and attribute.attname = 'updated_at'
  ) then
    execute format(
      'create trigger set_updated_at before %s on public.%I for each row execute function private.set_updated_at()',
      versioned_on, describe_table.name
    );
  end if;
  if on_site then
    execute format(
      'create constraint trigger record_site_change after insert or update or delete on public.%I
        deferrable initially deferred for each row execute function private.record_site_change(%s)',
      describe_table.name, quote_literal(describe_table.published_by)
    );
  end if;
end;
$$;

create function private.describe_columns(
  table_name text,
  names text[],
  kind text,
  replacement text default null,
  archived boolean default true,
  logged boolean default null,
  blankable boolean default null
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  unknown text := (
    select string_agg(given.name, ', ') from unnest(names) as given (name)
    where not exists (
      select from pg_catalog.pg_attribute as attribute
      where attribute.attrelid = format('public.%I', describe_columns.table_name)::regclass
        and attribute.attname = given.name and attribute.attnum > 0 and not attribute.attisdropped
    )
  );
begin
  if unknown is not null then
    raise exception '% has no column %', describe_columns.table_name, unknown using errcode = 'undefined_column';
  end if;
  insert into private.columns (table_name, name, kind, replacement, is_archived, is_logged, is_blankable)
  select
    describe_columns.table_name, given.name, describe_columns.kind, describe_columns.replacement, archived,
    coalesce(logged, describe_columns.kind not in ('personal', 'note')),
    coalesce(blankable, describe_columns.kind in ('personal', 'note', 'content'))
  from unnest(names) as given (name);
end;
$$;

comment on function private.describe_table(
  text, boolean, boolean, text, text[], text, text[], text[], text, text[], boolean, text, text, text, text, integer, text
) is
  'Says what a table is. Call it in the migration that creates the table. If the table is audited, a trigger records its '
  'changes: audited_on says which ones (null if the migration creates the trigger itself, because it has a condition), and '
  'a change that affects only the uncounted columns, such as counters, isn''t recorded. If the table has an updated_at, a '
  'trigger sets it: versioned_on says on which changes (null if the migration creates the trigger itself, or if functions '
  'set the column). If the table is on_site, a trigger starts a build of the site when a published row changes.';
comment on function private.describe_columns(text, text[], text, text, boolean, boolean, boolean) is
  'Says what columns of a table are. Personal data and notes aren''t logged unless the call says so. Only in personal data, '
  'notes and content can a mention of someone else be blanked, unless the call says that the column says who its person is.';
