-- What happened, for the public log. Written once, in the transaction of the act itself.
create table log_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Salted: nothing can be guessed from it.
  digest bytea not null constraint log_events_digest unique check (octet_length(digest) = 32),
  -- Milliseconds, as in the entry: a finer change would not show there.
  at timestamptz(3) not null
);
create trigger log_events_written_once before update or delete on log_events for each row execute function refuse_change();
create trigger log_events_never_emptied before truncate on log_events for each statement execute function refuse_change();

-- Events that are in no leaf yet. Ids and transaction numbers say nothing about who commits when; a row that is
-- there once its transaction commits does, also after a dump was restored elsewhere.
create table log_pending (event bigint primary key);

create function log_event_waits() returns trigger language plpgsql as $$
begin
  insert into log_pending (event) values (new.id);
  return null;
end $$;
create trigger log_events_wait after insert on log_events for each row execute function log_event_waits();

-- The leaves of the Merkle tree (RFC 6962), in their order.
create table log_leaves (
  index bigint primary key check (index >= 0),
  event bigint not null constraint log_leaves_event unique references log_events,
  hash bytea not null check (octet_length(hash) = 32)
);
create trigger log_leaves_written_once before update or delete on log_leaves for each row execute function refuse_change();
create trigger log_leaves_never_emptied before truncate on log_leaves for each statement execute function refuse_change();

-- Every signed state of the tree, from the empty one on (whose `previous` is -1). `previous` chains them: none can go
-- missing, and none has two successors.
create table log_checkpoints (
  size bigint primary key,
  previous bigint not null constraint log_checkpoints_line unique check (previous between -1 and size - 1),
  root bytea not null check (octet_length(root) = 32),
  -- The hashes of the full subtrees at the right edge, largest first: all it takes to go on.
  edge bytea not null check (octet_length(edge) % 32 = 0),
  note text not null
);
create trigger log_checkpoints_written_once before update or delete on log_checkpoints for each row execute function refuse_change();
create trigger log_checkpoints_never_emptied before truncate on log_checkpoints for each statement execute function refuse_change();

-- How many sealed events there are of each day in Nairobi: a sum, which the leaves can always be counted for again.
create table log_days (
  day date not null,
  kind text not null,
  events bigint not null check (events > 0),
  primary key (day, kind)
);

-- Every key that ever signed, so that a receipt outlives its key.
create table log_keys (
  name text primary key,
  public_key bytea not null check (octet_length(public_key) = 32)
);
create trigger log_keys_written_once before update or delete on log_keys for each row execute function refuse_change();
create trigger log_keys_never_emptied before truncate on log_keys for each statement execute function refuse_change();
