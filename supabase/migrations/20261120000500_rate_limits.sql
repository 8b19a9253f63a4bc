set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- One counter per bucket and caller. The caller is stored as a keyed hash; IP addresses are never stored.
create table public.rate_limits (
  bucket text not null check (char_length(bucket) between 1 and 60),
  subject_hash text not null check (char_length(subject_hash) between 1 and 128),
  window_started_at timestamptz not null default clock_timestamp(),
  window_ends_at timestamptz not null,
  hits integer not null default 1 check (hits > 0),
  primary key (bucket, subject_hash)
);
create index rate_limits_window_ends_at_idx on public.rate_limits (window_ends_at);

comment on table public.rate_limits is 'Attempts per bucket and hashed caller within one time window.';
comment on column public.rate_limits.subject_hash is
  'Keyed hash of an IP address or account, computed by the functions.';

select private.describe_table('rate_limits', archived => false, left_out => 'secrets', audited => false);
select private.describe_columns('rate_limits', '{subject_hash}', kind => 'reference');
select private.describe_columns('rate_limits', '{bucket}', kind => 'state');

alter table public.rate_limits enable row level security;

create policy "No API access to rate limits" on public.rate_limits
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, delete on table public.rate_limits to service_role;

create function private.count_rate_limit_hit(
  bucket text,
  subject_hash text,
  max_hits integer,
  window_length interval,
  added integer default 1
)
returns table (allowed boolean, hits integer, retry_after_seconds integer)
language sql
security definer
set search_path = ''
as $$
  insert into public.rate_limits as counter (bucket, subject_hash, window_ends_at, hits)
  values (count_rate_limit_hit.bucket, count_rate_limit_hit.subject_hash, clock_timestamp() + window_length, added)
  on conflict (bucket, subject_hash) do update set
    window_started_at = case
      when counter.window_ends_at <= clock_timestamp() then clock_timestamp()
      else counter.window_started_at
    end,
    window_ends_at = case
      when counter.window_ends_at <= clock_timestamp() then clock_timestamp() + window_length
      else counter.window_ends_at
    end,
    hits = added + case when counter.window_ends_at <= clock_timestamp() then 0 else counter.hits end
  returning
    counter.hits <= max_hits,
    counter.hits,
    case
      when counter.hits <= max_hits then 0
      else greatest(1, ceil(extract(epoch from counter.window_ends_at - clock_timestamp()))::integer)
    end;
$$;

grant execute on function private.count_rate_limit_hit(text, text, integer, interval, integer) to service_role;

create function private.peek_at_rate_limit(bucket text, subject_hash text, max_hits integer)
returns table (allowed boolean, hits integer, retry_after_seconds integer)
language sql
security definer
set search_path = ''
as $$
  select
    counted.hits < max_hits,
    counted.hits,
    case
      when counted.hits < max_hits then 0
      else greatest(1, ceil(extract(epoch from counted.window_ends_at - clock_timestamp()))::integer)
    end
  from (
    select
      coalesce(max(counter.hits), 0) as hits,
      max(counter.window_ends_at) as window_ends_at
    from public.rate_limits as counter
    where counter.bucket = peek_at_rate_limit.bucket
      and counter.subject_hash = peek_at_rate_limit.subject_hash
      and counter.window_ends_at > clock_timestamp()
  ) as counted;
$$;

grant execute on function private.peek_at_rate_limit(text, text, integer) to service_role;

create function private.take_back_rate_limit_hit(bucket text, subject_hash text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.rate_limits as counter
  where counter.bucket = take_back_rate_limit_hit.bucket
    and counter.subject_hash = take_back_rate_limit_hit.subject_hash
    and counter.hits = 1;
  update public.rate_limits as counter set hits = counter.hits - 1
  where counter.bucket = take_back_rate_limit_hit.bucket
    and counter.subject_hash = take_back_rate_limit_hit.subject_hash
    and counter.hits > 1;
$$;

grant execute on function private.take_back_rate_limit_hit(text, text) to service_role;

comment on function private.take_back_rate_limit_hit(text, text) is
  'Subtracts one attempt from the counter: a success, for limits that count only failures and aren''t reset by a '
  'success, or an attempt that couldn''t be made.';

create function private.has_unused_recovery(email text, subject_hashes text[])
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1
    from public.rate_limits as mailed
    join auth.users as account on account.email = lower(has_unused_recovery.email)
    where mailed.bucket = 'password-recovery'
      and mailed.subject_hash = any (has_unused_recovery.subject_hashes)
      and mailed.window_ends_at > clock_timestamp()
      and account.recovery_token <> ''
      -- A later time means that a newer link was requested directly from Auth. Auth sends at most one link a minute,
      -- and the 30 seconds allow for clock skew.
      and account.recovery_sent_at < mailed.window_started_at + interval '30 seconds'
  );
$$;

grant execute on function private.has_unused_recovery(text, text[]) to service_role;

comment on function private.has_unused_recovery(text, text[]) is
  'Returns whether the recovery link we last emailed still works; sending another link would invalidate it. Server only.';

-- Only unfinished payments count toward the limit. A successful payment no longer counts, whether Stripe's webhook or
-- the browser reports it first.
create table public.payment_attempts (
  attempt_id uuid primary key,
  address_hash text not null check (char_length(address_hash) between 1 and 128),
  -- The /48 around an IPv6 address.
  network_hash text check (char_length(network_hash) between 1 and 128),
  email_hash text not null check (char_length(email_hash) between 1 and 128),
  form_token_id uuid unique,
  started_at timestamptz not null default clock_timestamp()
);
create index payment_attempts_address_idx on public.payment_attempts (address_hash, started_at desc);
create index payment_attempts_network_idx on public.payment_attempts (network_hash, started_at desc);
create index payment_attempts_started_at_idx on public.payment_attempts (started_at);

comment on table public.payment_attempts is
  'The last day''s payments with keyed hashes of the payer''s IP address and email, to stop people from testing stolen '
  'cards.';

select private.describe_table('payment_attempts', archived => false, left_out => 'secrets', audited => false);
select private.describe_columns('payment_attempts', '{address_hash,attempt_id,email_hash,form_token_id,network_hash}', kind => 'reference');

alter table public.payment_attempts enable row level security;

create policy "No API access to payment attempts" on public.payment_attempts
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, delete on table public.payment_attempts to service_role;

create function private.is_unpaid_attempt(attempt_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return not exists (
    select from public.donations as donation
    where donation.attempt_id = is_unpaid_attempt.attempt_id
      and (donation.completed_at is not null or (donation.processing_at is not null and donation.failed_at is null))
  );
end;
$$;

create function private.unusual_traffic()
returns table (kind text, count integer)
language sql
stable
security definer
set search_path = ''
as $$
  select 'refused', sum(counter.hits)::integer
  from public.rate_limits as counter
  where counter.bucket = 'refused-requests' and counter.window_ends_at > clock_timestamp()
  having sum(counter.hits) >= 1000
  union all
  select 'unpaid', count(*)::integer
  from (
    select from public.payment_attempts as attempt
    where attempt.started_at > clock_timestamp() - interval '10 minutes' and private.is_unpaid_attempt(attempt.attempt_id)
    limit 1000
  ) as unpaid
  having count(*) >= 300;
$$;

grant execute on function private.unusual_traffic() to service_role;

create function private.warn_of_unusual_traffic(kind text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_email(
    'Unusual Traffic', owner.email, owner.name,
    jsonb_build_object('name', owner.name, 'traffic', case kind
      when 'refused' then 'Within an hour, your site has refused more than 1,000 requests that had no permission or came too fast.'
      else 'Within ten minutes, more than 300 payments were started and not paid. Someone may be testing stolen cards.'
    end),
    'unusual-traffic:' || kind || ':' || owner.id || ':' || private.today()
  )
  from private.owner_addresses() as owner
  where exists (select from private.unusual_traffic() as traffic where traffic.kind = warn_of_unusual_traffic.kind);
end;
$$;

create function private.count_refused_requests(counts jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.count_rate_limit_hit('refused-requests', refused.status, 1000, '1 hour', refused.count::integer)
  from jsonb_each_text(counts) as refused (status, count)
  order by refused.status;
  perform private.warn_of_unusual_traffic('refused');
end;
$$;

grant execute on function private.count_refused_requests(jsonb) to service_role;

create function private.admit_payment_attempt(
  attempt_id uuid,
  address_hash text,
  network_hash text,
  email_hash text,
  form_token_id uuid,
  max_of_address integer,
  max_of_network integer,
  max_of_donor integer,
  window_length interval,
  out wait_seconds integer,
  out is_token_used boolean,
  out is_flooded boolean
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  free_at timestamptz;
begin
  wait_seconds := 0;
  is_token_used := false;
  is_flooded := false;
  if admit_payment_attempt.network_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('payments of network ' || admit_payment_attempt.network_hash, 0));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payments of address ' || admit_payment_attempt.address_hash, 0));
  if exists (
    select 1 from public.payment_attempts as known
    where known.attempt_id = admit_payment_attempt.attempt_id
  ) then
    return;
  end if;

  with unfinished as materialized (
    select attempt.address_hash, attempt.email_hash, attempt.started_at
    from public.payment_attempts as attempt
    where (
        attempt.address_hash = admit_payment_attempt.address_hash
        or attempt.network_hash = admit_payment_attempt.network_hash
      )
      and attempt.started_at > clock_timestamp() - window_length
      and private.is_unpaid_attempt(attempt.attempt_id)
  ),
  of_address as (
    select * from unfinished where unfinished.address_hash = admit_payment_attempt.address_hash
  ),
  blocking_application as (
    (
      select started_at from of_address
      order by started_at desc offset max_of_address - 1 limit 1
    )
    union all
    (
      select started_at from of_address
      where of_address.email_hash = admit_payment_attempt.email_hash
      order by started_at desc offset max_of_donor - 1 limit 1
    )
    union all
    (
      select started_at from unfinished
      order by started_at desc offset max_of_network - 1 limit 1
    )
  )
  select max(started_at) + window_length into free_at from blocking_application;
  if free_at is not null then
    wait_seconds := greatest(1, ceil(extract(epoch from free_at - clock_timestamp()))::integer);
    return;
  end if;

  insert into public.payment_attempts (attempt_id, address_hash, network_hash, email_hash, form_token_id)
  values (
    admit_payment_attempt.attempt_id, admit_payment_attempt.address_hash, admit_payment_attempt.network_hash,
    admit_payment_attempt.email_hash, admit_payment_attempt.form_token_id
  )
  -- The same attempt may arrive from two IP addresses at the same time, and another one may have used the form token.
  on conflict do nothing;
  if not found then
    is_token_used := not exists (
      select from public.payment_attempts as known where known.attempt_id = admit_payment_attempt.attempt_id
    );
    return;
  end if;
  is_flooded := exists (select from private.unusual_traffic() as traffic where traffic.kind = 'unpaid');
  if is_flooded then
    perform private.warn_of_unusual_traffic('unpaid');
  end if;
end;
$$;

grant execute on function private.admit_payment_attempt(
  uuid, text, text, text, uuid, integer, integer, integer, interval
) to service_role;

comment on function private.is_unpaid_attempt(uuid) is
  'Returns whether a payment attempt hasn''t led to a donation that is paid or underway. Called by other functions.';
comment on function private.unusual_traffic() is
  'Returns the kinds of unusual traffic on the whole site, if any: refused requests (refused) in the last hour, and payments '
  'that were started and not paid (unpaid) in the last ten minutes.';
comment on function private.warn_of_unusual_traffic(text) is
  'Emails all owners about unusual traffic of this kind, if there is any, at most once a day. Called by other functions.';
comment on function private.count_refused_requests(jsonb) is
  'Adds refused requests to the site''s counters, by HTTP status. Server only.';
comment on function private.admit_payment_attempt(
  uuid, text, text, text, uuid, integer, integer, integer, interval
) is
  'Admits a payment attempt: records it, or returns the seconds to wait, or that another attempt used its form token. Also '
  'returns whether the whole site has too many unpaid attempts. Counts attempts per IP address and the IPv6 /48 around it, '
  'and per combination of IP address and email. If it counted by email only, strangers could use up a donor''s limit. '
  'Locks before counting.';

create function private.sweep_rate_limits()
returns integer
language sql
security definer
set search_path = ''
as $$
  with swept as (
    delete from public.rate_limits where window_ends_at < clock_timestamp() returning 1
  ),
  swept_attempts as (
    delete from public.payment_attempts where started_at < clock_timestamp() - interval '1 day' returning 1
  )
  select count(*)::integer from (select 1 from swept union all select 1 from swept_attempts) as gone;
$$;

grant execute on function private.sweep_rate_limits() to service_role;

comment on function private.count_rate_limit_hit(text, text, integer, interval, integer) is
  'Counts one attempt and returns whether it is allowed. Uses a single upsert, so that parallel calls can''t both '
  'pass.';
comment on function private.peek_at_rate_limit(text, text, integer) is
  'Returns whether another attempt would be allowed, without counting one, because logins count only failures.';

-- Responses are stored in case one gets lost: a retry with the same key gets the first response again.
create table public.idempotency_keys (
  user_id uuid not null,
  operation text not null check (char_length(operation) between 1 and 60),
  key text not null check (char_length(key) between 1 and 100),
  request_hash text not null check (char_length(request_hash) between 1 and 128),
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, operation, key)
);
create index idempotency_keys_created_at_idx on public.idempotency_keys (created_at);

comment on table public.idempotency_keys is
  'The last day''s requests that created a row, by Idempotency-Key. Each request is stored in the same transaction as '
  'the row that it created.';
comment on column public.idempotency_keys.user_id is
  'The user who sent the key. No foreign key, because rows are kept for only a day. All zeros for a visitor.';
comment on column public.idempotency_keys.request_hash is
  'Computed with the first HASH_SECRET. While the secret is being rotated, a retry''s hash is computed with each '
  'accepted secret.';
comment on column public.idempotency_keys.response is 'The response to the first request, before output validation.';

select private.describe_table(
  'idempotency_keys', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 71,
  reason => 'Responses kept for repeated requests.'
);
select private.describe_columns('idempotency_keys', '{response}', kind => 'personal');
select private.describe_columns('idempotency_keys', '{key,request_hash,user_id}', kind => 'reference');
select private.describe_columns('idempotency_keys', '{operation}', kind => 'state');

alter table public.idempotency_keys enable row level security;

create policy "No API access to idempotency keys" on public.idempotency_keys
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, delete on table public.idempotency_keys to service_role;

create function private.idempotency_owner()
returns uuid
language sql
stable
set search_path = ''
as $$
  select coalesce((select auth.uid()), '00000000-0000-0000-0000-000000000000'::uuid);
$$;

create function private.stored_response(operation text, key text, request_hashes text[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.idempotency_keys;
begin
  select * into kept
  from public.idempotency_keys as known
  where known.user_id = private.idempotency_owner()
    and known.operation = stored_response.operation
    and known.key = stored_response.key;
  if kept.request_hash <> all (stored_response.request_hashes) then
    raise exception 'the key was used with a different request' using errcode = 'CP019';
  end if;
  return kept.response;
end;
$$;

grant execute on function private.stored_response(text, text, text[]) to authenticated, service_role;

create function private.claim_idempotency_key(operation text, key text, request_hashes text[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A concurrent request with the same key waits here until the first transaction ends.
  insert into public.idempotency_keys (user_id, operation, key, request_hash)
  values (
    private.idempotency_owner(),
    claim_idempotency_key.operation, claim_idempotency_key.key, claim_idempotency_key.request_hashes[1]
  )
  on conflict do nothing;
  if found then
    return null;
  end if;
  return private.stored_response(
    claim_idempotency_key.operation, claim_idempotency_key.key, claim_idempotency_key.request_hashes
  );
end;
$$;

grant execute on function private.claim_idempotency_key(text, text, text[]) to authenticated, service_role;

create function private.store_response(operation text, key text, response jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.idempotency_keys as known
  set response = store_response.response
  where known.user_id = private.idempotency_owner()
    and known.operation = store_response.operation
    and known.key = store_response.key
    and known.response is null;
$$;

grant execute on function private.store_response(text, text, jsonb) to authenticated, service_role;

create function private.sweep_idempotency_keys()
returns integer
language sql
security definer
set search_path = ''
as $$
  with swept as (
    delete from public.idempotency_keys where created_at < now() - interval '1 day' returning 1
  )
  select count(*)::integer from swept;
$$;

grant execute on function private.sweep_idempotency_keys() to service_role;

comment on function private.stored_response(text, text, text[]) is
  'Returns the stored response for the key, or null if there is none. Raises CP019 for a different request.';
comment on function private.claim_idempotency_key(text, text, text[]) is
  'Claims the key for this transaction and returns null, or returns the response already stored for it.';
comment on function private.store_response(text, text, jsonb) is
  'Stores the response in the transaction that claimed the key.';
comment on function private.sweep_idempotency_keys() is 'Scheduled: deletes keys that are more than a day old.';
