-- A refresh token leads to one pair of tokens, also when two tabs send it: the pair is made of it and of this salt.
-- The salt alone, as a backup has it, and the token alone, as a thief has it, make nothing.
alter table session_tokens add column successor_salt bytea;
