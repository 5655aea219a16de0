-- The tree of a frozen pool, from which each person gets the proof that they are in it. Level 0 has the roots of
-- 256 people each, with the leaf of the first; each further level joins two.
alter table selection_people add column entry_hash bytea check (octet_length(entry_hash) = 32);
create table selection_pool_nodes (
  selection_id bigint not null references selections,
  level smallint not null check (level >= 0),
  index integer not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  first_leaf bytea check (octet_length(first_leaf) = 32),
  primary key (selection_id, level, index)
);
create index selection_pool_nodes_leaf on selection_pool_nodes (selection_id, first_leaf) where level = 0;
-- A person's leaf is that of their first submission, for ever; facts come from the version that counts.
create view first_submissions as
select application_id, salt, digest, submitted_at from submissions where version = 1
union all
select application_id, salt, digest, submitted_at from superseded_submissions where version = 1;
