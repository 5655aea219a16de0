-- The language that a person reads: that of the pages where they registered, and later of those they use while logged in.
-- Emails are in it. The session has it too, so that a call in the same language as the last one writes nothing.
alter table users add column language text not null default 'en' check (language in ('en', 'sw'));
alter table sessions add column language text not null default 'en' check (language in ('en', 'sw'));
alter table newsletter_subscribers add column language text not null default 'en' check (language in ('en', 'sw'));
