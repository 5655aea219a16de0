-- What a wider search reads: its words may stand anywhere in these, in any order. The parser takes "IEBC/BYE/003" and "Ward-Based" for one word each.
alter table jobs add column wider_words tsvector generated always as (
  to_tsvector('english', translate(reference || ' ' || title || ' ' || department || ' ' || location || ' ' || coalesce(category, ''), '/-_.', '    '))) stored;
create index jobs_wider on jobs using gin (wider_words) where is_active;
