-- After a crash the buckets are full again, which is what they are worth: no request waits for the disk.
ALTER TABLE "rate_buckets" SET UNLOGGED;
