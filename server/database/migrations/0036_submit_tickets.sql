alter table application_documents
  -- The hash of the file as it was sent, where what is kept differs: a photo loses its place and date. A submit names files by it.
  add column sent_hash bytea check (octet_length(sent_hash) = 32);

-- Tokens that answer no more. They open nothing: they only tell whose a ticket is that was given for them.
create table dead_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  kept_until timestamptz not null
);
create index dead_tokens_user on dead_tokens (user_id);
create index dead_tokens_kept on dead_tokens (kept_until);

-- However a session ends or changes its token, in whatever statement: the hashes that leave its row come here.
create function token_dies() returns trigger language plpgsql as $$
begin
  insert into dead_tokens (token_hash, user_id, kept_until)
  -- The account may be going itself.
  select hash, users.id, old.expires_at + interval '3 hours' from users,
    unnest(case when tg_op = 'DELETE' then array[old.token_hash, old.previous_hash] else array[old.previous_hash] end) hash
  where users.id = old.user_id and hash is not null
  on conflict (token_hash) do nothing;
  return null;
end $$;
create trigger sessions_end after delete on sessions for each row execute function token_dies();
create trigger sessions_change_token after update of token_hash on sessions for each row execute function token_dies();

-- The processes that give tickets. The tickets of all minutes before `written_until` are written down.
create table ticket_nodes (
  id bytea primary key check (octet_length(id) = 8),
  started_at timestamptz not null,
  written_until timestamptz not null
);

-- The tickets that one process gave in one minute: their root and count are one event of the public log. The row goes
-- when none of them can be used any more and those that were have their proof.
create table ticket_minutes (
  node bytea not null references ticket_nodes,
  -- Counts the rows of a process, so that one that is written again after a lost answer is one.
  sequence integer not null,
  minute timestamptz not null,
  -- SHA-256 of each ticket, in the order of the tree.
  hashes bytea not null check (octet_length(hashes) > 0 and octet_length(hashes) % 32 = 0),
  -- More were given than are in it.
  overflowed boolean not null,
  primary key (node, sequence)
);
create index ticket_minutes_minute on ticket_minutes (minute);

-- The ticket that a submission was accepted with, and the proof that it was given in its minute, once that is written.
create table ticket_uses (
  application_id bigint primary key references job_applications,
  -- SHA-256 of the ticket.
  hash bytea not null check (octet_length(hash) = 32),
  node bytea not null,
  received_at timestamptz(3) not null,
  leaf integer,
  leaves integer,
  proof bytea check (octet_length(proof) % 32 = 0),
  constraint ticket_uses_proven check ((leaf is null) = (proof is null) and (leaves is null) = (proof is null))
);
create index ticket_uses_unproven on ticket_uses (received_at) where proof is null;
