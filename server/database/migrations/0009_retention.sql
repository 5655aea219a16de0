-- What housekeeping looks for every ten minutes.
create index newsletter_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null;
create index newsletter_stopped on newsletter_subscribers (stopped_at) where stopped_at is not null;
create index reset_codes_expiry on reset_codes (expires_at);
create index password_resets_expiry on password_resets (expires_at);
create index outbox_dead on outbox (dead_at) where dead_at is not null;
