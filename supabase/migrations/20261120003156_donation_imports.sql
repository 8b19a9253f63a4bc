set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.staged_donations(import_id uuid)
returns table (
  row_number integer,
  has_problems boolean,
  skipped text,
  source_id text,
  received_at timestamptz,
  received_on date,
  amount numeric,
  refunded numeric,
  fee_covered numeric,
  method text,
  reference text,
  first_name text,
  last_name text,
  email text,
  phone text,
  address text,
  zip_code text,
  source_donor_id text,
  note text,
  in_honor_of text,
  is_anonymous boolean,
  payment_ids jsonb
)
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  select
    staged.row_number, staged.problems <> '[]', staged.skipped, field."sourceId",
    -- Noon, as for a donation that an administrator records, unless the file includes the time.
    coalesce(field."receivedAt", (field."receivedOn" + time '12:00') at time zone zone.name),
    coalesce((field."receivedAt" at time zone zone.name)::date, field."receivedOn"),
    field.amount, field.refunded, field."feeCovered", field.method, field.reference,
    field."firstName", field."lastName", field.email, field.phone, field.address,
    coalesce(field."zipCode", private.zip_code_of(field.address)), field."sourceDonorId",
    field.note, field."inHonorOf", field."isAnonymous", field."paymentIds"
  from public.import_rows as staged
  cross join (select private.time_zone() as name) as zone
  cross join lateral jsonb_to_record(staged.fields) as field (
    "sourceId" text, "receivedAt" timestamptz, "receivedOn" date, amount numeric, refunded numeric, "feeCovered" numeric,
    method text, reference text, "firstName" text, "lastName" text, email text, phone text, address text, "zipCode" text,
    "sourceDonorId" text, note text, "inHonorOf" text, "isAnonymous" boolean, "paymentIds" jsonb
  )
  where staged.import_id = staged_donations.import_id;
$$;

create function private.judge_donations(import_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.imports;
  found jsonb;
begin
  select * into target from public.imports as entry where entry.id = judge_donations.import_id;
  delete from public.import_verdicts as verdict where verdict.import_id = target.id;

  insert into public.import_verdicts (import_id, row_number, outcome, problem, record_key, person_key, person_id)
  with keyed as materialized (
    select
      staged.*,
      coalesce(
        staged.source_id,
        'row:' || md5(identity.text) || ':'
          || row_number() over (partition by staged.source_id is null, identity.text order by staged.row_number)
      ) as record_key,
      case
        when staged.email is not null then 'email:' || lower(staged.email)
        when staged.source_donor_id is not null then 'id:' || staged.source_donor_id
        else 'name:' || lower(staged.first_name || ' ' || staged.last_name) || '|' || coalesce(staged.zip_code, '')
      end as person_key,
      case when staged.email is null then
        private.duplicate_key(staged.first_name, staged.last_name, staged.zip_code)
      end as duplicate_key
    from private.staged_donations(target.id) as staged
    cross join lateral (
      select concat_ws(
        '|', staged.received_at, staged.amount, staged.email, staged.first_name, staged.last_name, staged.method,
        staged.reference
      ) as text
    ) as identity
  ),
  numbered as materialized (
    select keyed.*, min(keyed.row_number) over (partition by keyed.record_key) as first_row from keyed
  ),
  -- A donor without an email address is matched with the same person's earlier imported rows. Otherwise, each import of
  -- a growing spreadsheet would add the person again.
  earlier_donors as materialized (
    select distinct on (numbered.person_key) numbered.person_key, donation.donor_id
    from numbered
    join public.imported_records as former
      on former.kind = 'donation' and former.source = target.source and former.source_id = numbered.record_key
    join public.donations as donation on donation.id = former.record_id
    where numbered.person_key like 'name:%'
    order by numbered.person_key, numbered.received_at desc, numbered.row_number
  ),
  -- Otherwise, the donor is matched with an existing donor who has the same name and ZIP code, if there is exactly one.
  namesakes as materialized (
    select alike.duplicate_key, alike.donor_id
    from private.donors_alike(
      array(select distinct numbered.duplicate_key from numbered where numbered.duplicate_key is not null)
    ) as alike
    where alike.donor_count = 1
  ),
  -- In the other system, each ID is a separate person, even if two people have the same name and ZIP code.
  claims as materialized (
    select claim.*,
      count(*) over (partition by claim.person_key) as donor_count,
      count(*) over (partition by claim.donor_id) as person_count
    from (
      select distinct numbered.person_key, numbered.source_donor_id, namesake.donor_id
      from numbered
      join namesakes as namesake on namesake.duplicate_key = numbered.duplicate_key
      where numbered.person_key like 'id:%'
    ) as claim
  ),
  known_ids as materialized (
    select
      former.source_id,
      case when donor.merged_into_id is null then donor.id else private.kept_donor(donor.id) end as donor_id
    from public.imported_records as former
    join public.donors as donor on donor.id = former.record_id
    where former.kind = 'donor' and former.source = target.source
  ),
  identified as materialized (
    select claim.person_key, claim.donor_id
    from claims as claim
    where claim.donor_count = 1
      and claim.person_count = 1
      and not exists (
        select from known_ids
        where known_ids.donor_id = claim.donor_id and known_ids.source_id <> claim.source_donor_id
      )
  ),
  matched as materialized (
    select
      numbered.*,
      coalesce(
        known.donor_id, case when mapped.merged_into_id is null then mapped.id else private.kept_donor(mapped.id) end,
        earlier_donor.donor_id, identified.donor_id, namesake.donor_id
      ) as donor_id,
      earlier.record_id is not null as was_imported
    from numbered
    left join public.donor_emails as known on known.email_key = lower(numbered.email)
    left join public.imported_records as former
      on former.kind = 'donor' and former.source = target.source and former.source_id = numbered.source_donor_id
    left join public.donors as mapped on mapped.id = former.record_id
    left join earlier_donors as earlier_donor on earlier_donor.person_key = numbered.person_key
    left join identified on identified.person_key = numbered.person_key
    left join namesakes as namesake
      on namesake.duplicate_key = numbered.duplicate_key and numbered.person_key like 'name:%'
    left join public.imported_records as earlier
      on earlier.kind = 'donation' and earlier.source = target.source and earlier.source_id = numbered.record_key
  ),
  -- The payment provider's files also contain payments that our checkout collected.
  own_payments as materialized (
    select distinct payment.row_number
    from (
      select matched.row_number, jsonb_array_elements_text(matched.payment_ids) as id from matched
    ) as payment
    join public.donations as own
      on own.stripe_charge_id = payment.id or own.stripe_payment_intent_id = payment.id
    where payment.id ~ '^(ch|pi|py)_'
  ),
  lookalikes as materialized (
    select distinct matched.row_number
    from matched
    join public.donations as known
      on known.donor_id = matched.donor_id
      and known.amount = matched.amount
      and (known.completed_at at time zone private.time_zone())::date = matched.received_on
    where known.status <> 'voided' and known.is_demo = target.is_demo
      -- If both donations come from the same system, that system's IDs tell them apart.
      and (
        matched.source_id is null
        or not exists (
          select 1 from public.imports as former where former.id = known.import_id and former.source = target.source
        )
      )
  )
  select
    target.id, matched.row_number,
    case
      when matched.skipped is not null then 'skipped'
      when matched.has_problems or problem.text is not null then 'problem'
      when matched.was_imported or own_payment.row_number is not null then 'duplicate'
      when lookalike.row_number is not null then 'lookalike'
      else 'ready'
    end,
    case when matched.skipped is null and not matched.has_problems then problem.text end,
    matched.record_key, matched.person_key, matched.donor_id
  from matched
  left join own_payments as own_payment on own_payment.row_number = matched.row_number
  left join lookalikes as lookalike on lookalike.row_number = matched.row_number
  cross join lateral (
    select case
      when matched.received_on > private.today() then 'The date is in the future.'
      when matched.source_id is not null and matched.row_number > matched.first_row then
        'Row ' || matched.first_row || ' has the same ID. Delete one of them.'
    end as text
  ) as problem;

  -- Without statistics about the new rows, the planner expects only a few rows and joins them one by one.
  analyze public.import_verdicts;
  select private.count_verdicts(target.id) || jsonb_build_object(
    'readyAmount', coalesce(sum(staged.amount - staged.refunded) filter (where verdict.outcome = 'ready'), 0),
    'lookalikeAmount', coalesce(sum(staged.amount - staged.refunded) filter (where verdict.outcome = 'lookalike'), 0)
  )
  into found
  from public.import_verdicts as verdict
  join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  where verdict.import_id = target.id;
  return found;
end;
$$;

create function private.add_imported_donors(import_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.imports;
begin
  select * into target from public.imports as entry where entry.id = add_imported_donors.import_id;
  -- If a donor has no email address, the name is stored in the donor's row, as for a recorded donation.
  with chosen as (
    select distinct on (verdict.person_key)
      verdict.person_key, staged.first_name, staged.last_name, staged.email, staged.phone, staged.address
    from private.chosen_verdicts(target) as verdict
    join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
    where verdict.person_id is null
    order by verdict.person_key, staged.received_at desc, staged.row_number
  ),
  numbered as materialized (
    select gen_random_uuid() as id, chosen.* from chosen
  ),
  added as (
    insert into public.donors (id, first_name, last_name, email, phone, address, import_id)
    select
      numbered.id,
      case when numbered.email is null then numbered.first_name end,
      case when numbered.email is null then numbered.last_name end,
      numbered.email, numbered.phone, numbered.address, target.id
    from numbered
    returning 1
  ),
  reached as (
    insert into public.donor_emails (email_key, donor_id)
    select lower(numbered.email), numbered.id from numbered where numbered.email is not null
    returning 1
  )
  update public.import_verdicts as verdict
  set person_id = numbered.id
  from numbered
  where verdict.import_id = target.id and verdict.person_key = numbered.person_key and verdict.person_id is null;

  insert into public.imported_records (kind, source, source_id, record_id, import_id)
  select distinct on (staged.source_donor_id)
    'donor', target.source, staged.source_donor_id, verdict.person_id, target.id
  from private.chosen_verdicts(target) as verdict
  join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  where staged.source_donor_id is not null and verdict.person_id is not null
  order by staged.source_donor_id, staged.received_at desc, staged.row_number
  on conflict do nothing;
end;
$$;

create function private.store_donations(import_id uuid)
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.imports;
  stored integer;
begin
  select * into target from public.imports as entry where entry.id = store_donations.import_id;
  perform private.add_imported_donors(target.id);

  with chosen as materialized (
    select
      gen_random_uuid() as id, verdict.record_key, verdict.person_id, staged.*
    from private.chosen_verdicts(target) as verdict
    join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  ),
  stored_donations as (
    insert into public.donations (
      id, donor_id, first_name, last_name, email, amount, fee_covered, adjusted_amount, method, reference, note,
      in_honor_of, is_anonymous, is_demo, status, created_at, completed_at, import_id
    )
    select
      chosen.id, chosen.person_id, chosen.first_name, chosen.last_name, chosen.email, chosen.amount, chosen.fee_covered,
      chosen.refunded, chosen.method, chosen.reference, chosen.note, chosen.in_honor_of, chosen.is_anonymous,
      target.is_demo, 'completed', chosen.received_at, chosen.received_at, target.id
    from chosen
    returning 1
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'donation', target.source, chosen.record_key, chosen.id, target.id from chosen
  )
  select count(*) into stored from stored_donations;

  -- The refund gets the donation's date, because files don't say when the refund was made.
  insert into public.donation_adjustments (donation_id, kind, amount, status, reason, created_at)
  select donation.id, 'refund', donation.adjusted_amount, 'succeeded', 'Refunded before the import', donation.created_at
  from public.donations as donation
  where donation.import_id = target.id and donation.adjusted_amount > 0;
  return stored;
end;
$$;

comment on function private.staged_donations(uuid) is 'Returns the rows of an import of donations, with typed columns.';
comment on function private.judge_donations(uuid) is
  'Decides for each row whether it would be stored, and if not, why. Returns the counts and the amounts.';
comment on function private.add_imported_donors(uuid) is
  'Adds an import''s new donors, and stores the IDs that they had in the source.';
comment on function private.store_donations(uuid) is
  'Stores the donations that the check showed, without sending emails or assigning receipt numbers.';
