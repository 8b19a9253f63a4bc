set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
volatile
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
volatile
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
volatile
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
volatile
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
