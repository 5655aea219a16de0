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

-- Sentences with values in their places. A pattern takes the shortest title, so officers' words behind it are never part of it. What a
-- pattern finds is materialized here and below: otherwise it would be searched for again wherever it is used.
with parsed as materialized (
  select id, pattern.kind, pattern.names, regexp_match(message, pattern.expression) as found
  from notifications join (values
    ('draft_started', 'draft_started', array['job'], '^You started an application for (.+)\.$'),
    ('application_received', 'application_received', array['job', 'reference'],
      '^We have received your application for (.+?)\. Your reference number is (\S+)\.$'),
    ('deadline_changed', 'closed_early', array['job'], '^Applications for (.+) were closed early\. Your application was not sent\.$'),
    ('deadline_changed', 'job_withdrawn', array['job'], '^(.+) was withdrawn\. Your application was not sent\.$'),
    ('support', 'support_corrected_name', array['name'],
      '^Support corrected your name to (.+)\. (?:Applications you have sent keep the old name|What you sent before keeps the name it had)\.$'),
    ('message', 'message', array['subject', 'body'], '^([^\n]*)\n(.*)$')
  ) pattern (type, kind, names, expression) using (type)
)
update notifications it set kind = parsed.kind, params = jsonb_object(parsed.names, parsed.found)
from parsed where it.id = parsed.id and parsed.found is not null;

-- The sentence names no year. A reminder comes at most some days before, so only a January may be of the next one.
with parsed as materialized (
  select id, created_at at time zone 'Africa/Nairobi' as created,
    regexp_match(message, '^Your application for (.+) is not finished\. It closes on \w+ (\d+ (\w+))\.$') as found
  from notifications where type = 'deadline_near'
),
dated as materialized (
  select id, found[1] as job, found[2] || ' '
    || extract(year from created) + case when found[3] = 'January' and extract(month from created) = 12 then 1 else 0 end as day
  from parsed where found is not null
)
update notifications it set kind = 'deadline_near',
  params = jsonb_build_object('job', dated.job, 'closes', to_char(dated.day::date, 'YYYY-MM-DD'))
from dated where it.id = dated.id and pg_input_is_valid(dated.day, 'date');

-- Both words for a moved deadline, and the time before reasons were given. A reason that had no full stop keeps the one it got.
with parsed as materialized (
  select id, coalesce(
    regexp_match(message, '^You can apply for (.+?) until [A-Z][a-z]+, (\d+ [A-Z][a-z]+ \d{4}) at (\d+:\d{2}) ([ap])\.m\. EAT\.(?: (.+))? Your application is not sent yet\.$'),
    regexp_match(message, '^(.+?) can be applied for until [A-Z][a-z]+, (\d+ [A-Z][a-z]+ \d{4}) at (\d+:\d{2}) ([ap])\.m\. EAT\.(?: (.+))? Your application is not sent yet\.$')
  ) as found
  from notifications where type = 'deadline_changed' and kind is null
),
timed as materialized (
  select id, found[1] as job, found[2] || ' ' || found[3] || ' ' || found[4] || 'm' as deadline, coalesce(found[5], '') as reason
  from parsed where found is not null
)
update notifications it set kind = 'deadline_moved', params = jsonb_build_object('job', timed.job, 'reason', timed.reason,
  'deadline', to_char(timed.deadline::timestamp at time zone 'Africa/Nairobi' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'))
from timed where it.id = timed.id and pg_input_is_valid(timed.deadline, 'timestamp');

-- A reason is found again on the list that moved the application. One that is not found is kept as officers' own words.
with parsed as materialized (
  select id, substring(url from '^/dashboard/applications/(\d{1,15})$')::bigint as application_id,
    regexp_match(message, '^Your application (\S+) for (.+?) is now (Pending|Under Review|Shortlisted|Rejected|Hired)\.(?: (.+))?$') as found
  from notifications where type = 'status_changed'
),
reasons as materialized (
  select id, jsonb_build_object('kind', kind, 'values', values::jsonb, 'words', words) as value,
    concat_ws(' ', case kind
      when 'not_resident' then 'You do not live in ' || (values ->> 'place') || '.'
      when 'documents_missing' then 'Your application lacks these documents: ' || (values ->> 'documents') || '.'
      when 'qualification' then 'This job requires ' || (values ->> 'required') || '. Your application does not show it.'
      when 'experience' then 'This job requires ' || (values ->> 'required') || ' of experience. Your application shows less.'
      when 'others_stronger' then 'Other applicants met the requirements of this job better.'
      when 'corrected' then 'An earlier decision on your application was wrong. It is corrected now.' end, nullif(words, '')) as sentence
  from decision_reasons
),
-- An application may have been moved for the same reason twice: either says the same.
explained as materialized (
  select distinct on (parsed.id) parsed.id, reasons.value
  from parsed
  join decision_entries entry on entry.application_id = parsed.application_id and entry.applied_at is not null
  join decisions list on list.id = entry.list_id
  join reasons on reasons.id = coalesce(entry.reason_id, list.reason_id) and reasons.sentence = parsed.found[4]
)
update notifications it set kind = 'status_changed',
  params = jsonb_build_object('reference', parsed.found[1], 'job', parsed.found[2], 'status', parsed.found[3])
    || case when parsed.found[4] is null then '{}' else jsonb_build_object('reason',
      coalesce(explained.value, jsonb_build_object('kind', 'other', 'values', '{}'::jsonb, 'words', parsed.found[4]))) end
from parsed left join explained on explained.id = parsed.id
where it.id = parsed.id and parsed.found is not null;

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
