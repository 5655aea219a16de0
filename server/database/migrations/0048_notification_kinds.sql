-- A notification is stored as its kind and the values of its sentence. contract/notifications/words.ts makes the sentence when it is
-- read, so another language needs no parsing of English.
alter table notifications
  add column kind text,
  add column params jsonb;

-- Sentences without values, with the earlier words that meant the same. "Your password was changed with a code that we emailed to you."
-- alone stays prose: at that time the security question was not removed.
update notifications it set kind = known.kind, params = known.params::jsonb
from (values
  ('Your password was changed.', 'password_changed', '{}'),
  ('Your password was changed with a code that we emailed to you. Your security question is gone: set it again.', 'password_changed_by_code', '{}'),
  ('Your password was changed with the answer to your security question.', 'password_changed_by_question', '{}'),
  ('Your password change was undone: your old password works again, and your security question is gone.', 'password_change_undone', '{}'),
  ('The change of your password was undone: the one before works again, and your security question is gone.', 'password_change_undone', '{}'),
  ('Your security question was changed.', 'question_changed', '{}'),
  ('Support sent you a new email to verify your address.', 'verification_sent', '{}'),
  ('Support sent you a new letter to verify your email address.', 'verification_sent', '{}'),
  ('Support opened your security question again after wrong answers.', 'support_unlocked', '{"login": false, "question": true}'),
  ('Support unlocked your account after failed attempts to log in.', 'support_unlocked', '{"login": true, "question": false}'),
  ('Support lifted the lock of your account after failed attempts to log in.', 'support_unlocked', '{"login": true, "question": false}'),
  ('Support unlocked your account after failed attempts to log in, and opened your security question again after wrong answers.',
    'support_unlocked', '{"login": true, "question": true}'),
  ('Support lifted the lock of your account after failed attempts to log in, and opened your security question again after wrong answers.',
    'support_unlocked', '{"login": true, "question": true}'),
  ('Support ended your sessions: every device was logged out.', 'support_logged_out', '{}')
) known (message, kind, params)
where it.type in ('password_changed', 'support') and it.message = known.message;

-- Sentences with values in their places. A pattern takes the shortest title, so officers' words behind it are never part of it.
update notifications it set kind = known.kind, params = known.params
from (
  select id, pattern.kind, jsonb_object(pattern.names, pattern.found) as params
  from notifications, lateral (values
    ('draft_started', 'draft_started', array['job'], regexp_match(message, '^You started an application for (.+)\.$')),
    ('application_received', 'application_received', array['job', 'reference'],
      regexp_match(message, '^We have received your application for (.+?)\. Your reference number is (\S+)\.$')),
    ('deadline_changed', 'closed_early', array['job'],
      regexp_match(message, '^Applications for (.+) were closed early\. Your application was not sent\.$')),
    ('deadline_changed', 'job_withdrawn', array['job'], regexp_match(message, '^(.+) was withdrawn\. Your application was not sent\.$')),
    ('support', 'support_corrected_name', array['name'],
      regexp_match(message, '^Support corrected your name to (.+)\. (?:Applications you have sent keep the old name|What you sent before keeps the name it had)\.$')),
    ('message', 'message', array['subject', 'body'], regexp_match(message, '^([^\n]*)\n(.*)$'))
  ) pattern (type, kind, names, found)
  where pattern.type = notifications.type and pattern.found is not null
) known
where it.id = known.id;

-- The sentence names no year: the day is the first such day from the reminder on.
update notifications it set kind = 'deadline_near', params = jsonb_build_object('job', known.found[1], 'closes', known.closes)
from (
  select id, found, to_char(day, 'YYYY-MM-DD') as closes
  from (
    select id, created_at, regexp_match(message, '^Your application for (.+) is not finished\. It closes on (\w+ \d+ \w+)\.$') as found
    from notifications where type = 'deadline_near'
  ) parsed,
  lateral generate_series((created_at at time zone 'Africa/Nairobi')::date, (created_at at time zone 'Africa/Nairobi')::date + 30, interval '1 day') day
  where to_char(day, 'FMDay FMDD FMMonth') = found[2]
) known
where it.id = known.id;

-- Both words for a moved deadline, and the time before reasons were given. A reason that had no full stop keeps the one it got.
update notifications it set kind = 'deadline_moved', params = jsonb_build_object('job', known.found[1], 'reason', coalesce(known.found[3], ''),
  'deadline', to_char(replace(replace(known.found[2], ' at ', ' '), '.', '')::timestamp at time zone 'Africa/Nairobi' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'))
from (
  select id, coalesce(
    regexp_match(message, '^You can apply for (.+?) until [A-Z][a-z]+, (\d+ [A-Z][a-z]+ \d{4} at \d+:\d{2} [ap]\.m\.) EAT\.(?: (.+))? Your application is not sent yet\.$'),
    regexp_match(message, '^(.+?) can be applied for until [A-Z][a-z]+, (\d+ [A-Z][a-z]+ \d{4} at \d+:\d{2} [ap]\.m\.) EAT\.(?: (.+))? Your application is not sent yet\.$')
  ) as found
  from notifications where type = 'deadline_changed' and kind is null
) known
where it.id = known.id and pg_input_is_valid(replace(replace(known.found[2], ' at ', ' '), '.', ''), 'timestamp');

-- A reason is found again on the list that moved the application. One that is not found is kept as officers' own words.
update notifications it set kind = 'status_changed', params = jsonb_build_object('reference', known.found[1], 'job', known.found[2], 'status', known.found[3])
  || case when known.found[4] is null then '{}' else jsonb_build_object('reason',
    coalesce(known.reason, jsonb_build_object('kind', 'other', 'values', '{}'::jsonb, 'words', known.found[4]))) end
from (
  select parsed.id, found, reason
  from (
    select id, substring(url from '^/dashboard/applications/(\d{1,15})$')::bigint as application_id,
      regexp_match(message, '^Your application (\S+) for (.+?) is now (Pending|Under Review|Shortlisted|Rejected|Hired)\.(?: (.+))?$') as found
    from notifications where type = 'status_changed'
  ) parsed left join lateral (
    select jsonb_build_object('kind', reason.kind, 'values', reason.values::jsonb, 'words', reason.words) as reason
    from decision_entries entry
    join decisions list on list.id = entry.list_id
    join decision_reasons reason on reason.id = coalesce(entry.reason_id, list.reason_id)
    where found[4] is not null and entry.application_id = parsed.application_id and entry.applied_at is not null
      and found[4] = concat_ws(' ', case reason.kind
        when 'not_resident' then 'You do not live in ' || (reason.values ->> 'place') || '.'
        when 'documents_missing' then 'Your application lacks these documents: ' || (reason.values ->> 'documents') || '.'
        when 'qualification' then 'This job requires ' || (reason.values ->> 'required') || '. Your application does not show it.'
        when 'experience' then 'This job requires ' || (reason.values ->> 'required') || ' of experience. Your application shows less.'
        when 'others_stronger' then 'Other applicants met the requirements of this job better.'
        when 'corrected' then 'An earlier decision on your application was wrong. It is corrected now.' end, nullif(reason.words, ''))
    order by entry.applied_at desc limit 1
  ) stored on true
  where found is not null
) known
where it.id = known.id;

-- Files of a kind that a job named itself stay prose.
update notifications it set kind = 'document_refused', params = jsonb_build_object('document', document.kind, 'problem', problem.problem)
from (values ('CV', 'cv'), ('Cover letter', 'cover_letter')) document (name, kind),
  (values
    ('infected', 'We found a virus in this file. We did not keep it.'),
    ('infected', 'A virus was found in this file. Nothing of it was kept.'),
    ('locked', 'This file is locked with a password. Save it without one and choose it again.'),
    ('macros', 'This document contains macros or hidden parts. Save it as PDF and choose that.'),
    ('unpacked', 'This document is much larger inside than outside. Save it as PDF and choose that.')
  ) problem (problem, sentence)
where it.type = 'document_refused' and it.message = document.name || ': ' || problem.sentence;

update notifications set kind = 'text', params = jsonb_build_object('text', message) where kind is null;

alter table notifications
  alter column kind set not null,
  alter column params set not null,
  -- `message` is read and written by the version before only, which shows this for what newer versions add. A later migration drops
  -- the column, the function and its trigger, once that version cannot run any more.
  alter column message set default 'There is news for you. Open it to read more.';

-- What the version before adds.
create function notifications_as_text() returns trigger language plpgsql as $$
begin
  new.kind := 'text';
  new.params := jsonb_build_object('text', new.message);
  return new;
end $$;
create trigger notifications_as_text before insert on notifications for each row when (new.kind is null) execute function notifications_as_text();
