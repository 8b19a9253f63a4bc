set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.letter_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name) and char_length(btrim(name)) between 1 and 100),
  body text not null check (private.is_text(body) and char_length(btrim(body)) between 10 and 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index letter_templates_name_idx on public.letter_templates (private.fold(name) collate "C", id);

comment on table public.letter_templates is
  'Letters to donors that administrators print, with placeholders such as {{firstName}}.';
comment on column public.letter_templates.body is 'The paragraphs, separated by blank lines, without salutation and signature.';

select private.describe_table(
  'letter_templates', area => 'giving', archived => true, audited => true, title => '{name}',
  rows => '{area}', admins_write => '{insert,update,delete}'
);
select private.describe_columns('letter_templates', '{name,body}', kind => 'content');

alter table public.letter_templates enable row level security;

create policy "Admins manage letter templates" on public.letter_templates
  for all to authenticated
  using ((select private.may('giving')));

grant select, delete on table public.letter_templates to authenticated;
grant insert (name, body) on table public.letter_templates to authenticated;
grant update (name, body) on table public.letter_templates to authenticated;
grant select on table public.letter_templates to service_role;

create table public.printed_papers (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipts', 'statements', 'letters', 'labels')),
  donor_id uuid not null references public.donors (id) on delete cascade,
  donation_id uuid references public.donations (id) on delete cascade,
  year integer check (year between 1900 and 2199),
  printed_at timestamptz not null default now(),
  constraint printed_papers_donation_id_check check ((donation_id is not null) = (kind = 'receipts')),
  constraint printed_papers_year_check1 check ((year is not null) = (kind = 'statements'))
);
create index printed_papers_donor_idx on public.printed_papers (donor_id, kind, year);
create index printed_papers_statements_idx on public.printed_papers (year, donor_id) where kind = 'statements';
create index printed_papers_donation_idx on public.printed_papers (donation_id);

comment on table public.printed_papers is
  'Which receipts, statements, letters and labels were printed, and for whom. The outbox says the same about emails.';
comment on column public.printed_papers.year is 'The year of a statement.';

select private.describe_table(
  'printed_papers', area => 'giving', archived => true, audited => false,
  rows => '{area}',
  erasure => 'delete', erase_order => 9,
  reason => 'Which papers were printed.'
);
select private.describe_columns('printed_papers', '{kind}', kind => 'state');

alter table public.printed_papers enable row level security;

create policy "Admins read printed papers" on public.printed_papers
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.printed_papers to authenticated;
grant select on table public.printed_papers to service_role;

create function private.count_printed_statement()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_statements(old.donor_id, old.year, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_statements(new.donor_id, new.year, 1);
  end if;
  return null;
end;
$$;

create trigger count_new_statement
  after insert on public.printed_papers
  for each row when (new.kind = 'statements')
  execute function private.count_printed_statement();

create trigger count_moved_statement
  after update of donor_id on public.printed_papers
  for each row when (new.kind = 'statements')
  execute function private.count_printed_statement();

create trigger count_deleted_statement
  after delete on public.printed_papers
  for each row when (old.kind = 'statements')
  execute function private.count_printed_statement();

comment on function private.count_printed_statement() is
  'Counts a printed annual statement for the donor, also after a merge.';

create function private.printed_statements(donor_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('year', printed.year, 'printedAt', printed.printed_at) order by printed.year desc), '[]'
    )
    from (
      select paper.year, max(paper.printed_at) as printed_at
      from public.printed_papers as paper
      where paper.donor_id = printed_statements.donor_id and paper.kind = 'statements'
      group by paper.year
    ) as printed
  );
end;
$$;

create function private.letter_document(donor_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'organization', private.letterhead(),
    'donor', private.recipient_view(private.donor_recipient(donor.id)),
    'lastGift', (
      select jsonb_build_object('amount', counted.net, 'date', counted.given_on)
      from private.donor_donations(donor.id) as counted
      where counted.net > 0
      order by counted.given_on desc, counted.charged_at desc, counted.id desc
      limit 1
    ),
    'yearTotal', (
      select coalesce(sum(counted.net), 0)
      from private.donor_donations(donor.id) as counted
      where extract(year from counted.given_on) = extract(year from private.today())
    ),
    'issuedOn', private.today()
  )
  from public.donors as donor
  where donor.id = private.kept_donor(letter_document.donor_id);
$$;

grant execute on function private.letter_document(uuid) to service_role;
grant execute on function private.annual_statement(uuid, integer) to service_role;

create function private.latest_receipt(donor_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.donation_receipt((
    select counted.id
    from private.donor_donations(latest_receipt.donor_id) as counted
    where counted.net > 0 and counted.receipt_number is not null
    order by counted.given_on desc, counted.charged_at desc, counted.id desc
    limit 1
  ));
$$;

grant execute on function private.latest_receipt(uuid) to service_role;

create function private.record_printed_papers(kind text, ids uuid[], year integer, detail text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded integer;
begin
  perform private.require_area('giving');
  if record_printed_papers.kind = 'receipts' then
    insert into public.printed_papers (kind, donor_id, donation_id)
    select record_printed_papers.kind, donation.donor_id, donation.id
    from public.donations as donation
    where donation.id = any (ids);
  else
    insert into public.printed_papers (kind, donor_id, year)
    select
      record_printed_papers.kind, donor.id,
      case when record_printed_papers.kind = 'statements' then record_printed_papers.year end
    from (select distinct private.kept_donor(given.id) as id from unnest(ids) as given (id)) as donor
    where donor.id is not null
    order by donor.id;
  end if;
  get diagnostics recorded = row_count;
  -- One entry for all of them, as for an import.
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, after)
  values (
    auth.uid(), private.actor_name(), 'insert', 'printed_papers', gen_random_uuid()::text,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', record_printed_papers.kind, 'count', recorded, 'year', record_printed_papers.year, 'letter', detail
    ))
  );
  return recorded;
end;
$$;

grant execute on function private.record_printed_papers(text, uuid[], integer, text) to authenticated;

comment on function private.printed_statements(uuid) is
  'Returns for which years statements were printed for the donor, and when last.';
comment on function private.letter_document(uuid) is
  'Returns what a letter to this donor needs: who gets it, the latest donation and the total of this year.';
comment on function private.latest_receipt(uuid) is
  'Returns the receipt of the donor''s latest donation that has one, or null.';
comment on function private.record_printed_papers(text, uuid[], integer, text) is
  'Records that these papers were printed, with one entry in the audit log. The IDs are those of donations for receipts, '
  'and of donors for everything else.';

create or replace function private.is_receipt_sent(donation_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_outbox as mail
    where mail.dedupe_key = 'receipt:' || is_receipt_sent.donation_id and mail.status = 'sent'
  ) or exists (
    select from public.printed_papers as paper where paper.donation_id = is_receipt_sent.donation_id
  );
$$;

comment on function private.is_receipt_sent(uuid) is 'Returns whether the donation''s receipt has been emailed or printed.';
