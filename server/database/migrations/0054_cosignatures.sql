-- The last cosignature of each witness that was ever named, by its verifier key (C2SP tlog-cosignature).
create table cosignatures (
  witness text primary key check (length(witness) <= 400),
  size bigint not null references log_checkpoints,
  -- Eight bytes of time, then 64 of Ed25519.
  signature bytea not null check (octet_length(signature) = 72)
);
create index cosignatures_size on cosignatures (size);
