set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.judge_import(import_id uuid, kind text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return case judge_import.kind
    when 'donations' then private.judge_donations(judge_import.import_id)
    else private.judge_people(judge_import.import_id)
  end;
end;
$$;

create function private.check_import(import_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(check_import.import_id);
begin
  if target.state <> 'checking' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  update public.imports as entry
  set state = 'checked', counts = private.judge_import(target.id, target.kind)
  where entry.id = target.id;
end;
$$;

grant execute on function private.check_import(uuid) to authenticated;

create function private.store_import(import_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(store_import.import_id);
  stored integer;
begin
  if target.state <> 'importing' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  -- Imports run one at a time, so that two of them can't store the same records.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  if private.judge_import(target.id, target.kind) <> target.counts then
    perform private.refuse_import('Something has changed since the check. Check the file again.');
  end if;
  stored := case target.kind
    when 'donations' then private.store_donations(target.id)
    when 'donors' then private.store_donors(target.id)
    else private.store_volunteers(target.id)
  end;
  delete from public.import_rows as staged
  using public.import_verdicts as verdict
  where staged.import_id = target.id
    and verdict.import_id = target.id
    and verdict.row_number = staged.row_number
    and verdict.outcome <> 'problem';
  update public.imports as entry
  set state = 'imported', stored_count = stored, imported_at = now()
  where entry.id = target.id;
end;
$$;

grant execute on function private.store_import(uuid) to authenticated;

create function private.referenced_records(target regclass, ids uuid[], except_tables text[])
returns setof uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  reference record;
begin
  for reference in
    select relation.relname as table_name, attribute.attname as column_name
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as relation on relation.oid = key.conrelid
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = key.conrelid and attribute.attnum = key.conkey[1]
    where key.contype = 'f' and key.confrelid = target and relation.relnamespace = 'public'::regnamespace
      and relation.relname <> all (except_tables)
  loop
    return query execute format(
      'select distinct %1$I from public.%2$I where %1$I = any ($1)', reference.column_name, reference.table_name
    ) using ids;
  end loop;
end;
$$;

create function private.undo_donations(target public.imports)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  donation_ids constant uuid[] := array(
    select donation.id from public.donations as donation where donation.import_id = target.id
  );
  changed_ids uuid[];
  named text;
begin
  changed_ids := array(
    select donation.id from public.donations as donation
    where donation.import_id = target.id and donation.updated_at > target.imported_at
    union
    select private.referenced_records('public.donations', donation_ids, '{donation_adjustments}')
  );
  if changed_ids <> '{}' then
    select string_agg(
      format('%s, $%s on %s', btrim(shown.first_name || ' ' || shown.last_name), shown.amount,
        to_char(shown.completed_at at time zone private.time_zone(), 'FMMM/FMDD/YYYY')),
      '; '
    )
    into named
    from (
      select * from public.donations as donation where donation.id = any (changed_ids)
      order by donation.completed_at desc, donation.id limit 3
    ) as shown;
    perform private.refuse_import(format(
      '%s of these donations changed since the import (%s%s), so nothing was undone. Void the donations that are wrong instead.',
      cardinality(changed_ids), named, case when cardinality(changed_ids) > 3 then '; …' else '' end
    ));
  end if;
  delete from public.donation_adjustments as adjustment where adjustment.donation_id = any (donation_ids);
  delete from public.donations as donation where donation.import_id = target.id;
  delete from public.donation_day_totals as total
  where total.is_demo = target.is_demo and total.total_amount = 0 and total.donation_count = 0;
  delete from public.donation_month_totals as total
  where total.is_demo = target.is_demo and total.total_amount = 0 and total.donation_count = 0;
end;
$$;

create function private.undo_import(import_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(undo_import.import_id);
begin
  if target.state <> 'undoing' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  perform private.undo_donations(target);
  perform private.undo_people(target);
  -- People from this import who aren't removed keep their imported IDs; otherwise, importing the corrected file would
  -- add them again.
  delete from public.imported_records as record
  where record.import_id = target.id
    and not exists (
      select 1 from public.donors as donor where donor.id = record.record_id and donor.import_id = target.id
    )
    and not exists (
      select 1 from public.volunteers as volunteer where volunteer.id = record.record_id and volunteer.import_id = target.id
    );
  delete from public.import_rows as staged where staged.import_id = target.id;
  update public.imports as entry set state = 'undone', undone_at = now() where entry.id = target.id;
end;
$$;

grant execute on function private.undo_import(uuid) to authenticated;

comment on function private.judge_import(uuid, text) is 'Decides the outcome of each row of an import.';
comment on function private.check_import(uuid) is 'Makes a dry run: marks each row and stores nothing.';
comment on function private.store_import(uuid) is
  'Stores what the check showed, or nothing at all. Rows with problems stay, so that they can be downloaded.';
comment on function private.referenced_records(regclass, uuid[], text[]) is
  'Returns the records that rows in other tables refer to.';
comment on function private.undo_donations(public.imports) is
  'Removes an import''s donations. Refuses if any of them has been changed since the import or is referred to by other '
  'records.';
comment on function private.undo_import(uuid) is
  'Removes what an import added, up to 24 hours after the import. Donors and volunteers for whom anything else has '
  'been recorded since then stay, and so do their IDs.';
