// @ts-check
// Loaded into every process that a launcher or a test starts: when the parent is gone, however it went, the
// process gets the same polite signal as on a normal stop and so leaves no orphan behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
