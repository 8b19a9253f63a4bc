import type { Sql } from "postgres";
import { buildJwtClaims, type Person } from "./connection.ts";
import { HISTORY_END } from "./volunteer-history-end.ts";

/** One thing that happens. `person` and `event` are IDs, and `value` depends on the kind. */
export interface Step {
  readonly kind: string;
  /** The number of the history; it happens to all of them if there is none. */
  readonly cell?: number;
  /** The claims of whoever acts; the database's owner if null. */
  readonly actor: Person | null;
  readonly person?: string;
  readonly other?: string;
  /** Whose merges an undo chooses from, and the events whose facts a merge may change. */
  readonly people?: readonly string[];
  readonly events?: readonly string[];
  readonly event?: string;
  readonly value?: string | number | null;
}

/** What the driver sends to the database for a step. */
export const encodeStep = ({ actor, ...step }: Step) => ({
  ...step,
  ...(actor === null ? {} : { role: actor.role, subject: actor.id, claims: buildJwtClaims(actor) }),
});

const FACTS = `
  create function pg_temp.ids(list jsonb) returns uuid[] language plpgsql immutable as $$
    begin
      return array(select id::uuid from jsonb_array_elements_text(list) as id);
    end
  $$;

  -- What is true about people and events. In PL/pgSQL, which keeps its plan.
  create function pg_temp.truths(people uuid[], meetings uuid[]) returns jsonb language plpgsql stable as $$
    begin
      return (
        select jsonb_agg(jsonb_build_object(
          'person', person.id, 'event', meeting.id, 'date', meeting.date, 'start', meeting.start_time,
          'isAhead', meeting.starts_at > now(),
          'isOn', meeting.is_active and shift.status is distinct from 'canceled',
          'isOpen', person.is_active and coalesce(account.is_active, true),
          'state', case
            when registration.attendance = 'absent' and registration.gave_up_spot then 'gone'
            when registration.id is not null then 'on'
            when queue.id is not null then 'waiting' else 'off'
          end,
          'isQueued', exists (
            select from public.email_outbox as mail
            where mail.status = 'queued' and mail.data ->> 'eventId' = meeting.id::text and mail.data ? 'volunteerId'
              and private.shift_email_claim(mail.template_name) is not null
              and private.kept_volunteer((mail.data ->> 'volunteerId')::uuid) = person.id
          )
        ))
        from public.volunteers as person
        left join public.volunteer_accounts as account on account.id = person.account_id
        join public.events as meeting on meeting.id = any (meetings)
        left join public.volunteer_shifts as shift on shift.event_id = meeting.id
        left join public.shift_waitlist as queue on queue.shift_id = shift.id and queue.person_id = person.id
        left join public.volunteer_event_registrations as registration
          on registration.event_id = meeting.id and registration.person_id = person.id
        where person.id = any (people) and person.merged_into_id is null
      );
    end
  $$;

  -- The emails that the worker would send now.
  create function pg_temp.deliver(minutes integer) returns jsonb language plpgsql as $$
    declare
      mail public.email_outbox;
      problem text;
      reader uuid;
      left_now jsonb := '[]';
    begin
      for mail in
        select * from public.email_outbox as queued
        where queued.status = 'queued' and queued.data ->> 'eventId' in (select id::text from pg_temp.own_events())
          and queued.data ? 'volunteerId' and private.shift_email_claim(queued.template_name) is not null
          and queued.next_attempt_at <= now() + make_interval(mins => minutes)
        order by queued.created_at, queued.next_attempt_at
      loop
        problem := private.shift_mail_problem(mail);
        update public.email_outbox
        set status = case when problem is null then 'sent' else 'canceled' end, last_error = problem,
          sent_at = case when problem is null then clock_timestamp() end
        where id = mail.id;
        if problem is null then
          reader := private.kept_volunteer((mail.data ->> 'volunteerId')::uuid);
          left_now := left_now || jsonb_build_object(
            'template', mail.template_name, 'data', mail.data, 'event', mail.data ->> 'eventId', 'person', reader,
            'truth', pg_temp.truths(array[reader], array[(mail.data ->> 'eventId')::uuid]) -> 0
          );
        end if;
      end loop;
      return left_now;
    end
  $$;

  -- Days go by: everything happened that much earlier.
  create function pg_temp.pass(days integer) returns void language plpgsql as $$
    declare
      known jsonb;
      mails jsonb := (
        select jsonb_object_agg(mail.id, mail.data) from public.email_outbox as mail
        where mail.data ->> 'eventId' in (select id::text from pg_temp.own_events()) and mail.data ? 'volunteerId'
      );
    begin
      -- The days of shifts and hours move one after the other, so these would be refused.
      delete from public.hour_entries as entry
      where entry.person_id in (select id from pg_temp.own_people()) and not entry.is_beside_shift
        and private.shift_on(entry.person_id, entry.date) is not null;
      known := (select jsonb_agg(person) from pg_temp.own_people() as person);
      perform private.set_shift_cause('quiet');
      update public.events set date = date - days where id in (select id from pg_temp.own_events());
      update public.hour_entries set date = date - days where person_id in (select id from pg_temp.own_people());
      perform private.set_shift_cause('');
      -- Only the job may count a shift that has ended meanwhile.
      update public.volunteers as person set total_hours = before.total_hours, packages_helped = before.packages_helped
      from jsonb_populate_recordset(null::public.volunteers, known) as before where before.id = person.id;
      update public.email_outbox as mail
      set data = before.value
          || jsonb_build_object('eventDate', (before.value ->> 'eventDate')::date - days)
          || case when before.value ->> 'formerDate' is null then '{}'
            else jsonb_build_object('formerDate', (before.value ->> 'formerDate')::date - days) end,
        next_attempt_at = mail.next_attempt_at - make_interval(days => days),
        sent_at = mail.sent_at - make_interval(days => days), dedupe_key = null
      from jsonb_each(mails) as before where before.key = mail.id::text;
    end
  $$;
`;

const STEPS = `
  create function pg_temp.act(step jsonb) returns jsonb language plpgsql as $$
    #variable_conflict use_column
    declare
      person_id constant uuid := (step ->> 'person')::uuid;
      event_id constant uuid := (step ->> 'event')::uuid;
      value constant text := step ->> 'value';
      outcome jsonb;
      last_merge public.volunteer_merges;
    begin
      perform set_config('role', coalesce(step ->> 'role', 'none'), true),
        set_config('request.jwt.claims', coalesce(step ->> 'claims', ''), true),
        set_config('request.jwt.claim.sub', coalesce(step ->> 'subject', ''), true);
      case step ->> 'kind'
        when 'join' then perform private.join_event(event_id, true);
        when 'leave' then perform private.leave_event(event_id);
        when 'put' then perform private.put_on_shift(person_id, event_id, true, true);
        when 'remove' then
          delete from public.volunteer_event_registrations as registration
          where registration.event_id = (step ->> 'event')::uuid and registration.person_id = (step ->> 'person')::uuid;
        when 'mark' then
          update public.volunteer_event_registrations as registration set attendance = value
          where registration.event_id = (step ->> 'event')::uuid and registration.person_id = (step ->> 'person')::uuid;
        when 'times' then
          update public.volunteer_event_registrations as registration
          set checked_in = (value::jsonb ->> 'in')::time, checked_out = (value::jsonb ->> 'out')::time,
            hours = (value::jsonb ->> 'hours')::numeric
          where registration.event_id = (step ->> 'event')::uuid and registration.person_id = (step ->> 'person')::uuid;
        when 'move' then
          update public.events as meeting
          set date = private.today() + (value::jsonb ->> 'days')::integer, start_time = (value::jsonb ->> 'start')::time,
            end_time = (value::jsonb ->> 'end')::time,
            ends_next_day = (value::jsonb ->> 'end')::time < (value::jsonb ->> 'start')::time
          where meeting.id = (step ->> 'event')::uuid;
        when 'hasten' then
          update public.events as meeting
          set date = soon.start::date, start_time = soon.start::time, end_time = soon.start::time + interval '2 hours',
            ends_next_day = soon.start::time + interval '2 hours' < soon.start::time
          from (select date_trunc('minute', now() at time zone private.time_zone()) + interval '5 hours' as start) as soon
          where meeting.id = (step ->> 'event')::uuid;
        when 'cancel' then
          update public.events as meeting set is_active = not meeting.is_active where meeting.id = (step ->> 'event')::uuid;
        when 'status' then
          update public.volunteer_shifts as shift set status = value where shift.event_id = (step ->> 'event')::uuid;
        when 'limit' then
          update public.volunteer_shifts as shift set max_volunteers = value::integer
          where shift.event_id = (step ->> 'event')::uuid;
        when 'unlimit' then perform private.remove_limit(event_id);
        when 'disable' then perform private.set_volunteer_active((step ->> 'other')::uuid);
        when 'note' then
          perform private.choose_shift_emails(true);
          update public.events as meeting set note = value where meeting.id = (step ->> 'event')::uuid;
          perform private.choose_shift_emails(null);
        when 'enter' then
          insert into public.hour_entries (person_id, date, hours, activity)
          values (person_id, private.today() - value::integer, 1.25, 'Letters');
        when 'hand in' then
          insert into public.hour_entries (date, hours, activity)
          values (private.today() - value::integer, 2.35, 'Calls');
        when 'review' then
          update public.hour_entries as entry set status = value where entry.person_id = (step ->> 'person')::uuid;
        when 'beside' then
          update public.hour_entries as entry set is_beside_shift = not entry.is_beside_shift
          where entry.person_id = (step ->> 'person')::uuid;
        when 'merge' then
          perform set_config('role', 'none', true);
          perform private.confirm_finished_attendance();
          outcome := jsonb_build_object('foretold', private.volunteer_merge_totals(person_id, (step ->> 'other')::uuid));
          perform private.merge_records(
            'volunteer', kept.id, merged.id, date_trunc('milliseconds', kept.updated_at),
            date_trunc('milliseconds', merged.updated_at), value::jsonb
          )
          from public.volunteers as kept, public.volunteers as merged
          where kept.id = (step ->> 'person')::uuid and merged.id = (step ->> 'other')::uuid;
          outcome := outcome || (
            select jsonb_build_object(
              'people', array[person.id, (step ->> 'other')::uuid],
              'total', person.total_hours, 'packages', person.packages_helped
            )
            from public.volunteers as person where person.id = (step ->> 'person')::uuid
          );
        when 'undo' then
          perform set_config('role', 'none', true);
          select merge.* into last_merge from public.volunteer_merges as merge
          where merge.undone_at is null and merge.kept_id = any (pg_temp.ids(step -> 'people'))
          order by merge.merged_at desc limit 1;
          if last_merge.id is not null then
            perform private.undo_merge('volunteer', last_merge.id);
            outcome := jsonb_build_object('people', array[last_merge.kept_id, last_merge.merged_id]);
          end if;
        when 'job' then perform private.confirm_finished_attendance();
        when 'remind' then
          perform private.queue_event_reminders((private.today() + time '12:00') at time zone private.time_zone());
        when 'pass' then
          perform pg_temp.pass(value::integer);
          outcome := to_jsonb(value::integer);
        when 'deliver' then outcome := pg_temp.deliver(value::integer);
      end case;
      perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true),
        set_config('request.jwt.claim.sub', '', true);
      return jsonb_build_object('outcome', outcome) || case
        when step ->> 'kind' in ('merge', 'undo') and outcome is not null then jsonb_build_object(
          'truths', pg_temp.truths(pg_temp.ids(outcome -> 'people'), pg_temp.ids(step -> 'events'))
        )
        else '{}'
      end;
    exception when others then
      return jsonb_build_object('refusal', sqlstate, 'message', sqlerrm);
    end
  $$;

  -- Those who wait for a shift that begins so soon that nobody moves up by themselves.
  create function pg_temp.late_waiting() returns text[] language plpgsql stable as $$
    begin
      return array(
        select queue.person_id || ' ' || meeting.id
        from pg_temp.own_events() as meeting
        join public.volunteer_shifts as shift on shift.event_id = meeting.id
        join public.shift_waitlist as queue on queue.shift_id = shift.id
        where meeting.starts_at between now() and now() + interval '12 hours'
      );
    end
  $$;

  create function pg_temp.live(steps jsonb) returns setof jsonb language plpgsql as $$
    declare
      step jsonb;
      result jsonb;
      waiting text[];
      moment timestamptz := now();
    begin
      -- Otherwise, putting someone on a shift and then merging could wait for another test that does the same.
      perform private.await_other_merges('volunteer');
      for step in select value from jsonb_array_elements(steps) loop
        waiting := case
          when step ->> 'kind' in ('leave', 'remove', 'mark', 'limit', 'status', 'cancel', 'disable') then pg_temp.late_waiting()
          else '{}'
        end;
        result := pg_temp.act(step);
        -- Each step would be a transaction of its own, so its emails are later than those of the steps before.
        moment := moment + interval '1 millisecond';
        update public.email_outbox set created_at = moment where created_at = now();
        return next jsonb_strip_nulls(jsonb_build_object(
          'kind', step -> 'kind', 'cell', step -> 'cell', 'isLate', waiting <> '{}' and exists (
            select from public.volunteer_event_registrations as registration
            where registration.person_id || ' ' || registration.event_id = any (waiting)
          )
        )) || result;
      end loop;
    end
  $$;
`;

/**
 * Adds temporary functions that live histories in one call, because a round trip for each step would take most of the time.
 * `pg_temp.live` returns what happened: each email that left together with what was true then, each merge, and each step
 * that was refused. `pg_temp.finish` returns the rows and sums at the end. The functions stay until the connection ends,
 * because adding them in each transaction would throw away all plans.
 */
export async function addHistoryFunctions(sql: Sql): Promise<void> {
  await sql.unsafe(`
    -- Planning each statement for its values would take a seventh of the time.
    set plan_cache_mode = force_generic_plan;
    create function pg_temp.own_people() returns setof public.volunteers language sql stable as $$
      select * from public.volunteers where id = any (current_setting('history.people')::uuid[])
    $$;
    create function pg_temp.own_events() returns setof public.events language sql stable as $$
      select * from public.events where id = any (current_setting('history.events')::uuid[])
    $$;
    ${FACTS} ${STEPS} ${HISTORY_END}
  `);
}
